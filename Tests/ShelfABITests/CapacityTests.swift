import CShelfCount
import Testing

@Suite("Capacity")
struct CapacityTests {
  @Test("Of too many rows the best by score are kept", arguments: Setup.all)
  func rows(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.max_detections = 3 }
    let rows = [0.7, 0.9, 0.65, 0.8, 0.95].enumerated().map { i, score in
      row(Float(i) * 100 + 50, score: score)
    }
    let fates = try scanner.update(rows)
    let (kept, over) = (Int32(SHELF_FATE_MATCHED), Int32(SHELF_FATE_OVERFLOW))
    #expect(fates.map(\.kind) == [over, kept, over, kept, kept])
    #expect(fates.filter { $0.kind == over }.allSatisfy { $0.track_id == 0 && $0.stage == 0 })
    #expect(try scanner.ids() == [1, 2, 3])
    #expect(try scanner.stats().rows_overflow == 2)
    #expect(try scanner.stats().rows == 5)
  }

  @Test("Rows that cannot be a box take no place", arguments: Setup.all)
  func badRows(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.max_detections = 1 }
    let fates = try scanner.update([row(.nan, score: 1), row(100, score: 1, class: 80), row(300)])
    #expect(fates[2].kind == SHELF_FATE_MATCHED)
    #expect(try scanner.stats().rows_overflow == 0)
  }

  @Test("More tracks than there is room for are refused and counted", arguments: Setup.all)
  func tracks(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.max_tracks = 2 }
    let rows = [row(100), row(300), row(500)]
    let kinds = try scanner.update(rows).map(\.kind)
    #expect(kinds.count { $0 == SHELF_FATE_MATCHED } == 2)
    #expect(kinds.count { $0 == SHELF_FATE_REFUSED } == 1)
    #expect(try scanner.stats().tracks_refused == 1)
    #expect(try scanner.update(rows).map(\.kind) == kinds)
    #expect(try scanner.stats().tracks_refused == 2)
    // A lost track holds its place until the buffer is over.
    let refused = kinds.enumerated().filter { $0.element == SHELF_FATE_REFUSED }.map { rows[$0.offset] }
    for _ in 1...30 { #expect(try scanner.update(refused)[0].kind == SHELF_FATE_REFUSED) }
    try scanner.update(refused)
    try scanner.update(refused)
    #expect(try scanner.update(refused)[0].track_id == 3)
  }

  @Test("A full log drops entries and says how many; the counts stay right", arguments: Setup.all)
  func log(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.max_events = 3 }
    try scanner.add(.zone([(0, 0), (640, 0), (640, 480), (0, 480)]))
    let rows = (0..<5).map { row(Float($0) * 100 + 50) }
    for _ in 1...2 { try scanner.update(rows) }
    #expect(try scanner.counts().total == 5)
    #expect(try scanner.stats().events_dropped == 2)
    #expect(try scanner.events().count == 3)
    // Fetched, there is room again.
    let more = (0..<2).map { row(Float($0) * 100 + 50, 400) }
    for _ in 1...4 { try scanner.update(rows + more) }
    #expect(try scanner.events().count == 2)
    #expect(try scanner.counts().total == 7)
    #expect(try scanner.stats().events_dropped == 2)
  }

  @Test("Fewer candidates than tracks near a row: the best are considered, the others counted")
  func candidates() throws {
    let scanner = try TestScanner { $0.max_candidates = 1 }
    let ids = try scanner.update([row(100, w: 100), row(160, w: 100)]).map(\.track_id)
    let again = try scanner.update([row(155, w: 100)])[0].track_id
    #expect(again == ids[1])
    #expect(try scanner.stats().candidates_dropped == 1)
  }

  @Test("The smallest capacities work", arguments: Setup.all)
  func smallest(setup: Setup) throws {
    let scanner = try TestScanner(setup) {
      $0.max_tracks = 1
      $0.max_detections = 1
      $0.max_candidates = 1
      $0.max_gates = 1
      $0.max_events = 1
      $0.max_classes = 1
      $0.trail_length = 0
    }
    try scanner.add(.band())
    for _ in 1...3 { try scanner.update([row(320), row(100, score: 0.8)]) }
    #expect(try scanner.counts().total == 1)
    #expect(try scanner.trail(1).isEmpty)
  }

  // MARK: Output arrays

  /// Checks a function that fills an array with `count` entries.
  func fills<T>(
    _ type: T.Type, _ count: Int,
    _ call: (UnsafeMutablePointer<T>?, Int, UnsafeMutablePointer<Int>?) -> shelf_status
  ) {
    let stride = MemoryLayout<T>.stride
    var needed = -1
    #expect(call(nil, 0, &needed) == SHELF_ERROR_BUFFER)
    #expect(needed == count)
    let entries = UnsafeMutablePointer<T>.allocate(capacity: count + 1)
    defer { entries.deallocate() }
    let bytes = UnsafeMutableRawBufferPointer(start: entries, count: stride * (count + 1))
    bytes.initializeMemory(as: UInt8.self, repeating: 0xA5)
    needed = -1
    #expect(call(entries, count - 1, &needed) == SHELF_ERROR_BUFFER)
    #expect(needed == count)
    #expect(bytes.allSatisfy { $0 == 0xA5 })
    needed = -1
    #expect(call(nil, count, &needed) == SHELF_ERROR_ARGUMENT)
    #expect(call(entries, count, nil) == SHELF_ERROR_ARGUMENT)
    #expect(call(entries, -1, &needed) == SHELF_ERROR_ARGUMENT)
    #expect(needed == -1)
    #expect(bytes.allSatisfy { $0 == 0xA5 })
    #expect(call(entries, count + 1, &needed) == SHELF_OK)
    #expect(needed == count)
    #expect(bytes.dropFirst(stride * count).allSatisfy { $0 == 0xA5 })
    #expect(bytes.prefix(stride).contains { $0 != 0xA5 })
  }

  @Test("Arrays too short get BUFFER, the number needed, and nothing else")
  func arrays() throws {
    let scanner = try TestScanner()
    let handle = scanner.handle
    try scanner.add(.band())
    for _ in 1...2 { try scanner.update([row(320, 100), row(320, 240), row(320, 380)]) }
    fills(shelf_track.self, 3) { shelf_tracks(handle, 7, $0, $1, $2) }
    fills(shelf_point.self, 2) { shelf_trail(handle, 1, $0, $1, $2) }
    fills(shelf_edge.self, 4) { shelf_gate_edges(handle, 0, $0, $1, $2) }
    fills(shelf_event.self, 3) { shelf_events(handle, $0, $1, $2) }
    #expect(try scanner.events().isEmpty)
    var count = 7
    #expect(shelf_events(handle, nil, 0, &count) == SHELF_OK)
    #expect(count == 0)
  }
}
