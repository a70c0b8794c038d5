import CShelfCount
import Testing

/// Each place counts at most once, however often the camera returns.
@Suite("Counting by item: camera paths")
struct ItemCountTests {
  /// 30 items in two rows; a camera at 1500 has left them all behind.
  static let ends: (Float, Float) = (-300, 1700)

  static func pan(seed: UInt64 = 1, camera: @escaping (Int) -> ShelfPan.Camera) -> ShelfPan {
    .rows(2, of: 15, seed: seed, camera: camera)
  }

  /// Shows a pan and ends the stream.
  static func count(_ pan: ShelfPan, _ frames: Range<Int>, gates: [shelf_gate]? = nil) throws -> ItemCounter {
    let counter = try ItemCounter(gates: gates)
    try counter.see(pan, frames)
    try counter.finish()
    return counter
  }

  @Test("A pan along 30 items counts 30, each once", arguments: [1, 2, 3] as [UInt64])
  func along(seed: UInt64) throws {
    let pan = Self.pan(seed: seed, camera: ShelfPan.path([-300, 1700]))
    let counter = try Self.count(pan, 0..<251)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
    #expect(counter.events.count == 30)
    let counts = try counter.scanner.counts()
    #expect(counts.backward == 30 && counts.low == 30 && counts.high == 30 && counts.inside == 0)
    #expect(counter.events.allSatisfy { $0.reason == SHELF_REASON_DWELL })
  }

  @Test("To the left the items pass to the right, which is forward")
  func leftwards() throws {
    let pan = Self.pan(camera: ShelfPan.path([1700, -300]))
    try Self.count(pan, 0..<251).expectCounted(pan, Set(0..<30), direction: SHELF_FORWARD)
  }

  @Test("A sure item counts at once, not when it has left the picture")
  func noDelay() throws {
    let pan = Self.pan(camera: ShelfPan.path([-300, 1700]))
    let counter = try Self.count(pan, 0..<251)
    for event in counter.events {
      let item = try #require(pan.item(under: event.box, Int(event.frame) - 1))
      let due = try #require(
        (0..<251).filter { (288...352).contains(pan.center(item, $0).x) }.dropFirst().first)
      #expect(abs(Int(event.emitted_frame) - 1 - due) <= 2, "item \(item)")
    }
  }

  @Test("And back: still 30, and the log tells who passed again after it had left the picture")
  func back() throws {
    let pan = Self.pan(camera: ShelfPan.path([-300, 1500, -300]))
    let counter = try Self.count(pan, 0..<451)
    try counter.expectCounted(pan, Set(0..<30))
    let again = counter.log(SHELF_EVENT_SUPPRESSED)
    #expect(again.allSatisfy { $0.delta == 0 && $0.frame > 225 })
    let seen = try again.map { try #require(pan.item(under: $0.box, Int($0.frame) - 1)) }
    // Where the camera turns, the last columns are still in the picture.
    let gone = (0..<30).filter { pan.center($0, 225).x < 0 }
    #expect(seen.sorted() == gone)
    #expect(Set(again.map(\.item_id)).isSubset(of: counter.log(SHELF_EVENT_COUNT).map(\.item_id)))
    #expect(counter.events.reduce(0) { $0 + Int($1.delta) } == 30)
    #expect(counter.events.count == 30 + gone.count)
  }

  @Test("To the end of the shelf and back", arguments: [1540, 1580, 1620] as [Float])
  func toTheEnd(turn: Float) throws { try pastTheEnd(turn: turn) }

  @Test(
    "Past the end of the shelf and back: for 20 or 70 frames nothing is seen",
    arguments: [1700, 1900] as [Float])
  func beyondTheEnd(turn: Float) throws { try pastTheEnd(turn: turn) }

  private func pastTheEnd(turn: Float) throws {
    let pan = Self.pan(camera: ShelfPan.path([-300, turn, -300]))
    let frames = 0..<ShelfPan.length([-300, turn, -300])
    try Self.count(pan, frames).expectCounted(pan, Set(0..<30))
  }

  @Test("Who turns while an item is in the picture does not see it come again")
  func turnInPicture() throws {
    // Items 3 to 8 of each row or so pass to and fro without leaving the picture.
    let pan = Self.pan(camera: ShelfPan.path([400, 600, 400, 600, 400], speed: 4))
    let counter = try Self.count(pan, 0..<201)
    try counter.expectCounted(pan, pan.passedBand(0..<201))
    #expect(counter.log(SHELF_EVENT_SUPPRESSED).isEmpty)
  }

  @Test("Forth, back and forth again", arguments: [1, 2] as [UInt64])
  func forthBackForth(seed: UInt64) throws {
    let pan = Self.pan(seed: seed, camera: ShelfPan.path([-300, 900, 100, 1700], speed: 10))
    let counter = try Self.count(pan, 0..<361)
    try counter.expectCounted(pan, Set(0..<30))
    #expect(!counter.log(SHELF_EVENT_SUPPRESSED).isEmpty)
  }

  @Test("A start amid the band: what lies in it counts, without a direction")
  func startInside() throws {
    let pan = Self.pan(camera: ShelfPan.path([500, 1700]))
    let counter = try Self.count(pan, 0..<151)
    let due = pan.passedBand(0..<151)
    let atStart = pan.passed(0..<1, dwell: 1) { (288...352).contains($0.x) }
    #expect(!atStart.isEmpty)
    try counter.expectCounted(pan, due)
    for event in counter.events {
      let item = try #require(pan.item(under: event.box, Int(event.frame) - 1))
      let expected = atStart.contains(item) ? SHELF_NO_DIRECTION : SHELF_BACKWARD
      #expect(Int(event.direction) == expected, "item \(item)")
    }
    #expect(try counter.scanner.counts().undirected == UInt64(atStart.count))
  }

  @Test("A stop with items on the edges of the band, and a shaking hand", arguments: [1, 2, 3] as [UInt64])
  func stop(seed: UInt64) throws {
    func camera(_ frame: Int) -> ShelfPan.Camera {
      var random = Random(seed &* 77 &+ UInt64(frame))
      // An item of the first row stands within a pixel or two of the edge.
      let x = -300 + 8 * Float(min(frame, 100)) + 8 * Float(max(0, frame - 220))
      return .init(x: x + random.uniform(-2, 2), y: 240 + random.uniform(-2, 2))
    }
    let pan = Self.pan(seed: seed, camera: camera)
    let counter = try Self.count(pan, 0..<371)
    try counter.expectCounted(pan, Set(0..<30))
    #expect(counter.events.count == 30)
  }

  @Test("A camera at rest counts what lies in the band, however long")
  func rest() throws {
    let pan = Self.pan { _ in .init(x: 500) }
    let counter = try Self.count(pan, 0..<400)
    let inside = pan.passedBand(0..<400)
    #expect(inside.count == 1)
    try counter.expectCounted(pan, inside, direction: SHELF_NO_DIRECTION)
    #expect(try counter.scanner.counts().inside == UInt32(inside.count))
    let stats = try counter.scanner.stats()
    #expect(abs(stats.pose_x) < 2 && abs(stats.pose_y) < 2 && stats.registration == SHELF_POSE_FOUND)
  }

  @Test("A start in motion", arguments: [4, 10, 16, 24] as [Float])
  func startInMotion(speed: Float) throws {
    let pan = Self.pan(camera: ShelfPan.path([300, 1700], speed: speed))
    let frames = 0..<ShelfPan.length([300, 1700], speed: speed)
    try Self.count(pan, frames).expectCounted(pan, pan.passedBand(frames))
  }

  @Test("Speeding up and slowing down")
  func ease() throws {
    let pan = Self.pan { frame in
      let t = Float(frame) / 300
      return .init(x: -300 + 2000 * t * t * (3 - 2 * t))
    }
    try Self.count(pan, 0..<301).expectCounted(pan, Set(0..<30))
  }

  @Test("Empty stretches of half a picture")
  func stretches() throws {
    var pan = Self.pan(camera: ShelfPan.path([-300, 2340]))
    for i in pan.items.indices {
      // After every fifth column nothing for 320 pixels.
      pan.items[i].x += 320 * Float(i % 15 / 5)
    }
    let counter = try Self.count(pan, 0..<331)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("Only two items in view, and those huge", arguments: [3, 6] as [Float])
  func huge(speed: Float) throws {
    let pan = ShelfPan.rows(1, of: 10, pitch: 300, camera: ShelfPan.path([-300, 3200], speed: speed))
    let frames = 0..<ShelfPan.length([-300, 3200], speed: speed)
    try Self.count(pan, frames).expectCounted(pan, Set(0..<10), direction: SHELF_BACKWARD)
  }

  @Test("One item in view, seldom two", arguments: 1...6 as ClosedRange<UInt64>)
  func oneInView(seed: UInt64) throws { try expectOneInView(seed) }

  @Test(
    "One item in view: the next one is another",
    arguments: [7, 8] as [UInt64])
  func oneInViewMissed(seed: UInt64) throws { try expectOneInView(seed) }

  private func expectOneInView(_ seed: UInt64) throws {
    let stops: [Float] = [-300, 4200]
    let pan = ShelfPan.rows(1, of: 8, pitch: 500, seed: seed, camera: ShelfPan.path(stops, speed: 6))
    let counter = try Self.count(pan, 0..<ShelfPan.length(stops, speed: 6))
    try counter.expectCounted(pan, Set(0..<8))
  }

  @Test("Rows cut at the top or the bottom", arguments: [170, 310] as [Float])
  func cutRows(y: Float) throws {
    // The outer row sticks out by 70 pixels; its centre stays in the picture.
    let pan = Self.pan { .init(x: -300 + 8 * Float($0), y: y) }
    let counter = try Self.count(pan, 0..<251)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("A picture that drifts up and down", arguments: [-1, 1] as [Float])
  func drift(sign: Float) throws {
    let pan = Self.pan { .init(x: -300 + 6 * Float($0), y: 240 + sign * 0.25 * Float($0 - 170)) }
    let counter = try Self.count(pan, 0..<335)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("Zoom by 10 % in and out")
  func zoom() throws {
    func zoom(_ frame: Int) -> Float { 1 + 0.1 * Self.swing(frame) }
    let pan = Self.pan { .init(x: -150 + 8 * Float($0), zoom: zoom($0)) }
    let counter = try ItemCounter()
    for frame in 0..<231 {
      try counter.update(pan.rows(frame))
      let scale = try counter.scanner.stats().pose_scale
      if frame < 190 { #expect(abs(scale - zoom(frame)) < 0.045, "frame \(frame)") }
    }
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("Roll by 3 degrees to either side")
  func roll() throws {
    func roll(_ frame: Int) -> Float { 0.0524 * (2 * Self.swing(frame) - 1) }
    let pan = Self.pan { .init(x: -150 + 8 * Float($0), roll: roll($0)) }
    let counter = try ItemCounter()
    for frame in 0..<231 {
      try counter.update(pan.rows(frame))
      let sine = try counter.scanner.stats().pose_roll
      if frame < 190 { #expect(abs(sine - (roll(frame) - roll(0))) < 0.045, "frame \(frame)") }
    }
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  /// To and fro between 0 and 1 within 160 frames.
  private static func swing(_ frame: Int) -> Float {
    let t = Float(frame % 160) / 80
    return t < 1 ? t : 2 - t
  }

  @Test("A lens that bends by 12 % at half the width", arguments: [1, 2, 3] as [UInt64])
  func lens(seed: UInt64) throws {
    var pan = Self.pan(seed: seed, camera: ShelfPan.path([-400, 1800]))
    pan.lens = 0.12
    let counter = try Self.count(pan, 0..<276)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
    #expect(try counter.scanner.stats().lens > 0.04)
  }

  @Test("There and back with such a lens", arguments: [1, 2, 4] as [UInt64])
  func lensBack(seed: UInt64) throws { try expectBack(seed) { $0.lens = 0.12 } }

  @Test(
    "There and back with such a lens, other shelves",
    arguments: [3, 7, 10, 14] as [UInt64])
  func lensBackAgain(seed: UInt64) throws { try expectBack(seed) { $0.lens = 0.12 } }

  private func expectBack(_ seed: UInt64, _ change: (inout ShelfPan) -> Void) throws {
    var pan = Self.pan(seed: seed, camera: ShelfPan.path([-300, 1500, -300]))
    change(&pan)
    try Self.count(pan, 0..<451).expectCounted(pan, Set(0..<30))
  }

  @Test("There and back, the camera looking aslant", arguments: [-0.08, 0.05, 0.1] as [Float])
  func aslant(tilt: Float) throws {
    for seed in [1, 2, 3] as [UInt64] { try expectBack(seed) { $0.tilt = tilt } }
  }

  @Test("A straight lens is not taken for a bent one")
  func noLens() throws {
    let pan = Self.pan(camera: ShelfPan.path([-300, 1700]))
    let counter = try Self.count(pan, 0..<251)
    #expect(abs(try counter.scanner.stats().lens) < 0.02)
  }

  @Test("The rows pass by 10 % faster one than the other", arguments: [1, 2, 3] as [UInt64])
  func parallax(seed: UInt64) throws {
    var pan = Self.pan(seed: seed, camera: ShelfPan.path([-300, 1700], speed: 6))
    pan.parallax = 0.1
    let frames = 0..<ShelfPan.length([-300, 1700], speed: 6)
    let counter = try Self.count(pan, frames)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test(
    "And back, with rows that pass by 10 % faster one than the other",
    arguments: [1, 2, 3] as [UInt64])
  func parallaxBack(seed: UInt64) throws { try expectBack(seed) { $0.parallax = 0.1 } }
}
