import CShelfCount
import Testing

@Suite("Status and arguments")
struct StatusTests {
  static let argument = shelf_status(SHELF_ERROR_ARGUMENT)
  static let version = shelf_status(SHELF_ERROR_VERSION)
  static let notFound = shelf_status(SHELF_ERROR_NOT_FOUND)
  static let handle = shelf_status(SHELF_ERROR_HANDLE)

  @Test("Every status has a text of its own, any other number one too")
  func texts() {
    let texts = (-10...0).map { String(cString: shelf_status_text($0)) }
    #expect(Set(texts).count == 11)
    #expect(texts.allSatisfy { !$0.isEmpty })
    for odd: shelf_status in [1, -11, .min, .max] {
      #expect(!String(cString: shelf_status_text(odd)).isEmpty)
    }
  }

  @Test("The version is the header's")
  func versions() {
    #expect(shelf_version() == UInt32(SHELF_VERSION_NUMBER))
    #expect(
      String(cString: shelf_version_text())
        == "\(SHELF_VERSION_MAJOR).\(SHELF_VERSION_MINOR).\(SHELF_VERSION_PATCH)")
  }

  // MARK: Opening

  @Test("config_init checks pointer, size and preset")
  func configInit() {
    let size = MemoryLayout<shelf_config>.size
    var config = shelf_config()
    #expect(shelf_config_init(nil, size, 0) == Self.argument)
    #expect(shelf_config_init(&config, oldestConfigSize - 1, 0) == Self.version)
    #expect(shelf_config_init(&config, 0, 0) == Self.version)
    for preset: Int32 in [-1, 4, .min, .max] {
      #expect(shelf_config_init(&config, size, preset) == Self.argument)
    }
    #expect(config.struct_size == 0)
    for preset: Int32 in 0...3 {
      #expect(shelf_config_init(&config, size, preset) == SHELF_OK)
      #expect(config.struct_size == UInt32(size))
      #expect(config.preset == preset)
      #expect(config.width == 0 && config.height == 0)
    }
  }

  @Test("What a shorter structure lacks is as the preset has it")
  func shorterStructure() throws {
    let scanner = try TestScanner(Setup(preset: .moving, kalman: Setup.kalmans[0])) {
      $0.struct_size = UInt32(oldestConfigSize)
      $0.max_area = 1
    }
    #expect(try scanner.update([row(corners: 0, 0, 640, 480)])[0].kind == SHELF_FATE_IGNORED)
  }

  @Test("A caller with a longer structure is served")
  func longer() throws {
    let size = MemoryLayout<shelf_config>.size + 64
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let config = bytes.bindMemory(to: shelf_config.self, capacity: 1)
    #expect(shelf_config_init(config, size, 0) == SHELF_OK)
    config.pointee.width = 640
    config.pointee.height = 480
    var needed = 0
    var alignment = 0
    #expect(shelf_memory_needed(config, &needed, &alignment) == SHELF_OK)
  }

  @Test("memory_needed checks its pointers and the structure's size")
  func memoryNeeded() throws {
    var config = try Setup.shelf.config()
    var size = 7
    var alignment = 7
    #expect(shelf_memory_needed(nil, &size, &alignment) == Self.argument)
    #expect(shelf_memory_needed(&config, nil, &alignment) == Self.argument)
    #expect(shelf_memory_needed(&config, &size, nil) == Self.argument)
    config.struct_size = UInt32(oldestConfigSize - 1)
    #expect(shelf_memory_needed(&config, &size, &alignment) == Self.version)
    config.struct_size = 0
    #expect(shelf_memory_needed(&config, &size, &alignment) == Self.version)
    #expect(size == 7 && alignment == 7)
    config.struct_size += UInt32(MemoryLayout<shelf_config>.size)
    #expect(shelf_memory_needed(&config, &size, &alignment) == SHELF_OK)
    #expect(size > 64 && alignment == 64)
  }

  @Test("open checks pointers, size and alignment of the block, and the configuration")
  func open() throws {
    var config = try Setup.shelf.config()
    var size = 0
    var alignment = 0
    try check(shelf_memory_needed(&config, &size, &alignment))
    let block = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 64)
    defer { block.deallocate() }
    var scanner: OpaquePointer?
    #expect(shelf_open(nil, size, &config, &scanner) == Self.argument)
    #expect(shelf_open(block, size, nil, &scanner) == Self.argument)
    #expect(shelf_open(block, size, &config, nil) == Self.argument)
    #expect(shelf_open(block, size - 1, &config, &scanner) == SHELF_ERROR_MEMORY)
    #expect(shelf_open(block, 0, &config, &scanner) == SHELF_ERROR_MEMORY)
    for offset in [1, 4, 8, 16, 32] {
      #expect(shelf_open(block + offset, size, &config, &scanner) == SHELF_ERROR_MEMORY)
    }
    config.fps = .nan
    #expect(shelf_open(block, size, &config, &scanner) == Self.argument)
    config.fps = 30
    config.struct_size = UInt32(oldestConfigSize - 1)
    #expect(shelf_open(block, size, &config, &scanner) == Self.version)
    #expect(scanner == nil)
    config.struct_size = UInt32(oldestConfigSize)
    #expect(shelf_open(block, size, &config, &scanner) == SHELF_OK)
    #expect(scanner != nil)
    shelf_close(scanner)
  }

  // MARK: Handles

  /// What each function answers to a handle, and whether the out-parameters are as before.
  static func answers(_ handle: OpaquePointer?) throws -> (statuses: [String: shelf_status], untouched: Bool)
  {
    var gate = try shelf_gate.standard()
    var index: UInt32 = 7
    var count = 7
    var counts = shelf_counts()
    var stats = shelf_stats()
    let statuses = [
      "reset": shelf_reset(handle),
      "gate_add": shelf_gate_add(handle, &gate, &index),
      "gate_edges": shelf_gate_edges(handle, 0, nil, 0, &count),
      "update": shelf_update(handle, 0, nil, 0, nil),
      "finish": shelf_finish(handle),
      "tracks": shelf_tracks(handle, 7, nil, 0, &count),
      "trail": shelf_trail(handle, 1, nil, 0, &count),
      "events": shelf_events(handle, nil, 0, &count),
      "items": shelf_items(handle, nil, 0, &count),
      "dismiss": shelf_item_dismiss(handle, 1),
      "merge": shelf_item_merge(handle, 1, 2),
      "snapshot_save": shelf_snapshot_save(handle, nil, 0, &count),
      "counts": shelf_get_counts(handle, 0, SHELF_ALL_CLASSES, &counts, MemoryLayout<shelf_counts>.size),
      "stats": shelf_get_stats(handle, &stats, MemoryLayout<shelf_stats>.size),
    ]
    return (statuses, index == 7 && count == 7 && counts == shelf_counts() && stats == shelf_stats())
  }

  @Test("Null is not a scanner")
  func null() throws {
    let answers = try Self.answers(nil)
    for (name, status) in answers.statuses {
      #expect(status == Self.handle || status == Self.argument, "\(name)")
    }
    #expect(answers.untouched)
    shelf_close(nil)
  }

  @Test("A closed scanner is none either, nor is any other memory")
  func closed() throws {
    let scanner = try TestScanner()
    let odd = [
      "trail": Self.notFound, "dismiss": Self.notFound, "merge": Self.notFound,
      "gate_edges": shelf_status(SHELF_ERROR_BUFFER),
      "snapshot_save": shelf_status(SHELF_ERROR_BUFFER),
    ]
    for (name, status) in try Self.answers(scanner.handle).statuses {
      #expect(status == odd[name] ?? 0, "\(name)")
    }
    for offset in [1, 8, 64] {
      let inside = OpaquePointer(UnsafeMutableRawPointer(scanner.handle) + offset)
      for (name, status) in try Self.answers(inside).statuses { #expect(status == Self.handle, "\(name)") }
    }
    shelf_close(scanner.handle)
    shelf_close(scanner.handle)
    for garbage: UInt8? in [nil, 0, 0xFF] {
      if let garbage {
        scanner.memory.initializeMemory(as: UInt8.self, repeating: garbage, count: scanner.size)
      }
      let answers = try Self.answers(scanner.handle)
      for (name, status) in answers.statuses { #expect(status == Self.handle, "\(name)") }
      #expect(answers.untouched)
    }
  }

  // MARK: Update

  @Test("A refused update changes nothing")
  func update() throws {
    let scanner = try TestScanner()
    let rows = [row(320)]
    try scanner.update(rows, at: 1_000_000)
    let (tracks, stats) = try (scanner.tracks(), scanner.stats())
    var fates = [shelf_fate(track_id: 9, kind: 9, stage: 9)]
    #expect(shelf_update(scanner.handle, 0, nil, 1, nil) == Self.argument)
    #expect(shelf_update(scanner.handle, 0, rows, -1, &fates) == Self.argument)
    #expect(shelf_update(scanner.handle, 0, rows, .min, &fates) == Self.argument)
    #expect(shelf_update(scanner.handle, 1_000_000, rows, 1, &fates) == SHELF_ERROR_TIME)
    #expect(shelf_update(scanner.handle, 999_999, rows, 1, &fates) == SHELF_ERROR_TIME)
    #expect(shelf_update(scanner.handle, 1, rows, 1, &fates) == SHELF_ERROR_TIME)
    #expect(fates == [shelf_fate(track_id: 9, kind: 9, stage: 9)])
    #expect(try scanner.tracks() == tracks)
    #expect(try scanner.stats() == stats)
    #expect(shelf_update(scanner.handle, 1_000_001, rows, 1, nil) == SHELF_OK)
  }

  @Test("Time 0 means one nominal frame later")
  func nominal() throws {
    let scanner = try TestScanner { $0.fps = 25 }
    try scanner.update([], at: 1_000_000)
    try scanner.update()
    try scanner.update()
    #expect(try scanner.stats().time_us == 1_080_000)
    #expect(try scanner.stats().frames == 3)
    #expect(shelf_update(scanner.handle, 1_080_000, nil, 0, nil) == SHELF_ERROR_TIME)
  }

  // MARK: Queries

  @Test("Queries check gate, class, track and structure size")
  func queries() throws {
    let scanner = try TestScanner()
    try scanner.add(.band())
    try scanner.update([row(320)])
    let handle = scanner.handle
    var counts = shelf_counts()
    let size = MemoryLayout<shelf_counts>.size
    #expect(shelf_get_counts(handle, 1, SHELF_ALL_CLASSES, &counts, size) == Self.notFound)
    #expect(shelf_get_counts(handle, .max, SHELF_ALL_CLASSES, &counts, size) == Self.notFound)
    #expect(shelf_get_counts(handle, 0, 80, &counts, size) == Self.notFound)
    #expect(shelf_get_counts(handle, 0, .max - 1, &counts, size) == Self.notFound)
    #expect(shelf_get_counts(handle, 0, 79, nil, size) == Self.argument)
    #expect(shelf_get_counts(handle, 0, 79, &counts, size - 1) == Self.version)
    #expect(counts == shelf_counts())
    #expect(shelf_get_counts(handle, 0, 79, &counts, size) == SHELF_OK)
    #expect(counts.struct_size == UInt32(size))

    var stats = shelf_stats()
    #expect(shelf_get_stats(handle, nil, MemoryLayout<shelf_stats>.size) == Self.argument)
    #expect(shelf_get_stats(handle, &stats, MemoryLayout<shelf_stats>.size - 1) == Self.version)
    #expect(stats == shelf_stats())
    #expect(shelf_get_stats(handle, &stats, MemoryLayout<shelf_stats>.size) == SHELF_OK)
    #expect(stats.struct_size == UInt32(MemoryLayout<shelf_stats>.size))

    var count = 7
    for id: UInt64 in [0, 2, .max] { #expect(shelf_trail(handle, id, nil, 0, &count) == Self.notFound) }
    #expect(shelf_gate_edges(handle, 1, nil, 0, &count) == Self.notFound)
    #expect(count == 7)
  }

  @Test("finish is allowed at any time and ends nothing")
  func finish() throws {
    let scanner = try TestScanner()
    try scanner.add(.band())
    #expect(shelf_finish(scanner.handle) == SHELF_OK)
    try scanner.update([row(320)])
    #expect(shelf_finish(scanner.handle) == SHELF_OK)
    try scanner.update([row(320)])
    #expect(try scanner.counts().total == 1)
  }
}
