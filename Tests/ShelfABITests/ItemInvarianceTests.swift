import CShelfCount
import Testing

/// What must not change a count by item, and what may come in.
@Suite("Counting by item: invariance")
struct ItemInvarianceTests {
  /// A pan with everything in it: misses, second boxes, steady clutter, a hand, a blind gap, there and back.
  static func hard(seed: UInt64, at size: (Float, Float) = (640, 480)) -> ShelfPan {
    var pan = ItemCountTests.pan(seed: seed, camera: ShelfPan.path([-200, 1400, 100], speed: 9))
    pan.misses = 0.1
    pan.doubles = 0.15
    pan.jitter = 0.04
    for k in 0..<12 {
      let score = 0.25 + 0.02 * Float(k)
      pan.items.append(.init(x: 120 + 100 * Float(k), y: 240, w: 50, h: 60, score: score, isClutter: true))
    }
    for i in stride(from: 0, to: 30, by: 3) { pan.items[i].score = 0.5 + 0.02 * Float(i % 10) }
    pan.isHidden = { frame, _, at in
      (110..<118).contains(frame) || ((60..<100).contains(frame) && abs(at.x - 300) < 70)
    }
    (pan.width, pan.height) = size
    return pan
  }

  static let frames = 0..<323

  static func gates() throws -> [shelf_gate] {
    var byTrack = try shelf_gate.band()
    byTrack.count_by = Int32(SHELF_BY_TRACK)
    return try [.band(), byTrack] + InvarianceTests.gates()
  }

  static func scanner(
    _ setup: Setup = .shelf, _ configure: (inout shelf_config) -> Void = { _ in }
  ) throws -> TestScanner {
    let scanner = try TestScanner(byItem: setup) {
      $0.max_gates = 8
      configure(&$0)
    }
    for gate in try gates() { try scanner.add(gate) }
    return scanner
  }

  /// Everything two scanners say about items must be equal, byte for byte.
  ///
  /// Returns the events of this step.
  @discardableResult
  static func expectSame(_ a: TestScanner, _ b: TestScanner, _ frame: Int) throws -> [shelf_event] {
    let events = try (a.events(), b.events())
    try #require(events.0 == events.1, "frame \(frame)")
    let items = try (a.items(), b.items())
    try #require(items.0 == items.1, "frame \(frame)")
    let stats = try (a.stats(), b.stats())
    try #require(stats.0 == stats.1, "frame \(frame)")
    for gate in 0..<UInt32(try gates().count) {
      let counts = try (a.counts(gate), b.counts(gate))
      try #require(counts.0 == counts.1, "frame \(frame), gate \(gate)")
    }
    return events.0
  }

  @Test("The order of the rows changes nothing", arguments: 1...6 as ClosedRange<UInt64>)
  func order(seed: UInt64) throws {
    let pan = Self.hard(seed: seed)
    let straight = try Self.scanner { $0.max_detections = 20 }
    let shuffled = try Self.scanner { $0.max_detections = 20 }
    var random = Random(seed &+ 40)
    var events = 0
    for frame in Self.frames {
      let rows = pan.rows(frame)
      try straight.update(rows)
      try shuffled.update(frame % 3 == 0 ? rows.reversed() : rows.shuffled(using: &random))
      events += try Self.expectSame(straight, shuffled, frame).count
    }
    for scanner in [straight, shuffled] { try scanner.finish() }
    events += try Self.expectSame(straight, shuffled, -1).count
    // The stream has what it takes to tell orders apart.
    #expect(events > 100)
    #expect(try straight.stats().rows_overflow > 0 && straight.stats().rows_suppressed > 0)
  }

  @Test("Nor does it in a crowd that is no shelf", arguments: [1, 2, 3] as [UInt64])
  func orderOfCrowd(seed: UInt64) throws {
    let straight = try Self.scanner { $0.max_items = 40 }
    let shuffled = try Self.scanner { $0.max_items = 40 }
    var random = Random(seed)
    for (frame, rows) in crowd(seed: seed, frames: 150, objects: 24).enumerated() {
      // No two rows alike: which one of twins is taken may depend on the order.
      var unique: [shelf_detection] = []
      for r in rows where !unique.contains(where: { $0.box == r.box }) { unique.append(r) }
      try straight.update(unique)
      try shuffled.update(unique.shuffled(using: &random))
      try Self.expectSame(straight, shuffled, frame)
    }
    let stats = try straight.stats()
    #expect(stats.items > 10)
  }

  @Test("A scanner that was reset is as good as new")
  func reset() throws {
    let fresh = try Self.scanner()
    let used = try Self.scanner()
    for frame in 0..<200 { try used.update(Self.hard(seed: 9).rows(frame)) }
    try used.finish()
    try used.reset()
    #expect(try used.items().isEmpty && used.events().isEmpty)
    try Self.expectSame(fresh, used, -1)
    let pan = Self.hard(seed: 2)
    var events = 0
    for frame in Self.frames {
      let rows = pan.rows(frame)
      try fresh.update(rows)
      try used.update(rows)
      events += try Self.expectSame(fresh, used, frame).count
    }
    #expect(events > 100)
  }

  @Test("Opening again over a used block starts anew")
  func reopen() throws {
    let fresh = try Self.scanner()
    let used = try Self.scanner()
    let pan = Self.hard(seed: 3)
    for frame in 0..<100 { try used.update(pan.rows(frame)) }
    used.memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: used.size)
    var config = used.config
    var handle: OpaquePointer?
    try check(shelf_open(used.memory, used.size, &config, &handle))
    for gate in try Self.gates() { try used.add(gate) }
    for frame in 0..<150 {
      let rows = pan.rows(frame)
      try fresh.update(rows)
      try used.update(rows)
      try Self.expectSame(fresh, used, frame)
    }
  }

  @Test("A copy of the block goes on as if nothing had happened", arguments: [40, 113, 180])
  func copy(at start: Int) throws {
    let pan = Self.hard(seed: 4)
    let control = try Self.scanner()
    var original: TestScanner? = try Self.scanner()
    for frame in 0..<start {
      let rows = pan.rows(frame)
      try control.update(rows)
      try original?.update(rows)
    }
    let copy = try TestScanner(copying: #require(original))
    // The original goes its own way, then its memory is overwritten.
    for frame in 0..<20 { try original?.update(Self.hard(seed: 5).rows(frame)) }
    if let original {
      shelf_close(original.handle)
      original.memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: original.size)
    }
    for frame in start..<323 {
      let rows = pan.rows(frame)
      try control.update(rows)
      try copy.update(rows)
      try Self.expectSame(control, copy, frame)
    }
    for scanner in [control, copy] { try scanner.finish() }
    try Self.expectSame(control, copy, -1)
    original = nil
  }

  @Test("Both Kalman backends give the same items and events")
  func backends() throws {
    let scanners = try Setup.kalmans.map { try Self.scanner(Setup(preset: .shelf, kalman: $0)) }
    let pan = Self.hard(seed: 6)
    for frame in Self.frames {
      let rows = pan.rows(frame)
      for scanner in scanners { try scanner.update(rows) }
      let events = try scanners.map { try $0.events().filter { $0.item_id != 0 } }
      let items = try scanners.map { try $0.items() }
      for i in scanners.indices.dropFirst() {
        try #require(events[i] == events[0] && items[i] == items[0], "frame \(frame)")
      }
    }
    let totals = try scanners.map { try $0.counts().total }
    #expect(totals.allSatisfy { $0 == totals[0] && $0 > 20 })
  }

  @Test("Fractions of the picture give what pixels give, at 1920 x 1080")
  func units() throws {
    let (width, height): (Float, Float) = (1920, 1080)
    let sized = { (config: inout shelf_config) in (config.width, config.height) = (1920, 1080) }
    let pixels = try Self.scanner(.shelf, sized)
    let fractions = try Self.scanner {
      sized(&$0)
      $0.units = Int32(SHELF_UNITS_FRACTION)
    }
    func scaled(_ box: shelf_box, _ x: Float, _ y: Float) -> shelf_box {
      shelf_box(x1: box.x1 * x, y1: box.y1 * y, x2: box.x2 * x, y2: box.y2 * y)
    }
    func same(_ pixel: shelf_box, _ fraction: shelf_box) -> Bool {
      let back = scaled(fraction, width, height)
      return zip([pixel.x1, pixel.y1, pixel.x2, pixel.y2], [back.x1, back.y1, back.x2, back.y2])
        .allSatisfy { abs($0 - $1) <= 2e-3 }
    }
    let pan = Self.hard(seed: 7)
    var seen = 0
    for frame in Self.frames {
      // Steps of 1/4096 are exact in both units.
      let fraction = pan.rows(frame).map { row in
        var row = row
        let box = scaled(row.box, 4096 / 640, 4096 / 480)
        row.box = shelf_box(
          x1: box.x1.rounded() / 4096, y1: box.y1.rounded() / 4096, x2: box.x2.rounded() / 4096,
          y2: box.y2.rounded() / 4096)
        return row
      }
      try fractions.update(fraction)
      try pixels.update(
        fraction.map {
          shelf_detection(box: scaled($0.box, width, height), score: $0.score, class_id: $0.class_id)
        })
      let events = try (pixels.events(), fractions.events())
      try #require(events.0.count == events.1.count, "frame \(frame)")
      for (a, b) in zip(events.0, events.1) {
        #expect(a.item_id == b.item_id && a.kind == b.kind && a.gate == b.gate && a.frame == b.frame)
        #expect(same(a.box, b.box))
      }
      seen += events.0.count
      let items = try (pixels.items(), fractions.items())
      try #require(items.0.map(\.id) == items.1.map(\.id), "frame \(frame)")
      for (a, b) in zip(items.0, items.1) {
        #expect(same(a.box, b.box) && same(a.place, b.place) && a.evidence == b.evidence)
      }
      let stats = try (pixels.stats(), fractions.stats())
      #expect(abs(stats.0.pose_x - stats.1.pose_x * width) < 2e-3)
      #expect(abs(stats.0.pose_y - stats.1.pose_y * height) < 2e-3)
    }
    #expect(seen > 100)
    for gate in 0..<UInt32(try Self.gates().count) {
      #expect(try pixels.counts(gate) == fractions.counts(gate))
    }
  }

  @Test("A picture twice or half as large gives the same counts", arguments: [0.5, 2, 4] as [Float])
  func scale(factor: Float) throws {
    let plain = try Self.scanner()
    let scaled = try Self.scanner {
      $0.width = UInt32(640 * factor)
      $0.height = UInt32(480 * factor)
    }
    let pan = Self.hard(seed: 8)
    for frame in Self.frames {
      let rows = pan.rows(frame)
      try plain.update(rows)
      try scaled.update(
        rows.map {
          let box = shelf_box(
            x1: $0.box.x1 * factor, y1: $0.box.y1 * factor, x2: $0.box.x2 * factor, y2: $0.box.y2 * factor)
          return shelf_detection(box: box, score: $0.score, class_id: $0.class_id)
        })
      let events = try (plain.events(), scaled.events())
      try #require(events.0.count == events.1.count, "frame \(frame)")
      for (a, b) in zip(events.0, events.1) {
        #expect(a.item_id == b.item_id && a.kind == b.kind && a.gate == b.gate && a.frame == b.frame)
      }
    }
    for gate in 0..<UInt32(try Self.gates().count) {
      #expect(try plain.counts(gate) == scaled.counts(gate))
    }
    #expect(try plain.counts().total > 20)
  }

  @Test(
    "Other sizes and shapes of picture count the same pan",
    arguments: [(1920, 1080), (720, 1280), (333, 250), (640, 320)])
  func sizes(size: (Int, Int)) throws {
    // The rows lie in the middle of the height; a flat picture cuts both of them.
    var pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1700]))
    (pan.width, pan.height) = (Float(size.0), Float(size.1))
    let counter = try ItemCounter { ($0.width, $0.height) = (UInt32(size.0), UInt32(size.1)) }
    try counter.see(pan, 0..<251)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("Whatever comes in: nothing traps, all is finite, the counts agree with the log")
  func garbage() throws {
    var random = Random(11)
    let counter = try ItemCounter(gates: InvarianceTests.gates()) {
      $0.max_items = 48
      $0.max_detections = 12
    }
    let scanner = counter.scanner
    var time: UInt64 = 0
    for update in 0..<10_000 {
      var rows = (0..<Int(random.next() % 16)).map { _ in GarbageTests.garbage(&random) }
      // Some of it looks like a shelf, so that places come into being and count.
      if update / 500 % 2 == 0 {
        rows += (0..<5).map { row(60 + 120 * Float($0) + random.uniform(-3, 3), 100, w: 70, h: 120) }
      }
      if random.chance(0.05) {
        time += 1 + random.next() >> UInt64(random.uniform(30, 60))
        try counter.update(rows, at: time)
      } else {
        try counter.update(rows)
        time = try scanner.stats().time_us
      }
      if update % 997 == 0 { try counter.finish() }
      let stats = try scanner.stats()
      let pose = [stats.pose_x, stats.pose_y, stats.pose_scale, stats.pose_roll, stats.lens]
      try #require(pose.allSatisfy { $0.isFinite }, "update \(update): \(pose)")
      try #require(stats.pose_scale > 0 && abs(stats.pose_roll) <= 1, "update \(update)")
      guard update.isMultiple(of: 10) else { continue }
      let items = try scanner.items()
      try #require(items.count <= 48)
      for item in items {
        let values = [
          item.place.x1, item.place.y1, item.place.x2, item.place.y2, item.box.x1, item.box.y1, item.box.x2,
          item.box.y2, item.score, item.evidence,
        ]
        try #require(values.allSatisfy { $0.isFinite }, "update \(update): \(item)")
        try #require(item.place.x1 <= item.place.x2 && item.place.y1 <= item.place.y2)
        try #require((0...1).contains(item.score) && item.hits <= item.expected)
      }
      if let any = items.randomElement(using: &random), random.chance(0.05) {
        try counter.dismiss(any.id)
      } else if let a = items.first, let b = items.last, a.id != b.id, random.chance(0.05) {
        try counter.merge(a.id, into: b.id)
      }
    }
    for event in counter.events {
      let box = event.box
      #expect([box.x1, box.y1, box.x2, box.y2, event.score, event.evidence].allSatisfy { $0.isFinite })
    }
    #expect(counter.events.count > 30)
  }
}
