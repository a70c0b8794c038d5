import CShelfCount
import Testing

extension shelf_edge: @retroactive Equatable, Bytewise {}

extension TestScanner {
  func snapshot() throws -> [UInt8] {
    var size = 0
    let status = shelf_snapshot_save(handle, nil, 0, &size)
    guard status == SHELF_ERROR_BUFFER else { throw Refusal(status: status) }
    var bytes = [UInt8](repeating: 0xA5, count: size)
    try check(shelf_snapshot_save(handle, &bytes, size, &size))
    return bytes
  }

  /// A scanner of its own from a snapshot, in a block that held garbage.
  convenience init(restoring bytes: [UInt8]) throws {
    var config = shelf_config()
    try check(shelf_snapshot_config(bytes, bytes.count, &config, MemoryLayout<shelf_config>.size))
    var size = 0
    var alignment = 0
    try check(shelf_memory_needed(&config, &size, &alignment))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: size)
    var handle: OpaquePointer?
    let status = shelf_snapshot_restore(memory, size, bytes, bytes.count, &handle)
    guard status == SHELF_OK, let handle else {
      memory.deallocate()
      throw Refusal(status: status)
    }
    self.init(config: config, memory: memory, size: size, handle: handle)
  }
}

/// The hash at the end of a snapshot.
func resealed(_ bytes: [UInt8]) -> [UInt8] {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in bytes.dropLast(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return bytes.dropLast(8) + (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
}

@Suite("Snapshots")
struct SnapshotTests {
  static let damaged = shelf_status(SHELF_ERROR_SNAPSHOT)

  /// A scanner in the middle of a pan by item, with tracks, places, trails and an unfetched log.
  static func busy(_ setup: Setup = .shelf, frames: Int = 120) throws -> TestScanner {
    let scanner = try ItemInvarianceTests.scanner(setup)
    let pan = ItemInvarianceTests.hard(seed: 3)
    for frame in 0..<frames { try scanner.update(pan.rows(frame)) }
    return scanner
  }

  // MARK: Going on

  @Test("Restored, a scanner goes on as if it had never stopped: by track", arguments: Setup.all)
  func goesOnByTrack(setup: Setup) throws {
    let steady = try InvarianceTests.scanner(setup) {
      $0.max_tracks = 24
      $0.max_detections = 20
    }
    var hopping = try InvarianceTests.scanner(setup) {
      $0.max_tracks = 24
      $0.max_detections = 20
    }
    for (frame, rows) in crowd(seed: 21, frames: 300, objects: 24).enumerated() {
      let fates = try steady.update(rows)
      try #require(try hopping.update(rows) == fates, "frame \(frame)")
      if frame % 7 < 2 {
        let bytes = try hopping.snapshot()
        hopping = try TestScanner(restoring: bytes)
        try #require(try hopping.snapshot() == bytes, "frame \(frame)")
      }
      try InvarianceTests.expectSame(steady, hopping, frame)
      for id in try steady.ids() where frame % 5 == 0 { #expect(try steady.trail(id) == hopping.trail(id)) }
    }
    let stats = try steady.stats()
    #expect(stats.tracks_refused > 0 && stats.rows_overflow > 0 && stats.tracks_removed > 50)
  }

  @Test("Restored, a scanner goes on as if it had never stopped: by item", arguments: Setup.kalmans)
  func goesOnByItem(kalman: Int32) throws {
    let setup = Setup(preset: .shelf, kalman: kalman)
    let pan = ItemInvarianceTests.hard(seed: 4)
    // Fewer places than things: old ones are forgotten.
    let configure = { (config: inout shelf_config) in config.max_items = 26 }
    let steady = try ItemInvarianceTests.scanner(setup, configure)
    var hopping = try ItemInvarianceTests.scanner(setup, configure)
    for frame in ItemInvarianceTests.frames {
      for scanner in [steady, hopping] {
        if frame % 40 == 7 { try check(shelf_give_motion(scanner.handle, -9, 0)) }
        if frame % 90 == 80, let item = try scanner.items().min(by: { $0.id < $1.id }) {
          try scanner.dismiss(item.id)
        }
      }
      // Between the caller's word on the motion and the frame that it is for.
      if frame % 10 == 7 { hopping = try TestScanner(restoring: hopping.snapshot()) }
      let rows = pan.rows(frame)
      try #require(try steady.update(rows) == hopping.update(rows), "frame \(frame)")
      if frame % 5 < 2 { hopping = try TestScanner(restoring: hopping.snapshot()) }
      try ItemInvarianceTests.expectSame(steady, hopping, frame)
      try #require(try steady.tracks() == hopping.tracks())
      try #require(try steady.snapshot() == hopping.snapshot(), "frame \(frame)")
    }
    try steady.finish()
    try hopping.finish()
    try ItemInvarianceTests.expectSame(steady, hopping, -1)
    #expect(try steady.stats().items_folded > 0 && steady.counts().total > 15)
  }

  @Test("The log that nobody fetched, gates and a fresh scanner are in it")
  func log() throws {
    let scanner = try Self.busy()
    let copy = try TestScanner(restoring: scanner.snapshot())
    let (events, expected) = try (copy.events(), scanner.events())
    #expect(events == expected && events.count > 20)
    for gate: UInt32 in 0...5 { #expect(try copy.edges(gate) == scanner.edges(gate)) }
    let fresh = try TestScanner(restoring: TestScanner().snapshot())
    #expect(try fresh.stats().frames == 0)
    try fresh.update([row(320)])
    #expect(try fresh.ids() == [1])
    try copy.reset()
    try copy.update([row(320)])
    #expect(try copy.ids() == [1])
  }

  // MARK: Format

  @Test("Its first bytes and its size are those of version 1")
  func format() throws {
    let setup = Setup(preset: .shelf, kalman: Int32(SHELF_KALMAN_CLOSED))
    let scanner = try TestScanner(setup)
    let empty = try scanner.snapshot()
    #expect(empty.prefix(8) == Array("SHELFSNP".utf8)[...])
    #expect(empty[8..<12] == [1, 0, 0, 0])
    // Where a field more or less is written the version must go up.
    #expect(empty.count == 639)
    try scanner.update([row(320)])
    #expect(try scanner.snapshot().count == 639 + 144 + 23)
  }

  @Test("It is smaller than the block")
  func size() throws {
    for setup in Setup.all {
      let scanner = try Self.busy(setup)
      let size = try scanner.snapshot().count
      #expect(size < scanner.size)
    }
  }

  @Test("save asks for the size, fills what is large enough and nothing else")
  func save() throws {
    let scanner = try Self.busy()
    var size = 0
    #expect(shelf_snapshot_save(nil, nil, 0, &size) == SHELF_ERROR_HANDLE)
    #expect(shelf_snapshot_save(scanner.handle, nil, 0, nil) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_snapshot_save(scanner.handle, nil, 1, &size) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_snapshot_save(scanner.handle, nil, -1, &size) == SHELF_ERROR_ARGUMENT)
    #expect(size == 0)
    #expect(shelf_snapshot_save(scanner.handle, nil, 0, &size) == SHELF_ERROR_BUFFER)
    var bytes = [UInt8](repeating: 0xA5, count: size + 16)
    let needed = size
    #expect(shelf_snapshot_save(scanner.handle, &bytes, needed - 1, &size) == SHELF_ERROR_BUFFER)
    #expect(bytes.allSatisfy { $0 == 0xA5 } && size == needed)
    #expect(shelf_snapshot_save(scanner.handle, &bytes, bytes.count, &size) == SHELF_OK)
    #expect(size == needed && bytes.suffix(16).allSatisfy { $0 == 0xA5 })
    #expect(try TestScanner(restoring: Array(bytes.prefix(needed))).stats() == scanner.stats())
  }

  // MARK: Refusals

  /// What restoring says, with the block and the handle watched.
  static func restore(_ bytes: [UInt8], _ memory: UnsafeMutableRawPointer, _ size: Int) -> shelf_status {
    var handle: OpaquePointer?
    let status = shelf_snapshot_restore(memory, size, bytes, bytes.count, &handle)
    if status == SHELF_OK { shelf_close(handle) } else { #expect(handle == nil) }
    return status
  }

  @Test("Cut off anywhere, or with a bit flipped anywhere, it is refused and the block stays as it was")
  func harmed() throws {
    let scanner = try TestScanner(.bytetrack) { $0.kalman = Int32(SHELF_KALMAN_CLOSED) }
    try scanner.add(.band())
    for x: Float in [300, 310, 320] { try scanner.update([row(x), row(x + 100)]) }
    let bytes = try scanner.snapshot()
    let other = try TestScanner(.bytetrack)
    try other.update([row(50)])
    let before = try other.stats()
    var config = shelf_config()
    let size = MemoryLayout<shelf_config>.size
    for length in 0..<bytes.count {
      let cut = Array(bytes.prefix(length))
      #expect(Self.restore(cut, other.memory, other.size) == Self.damaged)
      #expect(shelf_snapshot_config(cut, length, &config, size) == Self.damaged)
    }
    #expect(Self.restore(bytes + [0], other.memory, other.size) == Self.damaged)
    for i in bytes.indices {
      var flipped = bytes
      flipped[i] ^= 1 << (i % 8)
      #expect(Self.restore(flipped, other.memory, other.size) == Self.damaged, "byte \(i)")
    }
    #expect(config.struct_size == 0)
    #expect(try other.stats() == before && other.ids() == [1])
  }

  @Test("Another version, and a backend that is not there, are unsupported; a bad block is told")
  func unsupported() throws {
    let scanner = try Self.busy()
    var bytes = try scanner.snapshot()
    for version: UInt8 in [2, 99] {
      bytes[8] = version
      #expect(Self.restore(resealed(bytes), scanner.memory, scanner.size) == SHELF_ERROR_UNSUPPORTED)
    }
    bytes[8] = 1
    bytes = resealed(bytes)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: scanner.size + 64, alignment: 64)
    defer { memory.deallocate() }
    #expect(Self.restore(bytes, memory, scanner.size - 64) == SHELF_ERROR_MEMORY)
    #expect(Self.restore(bytes, memory + 8, scanner.size) == SHELF_ERROR_MEMORY)
    #expect(Self.restore(bytes, memory, scanner.size) == SHELF_OK)
    var handle: OpaquePointer?
    #expect(shelf_snapshot_restore(nil, 0, bytes, bytes.count, &handle) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_snapshot_restore(memory, scanner.size, nil, 0, &handle) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_snapshot_restore(memory, scanner.size, bytes, -1, &handle) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_snapshot_restore(memory, scanner.size, bytes, bytes.count, nil) == SHELF_ERROR_ARGUMENT)
    var config = shelf_config()
    let size = MemoryLayout<shelf_config>.size
    #expect(shelf_snapshot_config(bytes, bytes.count, nil, size) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_snapshot_config(bytes, bytes.count, &config, oldestConfigSize - 1) == SHELF_ERROR_VERSION)
    #expect(handle == nil && config.struct_size == 0)
  }
}
