import CShelfCount
import Testing

/// What a place's scores say about whether it holds an item.
@Suite("Counting by item: scores")
struct ItemScoreTests {
  static let sure = 30

  /// Thirty sure items, and one more thing behind the upper row.
  private func pan(_ seed: UInt64, score: Float, width: Float = 1) -> ShelfPan {
    var pan = ItemDisturbanceTests.pan(seed: seed) { $0.makeRoomBelow() }
    var last = pan.items[14]
    last.x += 90
    last.w *= width
    last.score = score
    pan.items.append(last)
    return pan
  }

  private func total(_ pan: ShelfPan) throws -> Int {
    try ItemCountTests.count(pan, ItemDisturbanceTests.frames).total()
  }

  @Test("Three boxes of a weak score on one thing speak for it together", arguments: [1, 2, 3] as [UInt64])
  func support(seed: UInt64) throws {
    var pan = pan(seed, score: 0.5)
    pan.addClutterBelow()
    #expect(try total(pan) == Self.sure)
    for aside in [-0.06, 0.06] as [Float] {
      var second = pan.items[Self.sure]
      second.x += second.w * aside
      second.isClutter = true
      pan.items.append(second)
    }
    #expect(try total(pan) == Self.sure + 1)
  }

  @Test("A weak thing where there is no clutter counts once it has gone", arguments: [1, 2, 3] as [UInt64])
  func weak(seed: UInt64) throws {
    let pan = pan(seed, score: 0.5)
    let counter = try ItemCountTests.count(pan, ItemDisturbanceTests.frames)
    let events = counter.log(SHELF_EVENT_COUNT)
    #expect(events.count == Self.sure + 1)
    let late = events.filter { $0.emitted_frame > $0.frame + 5 }
    #expect(late.map { pan.item(under: $0.box, Int($0.frame) - 1) } == [Self.sure])
  }

  @Test("A weak box of no neighbour's shape does not count", arguments: [1, 2, 3] as [UInt64])
  func odd(seed: UInt64) throws {
    #expect(try total(pan(seed, score: 0.55, width: 0.58)) == Self.sure)
  }
}
