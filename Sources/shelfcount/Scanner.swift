import CShelfCount
import Glibc

/// A `shelf_scanner` and the block of memory it lives in.
struct Scanner: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private let handle: OpaquePointer

  init(_ configuration: shelf_config) throws {
    var configuration = configuration
    try self.init(for: configuration) { shelf_open($0, $1, &configuration, $2) }
  }

  /// The scanner of a snapshot, which must have that very configuration.
  ///
  /// Null where it has another one.
  init?(_ snapshot: [UInt8], _ configuration: shelf_config) throws {
    var found = shelf_config()
    let size = MemoryLayout<shelf_config>.size
    try check(shelf_snapshot_config(snapshot, snapshot.count, &found, size), "the saved state")
    var wanted = configuration
    wanted.struct_size = found.struct_size
    guard memcmp(&found, &wanted, size) == 0 else { return nil }
    try self.init(for: configuration) {
      shelf_snapshot_restore($0, $1, snapshot, snapshot.count, $2)
    }
  }

  private init(
    for configuration: shelf_config,
    _ open: (UnsafeMutableRawPointer, Int, UnsafeMutablePointer<OpaquePointer?>) -> shelf_status
  ) throws {
    var configuration = configuration
    var size = 0
    var alignment = 0
    try check(shelf_memory_needed(&configuration, &size, &alignment), "these settings", .usage)
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, alignment, size) == 0, let memory else {
      throw Failure.failed("out of memory: the tracker needs \(size) bytes")
    }
    var handle: OpaquePointer?
    do {
      try check(open(memory, size, &handle), "opening the tracker")
    } catch {
      free(memory)
      throw error
    }
    guard let handle else {
      free(memory)
      throw Failure.failed("opening the tracker gave no handle")
    }
    self.memory = memory
    self.handle = handle
  }

  deinit {
    shelf_close(handle)
    free(memory)
  }

  /// Adds a gate and returns its index; `name` is how messages call it.
  func add(_ gate: shelf_gate, name: String) throws -> UInt32 {
    var gate = gate
    var index: UInt32 = 0
    try check(shelf_gate_add(handle, &gate, &index), name, .usage)
    return index
  }

  /// One frame, taken at that time in microseconds; 0: one nominal frame after the last.
  func update(_ detections: UnsafeBufferPointer<shelf_detection>, at time: UInt64 = 0) throws {
    try check(shelf_update(handle, time, detections.baseAddress, detections.count, nil), "a frame")
  }

  /// Ids and counts begin anew.
  func reset() throws {
    try check(shelf_reset(handle), "beginning anew")
  }

  func trail(of trackID: UInt64) throws -> [shelf_point] {
    try list("a trail") { shelf_trail(handle, trackID, $0, $1, $2) }
  }

  func edges(gate: UInt32) throws -> [shelf_edge] {
    try list("the edges of a gate") { shelf_gate_edges(handle, gate, $0, $1, $2) }
  }

  func snapshot() throws -> [UInt8] {
    try list("the state") { shelf_snapshot_save(handle, $0, $1, $2) }
  }

  func finish() throws {
    try check(shelf_finish(handle), "the end of the stream")
  }

  func tracks(_ states: Int) throws -> [shelf_track] {
    try list("the tracks") { shelf_tracks(handle, Int32(states), $0, $1, $2) }
  }

  /// Takes the entries out of the count log.
  func takeEvents() throws -> [shelf_event] {
    try list("the count log") { shelf_events(handle, $0, $1, $2) }
  }

  func items() throws -> [shelf_item] {
    try list("the inventory") { shelf_items(handle, $0, $1, $2) }
  }

  func counts(gate: UInt32, of classID: UInt32 = SHELF_ALL_CLASSES) throws -> shelf_counts {
    var counts = shelf_counts()
    let size = MemoryLayout<shelf_counts>.size
    try check(shelf_get_counts(handle, gate, classID, &counts, size), "the counts")
    return counts
  }

  func statistics() throws -> shelf_stats {
    var statistics = shelf_stats()
    try check(shelf_get_stats(handle, &statistics, MemoryLayout<shelf_stats>.size), "the statistics")
    return statistics
  }

  /// What one of the functions that fill an array has to give: asks for the number, then for the entries.
  private func list<Element>(
    _ what: String,
    _ fill: (UnsafeMutablePointer<Element>?, Int, UnsafeMutablePointer<Int>) -> shelf_status
  ) throws -> [Element] {
    var count = 0
    let status = fill(nil, 0, &count)
    if status != SHELF_ERROR_BUFFER { try check(status, what) }
    guard count > 0 else { return [] }
    return try Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      var filled = 0
      try check(fill(buffer.baseAddress, count, &filled), what)
      initialized = min(filled, count)
    }
  }
}

/// Throws the library's own words for a status that is not OK.
func check(_ status: shelf_status, _ what: String, _ kind: Failure.Kind = .failed) throws {
  guard status != SHELF_OK else { return }
  throw Failure(kind: kind, message: "\(what): \(String(cString: shelf_status_text(status)))")
}
