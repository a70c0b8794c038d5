import CShelfCount
import Testing

/// What a scanner meets that runs for weeks.
///
/// `Tests/Soak` runs one for millions of frames.
@Suite("Long runs")
struct LongRunTests {
  static let day: UInt64 = 86_400_000_000

  /// A shelf seen forth and back, with a pause in the middle of the way back.
  static func pan() -> ShelfPan {
    .rows(of: 15, camera: ShelfPan.path([-100, 1300, -100], speed: 8))
  }

  @Test(
    "A day without frames: the camera is where it was, and nothing counts again", arguments: Setup.kalmans)
  func pause(kalman: Int32) throws {
    let counter = try ItemCounter(Setup(preset: .shelf, kalman: kalman))
    let pan = Self.pan()
    for frame in 0..<351 {
      let pause = frame == 90 || frame == 240 ? Self.day : 0
      let time = try frame == 0 ? 1 : counter.scanner.stats().time_us + 33_333 + pause
      // It stood still when it was switched off, and moves on a little later.
      try counter.update(pan.rows(frame), at: time)
    }
    try counter.finish()
    #expect(try counter.total() == 30)
    #expect(try counter.scanner.stats().pieces == 0)
  }

  @Test("A night of empty frames: the camera is where it was", arguments: Setup.kalmans)
  func night(kalman: Int32) throws {
    let counter = try ItemCounter(Setup(preset: .shelf, kalman: kalman))
    let pan = Self.pan()
    for frame in 0..<120 { try counter.update(pan.rows(frame)) }
    for _ in 0..<40 { try counter.update(pan.rows(120)) }
    let counted = try counter.total()
    for _ in 0..<5000 { try counter.update([]) }
    #expect(try counter.total() == counted)
    for _ in 0..<40 { try counter.update(pan.rows(120)) }
    try counter.see(pan, 120..<351)
    try counter.finish()
    #expect(try counter.total() == 30)
    #expect(try counter.scanner.stats().pieces == 0)
  }

  /// Bytes of a snapshot in which the next id is another one: the counters stand behind the clock at the end.
  private static func withNextID(_ id: UInt64, _ scanner: TestScanner) throws -> TestScanner {
    var bytes = try scanner.snapshot()
    let at = bytes.count - 8 - 19 * 8 - 8
    for i in 0..<8 { bytes[at + i] = UInt8(truncatingIfNeeded: id >> (8 * UInt64(i))) }
    return try TestScanner(restoring: resealed(bytes))
  }

  @Test("Ids go on beyond 2^32, in tracks, fates, trails and the log", arguments: Setup.withMoving)
  func ids(setup: Setup) throws {
    let fresh = try TestScanner(setup)
    try fresh.add(.band())
    try fresh.update()
    let scanner = try Self.withNextID(1 << 32 - 1, fresh)
    for frame in 0..<60 {
      let x = Float(frame) * 10
      try scanner.update([row(x, 100), row(x, 240), row(x, 380)])
    }
    let ids = try scanner.ids()
    #expect(ids == [1 << 32 - 1, 1 << 32, 1 << 32 + 1])
    for id in ids { #expect(try scanner.trail(id).count > 30) }
    #expect(try Set(scanner.events().map(\.track_id)) == Set(ids))
    let fates = try scanner.update([row(600, 100), row(600, 240), row(600, 380)])
    #expect(fates.map(\.track_id).sorted() == ids)
  }

  @Test(
    "Another frame rate, late frames and jumps of the clock keep a steady thing's id",
    arguments: Setup.withMoving)
  func clock(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    var time: UInt64 = 1
    for step: UInt64 in [33_333, 16_667, 40_000, 8_333, 100_000, 500_000, 33_333] {
      for _ in 0..<20 {
        time += step
        try scanner.update([row(320)], at: time)
        #expect(shelf_update(scanner.handle, time, nil, 0, nil) == SHELF_ERROR_TIME)
        #expect(shelf_update(scanner.handle, time - 1, nil, 0, nil) == SHELF_ERROR_TIME)
      }
    }
    #expect(try scanner.ids() == [1])
    try scanner.update([row(320)], at: time + Self.day)
    #expect(try scanner.tracks().count == 1 && scanner.ids() != [1])
  }

  @Test("The largest tables there may be", arguments: Setup.kalmans)
  func largest(kalman: Int32) throws {
    let scanner = try TestScanner(byItem: Setup(preset: .shelf, kalman: kalman)) {
      ($0.width, $0.height) = (32768, 32768)
      ($0.max_tracks, $0.max_detections, $0.max_candidates) = (16384, 16384, 64)
      ($0.max_items, $0.max_gates, $0.max_events) = (4096, 32, 65536)
      ($0.max_classes, $0.trail_length) = (256, 4)
    }
    for _ in 0..<32 { try scanner.add(.band()) }
    #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_CAPACITY))) { try scanner.add(.band()) }
    let rows = (0..<400).map { (i: Int) -> shelf_detection in
      let x = Float(i % 20) * 1600 + 100
      let y = Float(i / 20) * 1600 + 200
      return row(x, y, class: UInt32(i % 256))
    }
    try scanner.update(rows)
    let stats = try scanner.stats()
    #expect(stats.tracked == 400)
    #expect(try scanner.items().count <= 4096)
    let bytes = try scanner.snapshot()
    #expect(try TestScanner(restoring: bytes).tracks() == scanner.tracks())
  }
}
