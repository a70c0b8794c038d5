import CShelfCount
import Testing

/// Before a camera that stands the map moves with what passes: things on a belt, one after the other, and what
/// stands beside it.
@Suite("Counting by item: belts")
struct ItemBeltTests {
  /// Things on a belt, `apart` pixels from one another, going left by 12 a frame.
  private struct Belt {
    typealias Thing = (score: Float, classID: UInt32, w: Float, h: Float)

    var things: [Thing]
    var apart = 300
    var spot: shelf_detection?
    var frames: Int { (things.count * apart + 800) / 12 }

    func rows(_ frame: Int) -> [shelf_detection] {
      var rows: [shelf_detection] = []
      for (k, thing) in things.enumerated() {
        let x = Float(760 + k * apart - 12 * frame)
        let (x1, x2) = (max(0, x - thing.w / 2), min(640, x + thing.w / 2))
        guard x2 - x1 > 8 else { continue }
        rows.append(
          row(
            corners: x1, 240 - thing.h / 2, x2, 240 + thing.h / 2, score: thing.score, class: thing.classID))
      }
      if let spot { rows.append(spot) }
      return rows
    }

    func count() throws -> ItemCounter {
      let counter = try ItemCounter()
      for frame in 0..<frames { try counter.update(rows(frame)) }
      try counter.finish()
      return counter
    }
  }

  @Test("A thing of a class of its own counts once it has gone, whatever its score", arguments: [0.24, 0.3])
  func stranger(score: Float) throws {
    let counter = try Belt(things: [
      (0.8, 1, 60, 60), (score, 2, 100, 70), (0.8, 3, 70, 70), (score, 4, 90, 70), (0.85, 3, 70, 70),
    ]).count()
    #expect(try counter.total() == 5)
    let weak = counter.log(SHELF_EVENT_COUNT).filter { $0.class_id == 2 || $0.class_id == 4 }
    #expect(weak.count == 2 && weak.allSatisfy { $0.emitted_frame > $0.frame })
    #expect(try counter.scanner.counts(0).low <= 3)
  }

  @Test("So does one that is alone in the picture with scores that open no place among others")
  func faint() throws {
    let things = (0..<5).map { k -> Belt.Thing in
      (k == 2 ? 0.13 : 0.8, k == 2 ? 7 : 1, 60, 60)
    }
    #expect(try Belt(things: things, apart: 800).count().total() == 5)
  }

  @Test("A single thing counts at the end, though no score is known to compare it with")
  func alone() throws {
    let counter = try Belt(things: [(0.24, 0, 60, 200)]).count()
    #expect(try counter.total() == 1)
    #expect(counter.log(SHELF_EVENT_COUNT).map(\.direction) == [Int32(SHELF_BACKWARD)])
  }

  @Test("A thing far weaker than others of its class is clutter")
  func weakOfItsClass() throws {
    let counter = try Belt(things: (0..<9).map { ($0 == 4 ? 0.2 : 0.8, 1, 60, 60) }).count()
    #expect(try counter.total() == 8)
  }

  @Test("Things of a weak detector count like those of a sure one", arguments: [0.25, 0.3, 0.4])
  func weakDetector(score: Float) throws {
    let belt = Belt(things: (0..<12).map { (score + 0.02 * Float($0 % 3), 1, 60, 60) }, apart: 200)
    let counter = try belt.count()
    #expect(try counter.total() == 12)
  }

  @Test("What stands in the picture while the belt passes is no thing on it", arguments: [0.45, 0.7])
  func spot(score: Float) throws {
    var belt = Belt(things: (0..<16).map { _ in (0.8, 1, 60, 60) }, apart: 160)
    belt.spot = row(150, 400, w: 110, h: 80, score: score, class: 2)
    let counter = try belt.count()
    #expect(counter.log(SHELF_EVENT_COUNT).filter { $0.class_id == 1 }.count == 16)
    // Nothing tells it from a thing until the belt has moved on.
    #expect(try counter.total() <= 17)
    #expect(try counter.scanner.stats().items < 24)
  }

  @Test("Where no thing has the size of another an odd size is no reproach")
  func motley() throws {
    let sizes: [(Float, Float)] = [(60, 60), (100, 60), (60, 110), (150, 90), (90, 170), (200, 120)]
    let things = (0..<18).map { k -> Belt.Thing in
      (k % 6 == 5 ? 0.62 : 0.85, 1, sizes[k % 6].0, sizes[k % 6].1)
    }
    #expect(try Belt(things: things).count().total() == 18)
  }
}
