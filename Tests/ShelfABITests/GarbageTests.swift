import CShelfCount
import Testing

@Suite("Any input")
struct GarbageTests {
  @Test("Every kind of fate occurs")
  func fates() throws {
    let scanner = try TestScanner {
      $0.max_tracks = 3
      $0.max_detections = 6
      $0.nms = Int32(SHELF_NMS_HARD)
    }
    var seen: Set<Int32> = []
    seen.formUnion(try scanner.update([row(100)]).map(\.kind))
    seen.formUnion(
      try scanner.update([
        row(100), row(101, score: 0.8), row(200, score: 0.2), row(300, score: 0.05), row(400, score: 0.7),
        row(500, score: 0.7), row(600, score: 0.6), row(50, 400, score: 0.01), row(250, 400, score: 0.55),
      ]).map(\.kind))
    seen.formUnion(
      try scanner.update([
        row(.nan), row(100, w: -50), row(100, w: 0), row(100_000), row(100, score: 2), row(100, class: 80),
      ]).map(\.kind))
    #expect(seen == Set((1...7).map { Int32($0) } + (16...21).map { Int32($0) }))
  }

  /// Floats of every sort: bit patterns, places in and near the picture, and the odd ones.
  static func float(_ random: inout Random) -> Float {
    switch random.next() % 8 {
    case 0: Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    case 1:
      ([
        .nan, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNormalMagnitude / 2, -0.0,
        .greatestFiniteMagnitude, 1 / 1024, 10_240, -10_240,
      ] as [Float]).randomElement(using: &random) ?? 0
    case 2: random.uniform(-11_000, 11_000)
    default: random.uniform(-50, 690)
    }
  }

  static func garbage(_ random: inout Random) -> shelf_detection {
    if random.chance(0.3) {
      return shelf_detection(
        box: shelf_box(x1: float(&random), y1: float(&random), x2: float(&random), y2: float(&random)),
        score: random.chance(0.5) ? random.uniform() : float(&random),
        class_id: UInt32(truncatingIfNeeded: random.next() % 82))
    }
    let (x, y) = (random.uniform(-20, 660), random.uniform(-20, 500))
    let (w, h) = (random.uniform(0, 4), random.uniform(0, 4))
    return row(
      x, y, w: w * w * w * w, h: h * h * h * h, score: random.uniform(), class: UInt32(random.uniform(0, 5)))
  }

  @Test("Whatever comes in, what goes out is finite", arguments: Setup.withMoving)
  func finite(setup: Setup) throws {
    var random = Random(UInt64(setup.preset.rawValue) * 2 + UInt64(setup.kalman) + 1)
    let scanner = try TestScanner(setup) {
      $0.max_tracks = 32
      $0.max_detections = 12
      $0.lost_frames = 200
      $0.nms = Int32(SHELF_NMS_GAUSSIAN)
      $0.trail_length = 8
    }
    for gate in try InvarianceTests.gates() { try scanner.add(gate) }
    var time: UInt64 = 1000
    for update in 0..<10_000 {
      if update % 2500 == 2499 {
        try scanner.reset()
        time = 1000
      }
      let rows = (0..<Int(random.next() % 16)).map { _ in Self.garbage(&random) }
      if random.chance(0.1) {
        time += 1 + random.next() >> UInt64(random.uniform(20, 60))
        try scanner.update(rows, at: time)
      } else {
        try scanner.update(rows)
        time = try scanner.stats().time_us
      }
      for track in try scanner.tracks() {
        let values = [
          track.box.x1, track.box.y1, track.box.x2, track.box.y2, track.vx, track.vy, track.score,
        ]
        try #require(values.allSatisfy { $0.isFinite }, "update \(update): \(track)")
        let box = track.box
        try #require(box.x1 <= box.x2 && box.y1 <= box.y2, "update \(update): \(track)")
        guard update.isMultiple(of: 50), track.id != 0 else { continue }
        let trail = try scanner.trail(track.id)
        try #require(trail.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      }
      for event in try scanner.events() {
        let box = event.box
        let values = [box.x1, box.y1, box.x2, box.y2, event.score, event.evidence]
        try #require(values.allSatisfy { $0.isFinite })
      }
    }
  }

  @Test("The end of time is an error or a frame, never a trap", arguments: Setup.withMoving)
  func endOfTime(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.update([row(320)], at: 1)
    try scanner.update([row(320)], at: .max - 1)
    for _ in 1...3 {
      let rows = [row(320)]
      let status = shelf_update(scanner.handle, 0, rows, 1, nil)
      #expect(status == SHELF_OK || status == SHELF_ERROR_TIME)
    }
    for track in try scanner.tracks() { #expect(track.box.x1.isFinite) }
  }
}
