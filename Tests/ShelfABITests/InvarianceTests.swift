import CShelfCount
import Testing

/// What must not change the result.
@Suite("Invariance")
struct InvarianceTests {
  static func gates() throws -> [shelf_gate] {
    var line = try shelf_gate.line((0.3, 1), (0.4, 0), margin: 0.01)
    var zone = try shelf_gate.zone([(0.5, 0.25), (0.875, 0.25), (0.875, 0.75), (0.625, 0.5)])
    line.units = Int32(SHELF_UNITS_FRACTION)
    zone.units = Int32(SHELF_UNITS_FRACTION)
    return [try .band(), try .band(0.25, 0.375, axis: SHELF_AXIS_Y), line, zone]
  }

  static func scanner(
    _ setup: Setup, _ configure: (inout shelf_config) -> Void = { _ in }
  ) throws -> TestScanner {
    let scanner = try TestScanner(setup, configure)
    for gate in try gates() { try scanner.add(gate) }
    return scanner
  }

  /// Everything two scanners say must be equal, byte for byte.
  static func expectSame(_ a: TestScanner, _ b: TestScanner, _ frame: Int) throws {
    let tracks = try (a.tracks(), b.tracks())
    try #require(tracks.0 == tracks.1, "frame \(frame)")
    let events = try (a.events(), b.events())
    try #require(events.0 == events.1, "frame \(frame)")
    let stats = try (a.stats(), b.stats())
    try #require(stats.0 == stats.1, "frame \(frame)")
    for gate: UInt32 in 0...3 {
      let counts = try (a.counts(gate), b.counts(gate))
      try #require(counts.0 == counts.1, "frame \(frame), gate \(gate)")
    }
  }

  @Test("The order of rows never changes the result", arguments: Setup.withoutOrder, [1, 2, 3] as [UInt64])
  func order(setup: Setup, seed: UInt64) throws {
    for nms in [SHELF_NMS_OFF, SHELF_NMS_HARD, SHELF_NMS_LINEAR, SHELF_NMS_GAUSSIAN] {
      let configure = { (config: inout shelf_config) in
        config.nms = Int32(nms)
        config.max_detections = 18
        config.max_tracks = 24
        config.max_candidates = 1
      }
      let straight = try Self.scanner(setup, configure)
      let shuffled = try Self.scanner(setup, configure)
      var random = Random(seed &+ 100)
      for (frame, rows) in crowd(seed: seed, frames: 120, objects: 24).enumerated() {
        // No two rows alike: which one of twins is taken may depend on the order.
        var unique: [shelf_detection] = []
        for r in rows where !unique.contains(where: { $0.box == r.box }) { unique.append(r) }
        let order = unique.indices.shuffled(using: &random)
        let fates = try straight.update(unique)
        let others = try shuffled.update(order.map { unique[$0] })
        try #require(others == order.map { fates[$0] }, "frame \(frame), nms \(nms)")
        let tracks = try shuffled.tracks().map { track in
          track.detection < 0 ? track : track.with(detection: Int32(order[Int(track.detection)]))
        }
        let expected = try straight.tracks()
        try #require(tracks == expected, "frame \(frame), nms \(nms)")
        let events = try (straight.events(), shuffled.events())
        try #require(events.0 == events.1, "frame \(frame), nms \(nms)")
      }
      let stats = try straight.stats()
      #expect(try shuffled.stats() == stats)
      // The stream has what it takes to tell orders apart.
      #expect(stats.tracks_confirmed > 20 && stats.rows_overflow > 0)
      #expect(stats.tracks_refused > 0 && stats.candidates_dropped > 0)
    }
  }

  @Test("Two rows that fit a track equally well: the order does not decide", arguments: Setup.withoutOrder)
  func tie(setup: Setup) throws {
    let pairs = [
      [row(310), row(330)], [row(320, 230), row(320, 250)], [row(320, score: 0.7), row(320, score: 0.8)],
      [row(310, class: 1), row(330, class: 1)],
    ]
    for pair in pairs {
      let a = try TestScanner(setup)
      let b = try TestScanner(setup)
      for scanner in [a, b] { for _ in 1...3 { try scanner.update([row(320)]) } }
      for _ in 1...3 {
        #expect(try a.update(pair) == b.update(pair.reversed()).reversed())
        #expect(try a.tracks().map(\.box) == b.tracks().map(\.box))
      }
    }
  }

  @Test("Two rows exactly alike: the tracks do not depend on the order", arguments: Setup.withoutOrder)
  func twins(setup: Setup) throws {
    let rows = [row(100), row(320), row(320), row(500)]
    let a = try TestScanner(setup)
    let b = try TestScanner(setup)
    for _ in 1...5 {
      try a.update(rows)
      try b.update(rows.reversed())
      #expect(try a.tracks().map { $0.with(detection: 0) } == b.tracks().map { $0.with(detection: 0) })
    }
  }

  @Test("A scanner that was reset is as good as new", arguments: Setup.withMoving)
  func reset(setup: Setup) throws {
    let fresh = try Self.scanner(setup)
    let used = try Self.scanner(setup)
    for rows in crowd(seed: 4, frames: 100) { try used.update(rows) }
    try used.reset()
    try Self.expectSame(fresh, used, 0)
    for (frame, rows) in crowd(seed: 5, frames: 100).enumerated() {
      #expect(try fresh.update(rows) == used.update(rows))
      try Self.expectSame(fresh, used, frame + 1)
    }
  }

  @Test("What the block held before does not matter; opening again starts anew", arguments: Setup.withMoving)
  func reopen(setup: Setup) throws {
    let fresh = try Self.scanner(setup)
    let used = try Self.scanner(setup)
    for rows in crowd(seed: 6, frames: 50) { try used.update(rows) }
    for garbage in [false, true] {
      if garbage { used.memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: used.size) }
      var config = used.config
      var handle: OpaquePointer?
      try check(shelf_open(used.memory, used.size, &config, &handle))
      #expect(handle == used.handle)
      var counts = shelf_counts()
      let size = MemoryLayout<shelf_counts>.size
      let noGate = shelf_get_counts(used.handle, 0, SHELF_ALL_CLASSES, &counts, size)
      #expect(noGate == SHELF_ERROR_NOT_FOUND)
      for gate in try Self.gates() { try used.add(gate) }
      try fresh.reset()
      for (frame, rows) in crowd(seed: 7, frames: 50).enumerated() {
        #expect(try fresh.update(rows) == used.update(rows))
        try Self.expectSame(fresh, used, frame)
      }
    }
  }

  @Test(
    "A copy of the block goes on at another address as if nothing had happened", arguments: Setup.withMoving)
  func copy(setup: Setup) throws {
    var original: TestScanner? = try Self.scanner(setup)
    let control = try Self.scanner(setup)
    for rows in crowd(seed: 8, frames: 60) {
      try original?.update(rows)
      try control.update(rows)
    }
    let copy = try TestScanner(copying: #require(original))
    // The original goes its own way, then its memory is overwritten.
    for rows in crowd(seed: 9, frames: 10) { try original?.update(rows) }
    if let original {
      shelf_close(original.handle)
      original.memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: original.size)
    }
    for (frame, rows) in crowd(seed: 10, frames: 60).enumerated() {
      #expect(try control.update(rows) == copy.update(rows))
      try Self.expectSame(control, copy, frame)
      for id in try control.ids() { #expect(try control.trail(id) == copy.trail(id)) }
    }
    original = nil
  }

  @Test("Both Kalman backends give the same tracks", arguments: Setup.Preset.allCases)
  func backends(preset: Setup.Preset) throws {
    let scanners = try Setup.kalmans.map { try Self.scanner(Setup(preset: preset, kalman: $0)) }
    for (frame, rows) in crowd(seed: 13, frames: 200).enumerated() {
      let fates = try scanners.map { try $0.update(rows) }
      let tracks = try scanners.map { try $0.tracks() }
      for i in scanners.indices.dropFirst() {
        try #require(fates[i] == fates[0], "frame \(frame)")
        try #require(tracks[i].map(\.id) == tracks[0].map(\.id), "frame \(frame)")
        for (a, b) in zip(tracks[i], tracks[0]) {
          let corners = { (t: shelf_track) in [t.box.x1, t.box.y1, t.box.x2, t.box.y2, t.vx, t.vy] }
          #expect(zip(corners(a), corners(b)).allSatisfy { abs($0 - $1) < 1e-2 }, "frame \(frame)")
        }
      }
    }
    for gate: UInt32 in 0...3 {
      let counts = try scanners.map { try $0.counts(gate) }
      #expect(counts.allSatisfy { $0 == counts[0] })
    }
  }

  @Test("Fractions of the picture give what pixels give, at 1920 x 1080", arguments: Setup.withMoving)
  func units(setup: Setup) throws {
    let (width, height): (Float, Float) = (1920, 1080)
    let pixels = try Self.scanner(setup) {
      $0.width = 1920
      $0.height = 1080
    }
    let fractions = try Self.scanner(setup) {
      $0.width = 1920
      $0.height = 1080
      $0.units = Int32(SHELF_UNITS_FRACTION)
    }
    func scaled(_ box: shelf_box, _ x: Float, _ y: Float) -> shelf_box {
      shelf_box(x1: box.x1 * x, y1: box.y1 * y, x2: box.x2 * x, y2: box.y2 * y)
    }
    func same(_ pixel: shelf_box, _ fraction: shelf_box) -> Bool {
      let back = scaled(fraction, width, height)
      return zip([pixel.x1, pixel.y1, pixel.x2, pixel.y2], [back.x1, back.y1, back.x2, back.y2])
        .allSatisfy { abs($0 - $1) <= 1e-3 }
    }
    for (frame, rows) in crowd(seed: 11, frames: 150).enumerated() {
      // Steps of 1/4096 are exact in both units.
      let fraction = rows.map { row in
        var row = row
        let box = scaled(row.box, 4096 / 640, 4096 / 480)
        row.box = shelf_box(
          x1: box.x1.rounded() / 4096, y1: box.y1.rounded() / 4096, x2: box.x2.rounded() / 4096,
          y2: box.y2.rounded() / 4096)
        return row
      }
      let pixel = fraction.map { row in
        shelf_detection(box: scaled(row.box, width, height), score: row.score, class_id: row.class_id)
      }
      let fates = try (pixels.update(pixel), fractions.update(fraction))
      try #require(fates.0 == fates.1, "frame \(frame)")
      let tracks = try (pixels.tracks(), fractions.tracks())
      try #require(tracks.0.map(\.id) == tracks.1.map(\.id), "frame \(frame)")
      for (a, b) in zip(tracks.0, tracks.1) {
        #expect(same(a.box, b.box), "frame \(frame), track \(a.id)")
        #expect(abs(a.vx - b.vx * width) <= 1e-3)
        #expect(abs(a.vy - b.vy * height) <= 1e-3)
      }
      let events = try (pixels.events(), fractions.events())
      try #require(events.0.count == events.1.count)
      for (a, b) in zip(events.0, events.1) {
        #expect(a.track_id == b.track_id && a.kind == b.kind && a.gate == b.gate)
        #expect(same(a.box, b.box))
      }
      for id in try pixels.ids() {
        for (a, b) in zip(try pixels.trail(id), try fractions.trail(id)) {
          #expect(abs(a.x - b.x * width) <= 1e-3 && abs(a.y - b.y * height) <= 1e-3)
        }
      }
    }
    for gate: UInt32 in 0...3 { #expect(try pixels.counts(gate) == fractions.counts(gate)) }
  }

  @Test("A picture twice or half as large gives the same", arguments: Setup.withMoving, [0.5, 2] as [Float])
  func scale(setup: Setup, factor: Float) throws {
    let plain = try Self.scanner(setup)
    let scaled = try Self.scanner(setup) {
      $0.width = UInt32(640 * factor)
      $0.height = UInt32(480 * factor)
    }
    func times(_ box: shelf_box) -> shelf_box {
      shelf_box(x1: box.x1 * factor, y1: box.y1 * factor, x2: box.x2 * factor, y2: box.y2 * factor)
    }
    for (frame, rows) in crowd(seed: 12, frames: 150).enumerated() {
      let larger = rows.map { shelf_detection(box: times($0.box), score: $0.score, class_id: $0.class_id) }
      let fates = try (plain.update(rows), scaled.update(larger))
      try #require(fates.0 == fates.1, "frame \(frame)")
      let boxes = try (plain.tracks().map { times($0.box) }, scaled.tracks().map(\.box))
      try #require(boxes.0 == boxes.1, "frame \(frame)")
    }
    for gate: UInt32 in 0...3 { #expect(try plain.counts(gate) == scaled.counts(gate)) }
    #expect(try plain.counts(0).total > 0)
  }
}
