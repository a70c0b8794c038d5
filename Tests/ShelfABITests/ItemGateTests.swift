import CShelfCount
import Testing

/// Gates that count places on the shelf.
@Suite("Counting by item: gates")
struct ItemGateTests {
  static let frames = 0..<251
  static func pan(_ path: [Float] = [-300, 1700]) -> ShelfPan {
    ItemCountTests.pan(camera: ShelfPan.path(path))
  }

  /// The items of a row.
  static func row(_ r: Int) -> Set<Int> { Set(15 * r..<15 * r + 15) }

  static func upperHalf(_ gate: shelf_gate) -> shelf_gate {
    var gate = gate
    gate.units = Int32(SHELF_UNITS_PIXEL)
    gate.setPoints([(288, 0), (288, 240), (352, 0), (352, 240)])
    return gate
  }

  /// Rows of two items, one above the other, before a camera that moves up or down.
  static func tall(_ stops: [Float], of rows: Int = 15) -> ShelfPan {
    let path = ShelfPan.path(stops, speed: 6)
    var pan = ShelfPan.rows(2, of: rows, pitch: 60) { .init(x: 240, y: path($0).x) }
    for i in pan.items.indices {
      let item = pan.items[i]
      (pan.items[i].x, pan.items[i].y) = (item.y, item.x)
      (pan.items[i].w, pan.items[i].h) = (item.h, item.w)
    }
    return pan
  }

  // MARK: Bands

  @Test("A lying band, and a camera that moves along upwards or downwards", arguments: [true, false])
  func lying(down: Bool) throws {
    let stops: [Float] = down ? [-200, 1250] : [1250, -200]
    let pan = Self.tall(stops)
    let frames = 0..<ShelfPan.length(stops, speed: 6)
    let counter = try ItemCountTests.count(pan, frames, gates: [.band(axis: SHELF_AXIS_Y)])
    try counter.expectCounted(
      pan, Set(0..<30), direction: down ? SHELF_BACKWARD : SHELF_FORWARD)
  }

  @Test("An oblique band counts each item when it passes there")
  func oblique() throws {
    let pan = Self.pan()
    let band = try shelf_gate.pixels(SHELF_GATE_BAND, [(200, 0), (360, 480), (260, 0), (420, 480)])
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [band])
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
    for event in counter.log(SHELF_EVENT_COUNT) {
      let item = try #require(pan.item(under: event.box, Int(event.frame) - 1))
      let due = Self.frames.filter { frame in
        let at = pan.center(item, frame)
        return (200 + at.y / 3...260 + at.y / 3).contains(at.x)
      }
      let expected = try #require(due.dropFirst().first)
      #expect(abs(Int(event.emitted_frame) - 1 - expected) <= 2, "item \(item)")
    }
  }

  @Test("Only what passes between the ends of the band counts")
  func shortBand() throws {
    let pan = Self.pan()
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [Self.upperHalf(.standard())])
    try counter.expectCounted(pan, Self.row(0), direction: SHELF_BACKWARD)
  }

  @Test("A band so narrow that nobody dwells in it counts with crossing on, and not with it off")
  func narrow() throws {
    let pan = Self.pan()
    var on = try shelf_gate.band(0.499, 0.501)
    var off = on
    on.crossing = 1
    off.crossing = 0
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [on, off])
    try counter.expectCounted(pan, Set(0..<30), gate: 0, direction: SHELF_BACKWARD)
    #expect(try counter.total(1) == 0)
    #expect(counter.log(SHELF_EVENT_COUNT, gate: 1).isEmpty)
  }

  @Test("Who counts by crossing is logged with that reason")
  func narrowReason() throws {
    var band = try shelf_gate.band(0.499, 0.501)
    band.crossing = 1
    let counter = try ItemCountTests.count(Self.pan(), Self.frames, gates: [band])
    #expect(counter.events.count == 30)
    #expect(counter.events.allSatisfy { $0.reason == SHELF_REASON_CROSSING })
  }

  @Test("Who crosses a narrow band again after it had left the picture is logged as suppressed")
  func narrowAgain() throws {
    var band = try shelf_gate.band(0.499, 0.501)
    band.crossing = 1
    let pan = Self.pan([-300, 1500, -300])
    let counter = try ItemCountTests.count(pan, 0..<451, gates: [band])
    #expect(try counter.total() == 30)
    let gone = (0..<30).filter { pan.center($0, 225).x < 0 }
    #expect(counter.log(SHELF_EVENT_SUPPRESSED).count == gone.count)
  }

  @Test("Frames inside add up over all visits")
  func dwell() throws { try expectDwell(crossing: 0) }

  @Test("A pass with too few frames inside counts no more with crossing on: it takes more than a frame")
  func dwellAndCrossing() throws { try expectDwell(crossing: 1) }

  private func expectDwell(crossing: Int32) throws {
    // Eight frames a pass: the twelfth comes on the way back, the twentieth on the third pass.
    let pan = Self.pan([-300, 1500, -300, 1700])
    let frames = 0..<ShelfPan.length([-300, 1500, -300, 1700])
    let gates = try [12, 20, 40].map { dwell in
      var band = try shelf_gate.band()
      band.dwell = UInt32(dwell)
      band.crossing = crossing
      return band
    }
    let counter = try ItemCountTests.count(pan, frames, gates: gates)
    try counter.expectCounted(pan, Set(0..<30), gate: 0)
    try counter.expectCounted(pan, Set(0..<30), gate: 1)
    #expect(try counter.total(2) == 0)
    let first = counter.log(SHELF_EVENT_COUNT, gate: 0)
    let second = counter.log(SHELF_EVENT_COUNT, gate: 1)
    #expect(first.allSatisfy { (226...450).contains($0.emitted_frame) && $0.direction == SHELF_FORWARD })
    #expect(second.allSatisfy { $0.emitted_frame > 450 && $0.direction == SHELF_BACKWARD })
  }

  @Test("Inside are the items whose places lie in the gate now")
  func inside() throws {
    let pan = Self.pan()
    let gate = try shelf_gate.band(0.3, 0.7)
    let counter = try ItemCounter(gates: [gate])
    for frame in Self.frames {
      try counter.update(pan.rows(frame))
      let places = pan.items.indices.map { pan.center($0, frame).x }
      // Who has just come in over the right edge may not be known for an item yet.
      let least = places.count { (197...400).contains($0) }
      let most = places.count { (187...453).contains($0) }
      let inside = Int(try counter.scanner.counts().inside)
      #expect(inside >= least && inside <= most, "frame \(frame)")
    }
  }

  // MARK: Lines

  @Test("A line counts every item once, by the side it comes from", arguments: [true, false])
  func line(upwards: Bool) throws {
    let pan = Self.pan()
    let ends: [(Float, Float)] = upwards ? [(320, 480), (320, 0)] : [(320, 0), (320, 480)]
    let line = try shelf_gate.line(ends[0], ends[1], margin: 6)
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [line])
    // Items move to the left: over a line that points upwards from its right to its left.
    try counter.expectCounted(
      pan, Set(0..<30), direction: upwards ? SHELF_BACKWARD : SHELF_FORWARD)
    #expect(counter.events.count == 30)
    #expect(counter.events.allSatisfy { $0.reason == SHELF_REASON_CROSSING })
  }

  @Test("Only what crosses the segment counts, and not its prolongation")
  func shortLine() throws {
    let pan = Self.pan()
    let line = try shelf_gate.line((340, 240), (300, 0), margin: 6)
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [line])
    try counter.expectCounted(pan, Self.row(0), direction: SHELF_BACKWARD)
  }

  @Test("A shaking hand does not carry an item over a line twice")
  func shakenLine() throws {
    let pan = ItemCountTests.pan { frame in
      var random = Random(UInt64(frame))
      let x = -300 + 8 * Float(min(frame, 95)) + 8 * Float(max(0, frame - 200))
      return .init(x: x + random.uniform(-5, 5))
    }
    let line = try shelf_gate.line((320, 480), (320, 0), margin: 6)
    let counter = try ItemCountTests.count(pan, 0..<356, gates: [line])
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("Who goes over a line by less than the margin does not count")
  func margin() throws {
    let pan = Self.pan([-300, 592, -300])
    let line = try shelf_gate.line((320, 480), (320, 0), margin: 20)
    let frames = 0..<ShelfPan.length([-300, 592, -300])
    let counter = try ItemCountTests.count(pan, frames, gates: [line])
    // The foremost items, as far as they come.
    let least = (0..<30).map { i in frames.map { pan.center(i, $0).x }.min() ?? 0 }
    #expect(least.contains { $0 > 304 && $0 < 314 } && !least.contains { $0 > 296 && $0 < 304 })
    try counter.expectCounted(pan, Set((0..<30).filter { least[$0] < 300 }), direction: SHELF_BACKWARD)
  }

  @Test("A line over which the items come back counts once; the rest is suppressed")
  func lineAgain() throws {
    let pan = Self.pan([-300, 1500, -300])
    let line = try shelf_gate.line((320, 480), (320, 0), margin: 6)
    let counter = try ItemCountTests.count(pan, 0..<451, gates: [line])
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
    let again = Set(
      counter.log(SHELF_EVENT_SUPPRESSED).map { pan.item(under: $0.box, Int($0.frame) - 1) ?? -1 })
    #expect(again.isSuperset(of: (0..<30).filter { pan.center($0, 225).x < 0 }))
  }

  @Test("Who goes back over a line while it is in the picture does not pass again")
  func lineInPicture() throws {
    let pan = Self.pan([400, 600, 400, 600, 400])
    let line = try shelf_gate.line((320, 480), (320, 0), margin: 6)
    let counter = try ItemCountTests.count(pan, 0..<101, gates: [line])
    #expect(try counter.total() > 0)
    #expect(counter.log(SHELF_EVENT_SUPPRESSED).isEmpty)
  }

  // MARK: Zones and anchors

  @Test("A zone counts what lies in it for the dwell, without a direction")
  func zone() throws {
    let pan = Self.pan()
    let zone = try shelf_gate.zone([(200, 0), (400, 60), (380, 230), (240, 230)])
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [zone])
    try counter.expectCounted(pan, Self.row(0), direction: SHELF_NO_DIRECTION)
    #expect(try counter.scanner.counts().undirected == 15)
  }

  @Test("The anchor may be the middle of the lower edge")
  func bottom() throws {
    let pan = Self.pan()
    // Centres lie at 120 and 360, lower edges at about 210 and 450.
    var zone = try shelf_gate.zone([(280, 400), (360, 400), (360, 476), (280, 476)])
    let center = zone
    zone.anchor = Int32(SHELF_ANCHOR_BOTTOM)
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [zone, center])
    try counter.expectCounted(pan, Self.row(1), gate: 0, direction: SHELF_NO_DIRECTION)
    try counter.expectCounted(pan, [], gate: 1)
  }

  @Test("An anchor outside the picture counts nowhere, though its place is known")
  func outside() throws {
    let pan = Self.pan()
    // All items pass there after they have left the picture.
    let zone = try shelf_gate.zone([(-160, 0), (-40, 0), (-40, 480), (-160, 480)])
    let band = try shelf_gate.band(-0.2, -0.1)
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [zone, band, .band()])
    try counter.expectCounted(pan, [], gate: 0)
    try counter.expectCounted(pan, [], gate: 1)
    try counter.expectCounted(pan, Set(0..<30), gate: 2)
  }

  @Test("Nor does one of which only the upper part is in the picture")
  func outsideBelow() throws {
    // The lower row's centres lie 20 pixels below the picture.
    let pan = ItemCountTests.pan { .init(x: -300 + 8 * Float($0), y: 100) }
    let zone = try shelf_gate.zone([(280, 0), (360, 0), (360, 700), (280, 700)])
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [zone])
    try counter.expectCounted(pan, Self.row(0))
  }

  // MARK: Several gates

  @Test("Several gates at once count as each of them alone")
  func several() throws {
    let pan = Self.pan([-300, 1200, 200, 1700])
    let frames = 0..<ShelfPan.length([-300, 1200, 200, 1700])
    let gates: [shelf_gate] = [
      try .band(), try .band(0.1, 0.2), try .band(0.8, 0.9),
      try .line((320, 480), (320, 0), margin: 6),
      try .zone([(200, 0), (400, 60), (380, 230), (240, 230)]), Self.upperHalf(try .standard()),
    ]
    let together = try ItemCounter(gates: gates) { $0.max_gates = 8 }
    try together.see(pan, frames)
    try together.finish()
    for (g, gate) in gates.enumerated() {
      let alone = try ItemCountTests.count(pan, frames, gates: [gate])
      let counts = try (together.scanner.counts(UInt32(g)), alone.scanner.counts())
      #expect(counts.0 == counts.1, "gate \(g)")
      #expect(counts.0.total == (g < 4 ? 30 : 15), "gate \(g)")
    }
  }

  @Test("By track and by item side by side: each as it would count alone")
  func sideBySide() throws {
    let pan = Self.pan([-300, 1500, -300])
    var byTrack = try shelf_gate.band()
    byTrack.count_by = Int32(SHELF_BY_TRACK)
    let both = try ItemCountTests.count(pan, 0..<451, gates: [.band(), byTrack])
    try both.expectCounted(pan, Set(0..<30))
    let tracks = try TestScanner()
    try tracks.add(.band())
    for frame in 0..<451 { try tracks.update(pan.rows(frame)) }
    // A tracker takes for new what comes back.
    let counts = try (both.scanner.counts(1), tracks.counts())
    #expect(counts.0 == counts.1)
    #expect(counts.0.total > 50)
    #expect(both.log(SHELF_EVENT_COUNT, gate: 1).allSatisfy { $0.item_id == 0 && $0.track_id > 0 })
    #expect(both.log(SHELF_EVENT_COUNT, gate: 0).allSatisfy { $0.item_id > 0 })
  }

  @Test("A gate by item needs a configuration by item")
  func needsMap() throws {
    let scanner = try TestScanner()
    var gate = try shelf_gate.band()
    gate.count_by = Int32(SHELF_BY_ITEM)
    #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_ARGUMENT))) { try scanner.add(gate) }
  }

  @Test("The counts of the classes add up to the total, in every gate")
  func classes() throws {
    var pan = Self.pan([-300, 1500, -300])
    for i in pan.items.indices { pan.items[i].classID = UInt32(i % 4) }
    let counter = try ItemCountTests.count(pan, 0..<451, gates: [.band(), .band(0.2, 0.3)])
    for gate: UInt32 in 0...1 {
      let classes = try (0..<5).map { try counter.scanner.counts(gate, class: $0).total }
      #expect(classes == [8, 8, 7, 7, 0])
    }
    for event in counter.events {
      let item = try #require(pan.item(under: event.box, Int(event.frame) - 1))
      #expect(event.class_id == UInt32(item % 4))
    }
  }

  @Test("A gate added in mid-stream counts from the next update on", arguments: [100, 120, 127])
  func addedLater(start: Int) throws {
    let pan = Self.pan()
    let counter = try ItemCounter()
    try counter.see(pan, 0..<start)
    try counter.add(.band())
    #expect(try counter.total(1) == 0)
    try counter.see(pan, start..<251)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), gate: 0)
    try counter.expectCounted(pan, pan.passedBand(start..<251), gate: 1)
  }

  @Test("A place first seen after a gate was added does not count in it for the time before")
  func addedLaterUnseen() throws {
    var pan = Self.pan()
    // Item 7 passes the band in frames 116 to 124; it is first seen in frame 130.
    pan.isHidden = { frame, item, _ in item == 7 && frame < 130 }
    #expect(pan.center(7, 126).x < 288 && pan.center(7, 130).x > 200)
    let counter = try ItemCounter()
    try counter.see(pan, 0..<126)
    try counter.add(.band())
    try counter.see(pan, 126..<251)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), gate: 0)
    try counter.expectCounted(pan, pan.passedBand(126..<251), gate: 1)
  }
}
