import CShelfCount
import Testing

/// What detectors and cameras do to the rows must not change the count.
@Suite("Counting by item: disturbances")
struct ItemDisturbanceTests {
  static let way: [Float] = [-300, 1700]
  static let frames = 0..<251

  static func pan(seed: UInt64, _ change: (inout ShelfPan) -> Void) -> ShelfPan {
    var pan = ItemCountTests.pan(seed: seed, camera: ShelfPan.path(way))
    change(&pan)
    return pan
  }

  /// All 30 items must count, whatever `change` does to the pan.
  @discardableResult
  private func expectAll(
    _ seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout ShelfPan) -> Void
  ) throws -> ItemCounter {
    let pan = Self.pan(seed: seed, change)
    let counter = try ItemCountTests.count(pan, Self.frames)
    try counter.expectCounted(
      pan, Set(0..<30), direction: SHELF_BACKWARD, sourceLocation: sourceLocation)
    return counter
  }

  @Test("40 % of the rows are missing", arguments: 1...5 as ClosedRange<UInt64>)
  func misses(seed: UInt64) throws {
    try expectAll(seed) { $0.misses = 0.4 }
  }

  @Test("Boxes whose edges shake by 8 % of their size", arguments: [1, 2, 3] as [UInt64])
  func jitter(seed: UInt64) throws {
    try expectAll(seed) { $0.jitter = 0.08 }
  }

  @Test("Fifteen frames without a row", arguments: [60, 100, 130, 170], [1, 2] as [UInt64])
  func gap(start: Int, seed: UInt64) throws {
    try expectAll(seed) { $0.isHidden = { frame, _, _ in (start..<start + 15).contains(frame) } }
  }

  @Test("Fifteen frames in which but one row in fifteen is left", arguments: [60, 100, 130, 170])
  func nearlyBlind(start: Int) throws {
    try expectAll(1) {
      $0.isHidden = { frame, item, _ in
        (start..<start + 15).contains(frame) && (item * 7 + frame * 3) % 15 != 0
      }
    }
  }

  @Test("A second box on 30 % of the items", arguments: [1, 2, 3] as [UInt64])
  func doubles(seed: UInt64) throws {
    try expectAll(seed) { $0.doubles = 0.3 }
  }

  @Test("A second box that stays on its item, a third of a width aside", arguments: [1, 2, 3] as [UInt64])
  func steadyDoubles(seed: UInt64) throws {
    try expectAll(seed) { pan in
      for i in stride(from: 0, to: 30, by: 4) {
        var second = pan.items[i]
        second.x += second.w * 0.3
        second.score *= 0.8
        second.isClutter = true
        pan.items.append(second)
      }
    }
  }

  @Test("Clutter in every frame with 40 % of the items' score", arguments: [1, 2, 3] as [UInt64])
  func clutter(seed: UInt64) throws {
    let counter = try expectAll(seed) { pan in
      pan.makeRoomBelow()
      pan.addClutterBelow()
    }
    let weak = try counter.scanner.items().filter { $0.score < 0.4 }
    #expect(weak.count == 12 && weak.allSatisfy { $0.state == SHELF_ITEM_OPEN })
    // They were seen as steadily as items are.
    #expect(weak.allSatisfy { $0.hits > 50 && $0.evidence > 8 && $0.in_band >= 2 })
  }

  @Test("Clutter between the items, over the gap from one to the next", arguments: [1, 2, 3] as [UInt64])
  func between(seed: UInt64) throws {
    try expectAll(seed) { pan in
      for i in stride(from: 1, to: 28, by: 5) where i % 15 < 14 {
        let (a, b) = (pan.items[i], pan.items[i + 1])
        pan.items.append(
          .init(x: (a.x + b.x) / 2, y: a.y, w: a.w, h: a.h, score: 0.32, isClutter: true))
      }
    }
  }

  @Test("A second box as sure as the first, for ever", arguments: [0.2, 0.3] as [Float], [1, 2] as [UInt64])
  func sureDoubles(aside: Float, seed: UInt64) throws {
    let pan = Self.pan(seed: seed) { pan in
      for i in 0..<30 {
        var second = pan.items[i]
        second.x += second.w * aside
        pan.items.append(second)
      }
    }
    let counter = try ItemCountTests.count(pan, Self.frames)
    let seen = counter.log(SHELF_EVENT_COUNT).compactMap { pan.item(under: $0.box, Int($0.frame) - 1) }
    #expect(seen.map { $0 % 30 }.sorted() == Array(0..<30))
    #expect(try counter.total() == 30)
  }

  @Test("Boxes that come and go at random places count nothing", arguments: [1, 2, 3] as [UInt64])
  func flashes(seed: UInt64) throws {
    let pan = Self.pan(seed: seed) { _ in }
    let counter = try ItemCounter()
    var random = Random(seed &+ 500)
    for frame in Self.frames {
      var rows = pan.rows(frame)
      for _ in 0..<2 {
        rows.append(
          row(
            random.uniform(30, 610), random.uniform(60, 420), w: 58, h: 180, score: random.uniform(0.3, 0.9)))
      }
      try counter.update(rows)
    }
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("A hand before the band hides nothing", arguments: [0.25, 0.4] as [Float])
  func hand(width: Float) throws {
    // Whatever passes there for 50 frames is never seen in the band.
    let counter = try expectAll(1) { pan in
      pan.isHidden = { frame, _, at in
        (80..<130).contains(frame) && abs(at.x - 320) < width * 320
      }
    }
    #expect(counter.log(SHELF_EVENT_SUPPRESSED).isEmpty)
  }

  @Test("A hand that moves through the picture", arguments: [-4, 0, 7] as [Float])
  func movingHand(speed: Float) throws {
    try expectAll(2) { pan in
      pan.isHidden = { frame, _, at in
        let x = 320 + speed * Float(frame - 120)
        return (75..<165).contains(frame) && abs(at.x - x) < 70 && at.y > 100
      }
    }
  }

  @Test("What a hand hides from the middle on counts on the left", arguments: [1, 2, 3] as [UInt64])
  func handToTheEdge(seed: UInt64) throws {
    let pan = Self.pan(seed: seed) { pan in
      pan.isHidden = { frame, _, at in (70..<160).contains(frame) && at.x < 400 }
    }
    let counter = try ItemCountTests.count(pan, Self.frames, gates: [.band(0.1, 0.2)])
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("Ten frames that show something else", arguments: [90, 130], [1, 2, 3] as [UInt64])
  func nonsense(start: Int, seed: UInt64) throws {
    let pan = Self.pan(seed: seed) { _ in }
    let counter = try ItemCounter()
    var random = Random(seed &+ 900)
    for frame in Self.frames {
      var rows = pan.rows(frame)
      if (start..<start + 10).contains(frame) {
        rows = rows.map { _ in
          row(
            random.uniform(30, 610), random.uniform(60, 420), w: 120, h: 90, score: random.uniform(0.6, 0.9))
        }
      }
      try counter.update(rows)
    }
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
  }

  @Test("An item hidden while it passes the band counts when it is first seen behind it")
  func firstSeenBehind() throws {
    let pan = Self.pan(seed: 1) { pan in
      pan.isHidden = { _, item, at in item == 7 && at.x > 250 }
    }
    let counter = try ItemCountTests.count(pan, Self.frames)
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
    let event = try #require(
      counter.log(SHELF_EVENT_COUNT).first { pan.item(under: $0.box, Int($0.frame) - 1) == 7 })
    #expect((event.box.x1 + event.box.x2) / 2 < 255)
  }
}
