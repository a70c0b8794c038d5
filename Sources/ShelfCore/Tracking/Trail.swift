/// The last positions of every track, for drawing: one ring per slot.
///
/// Removing a track swaps two ring numbers instead of moving points.
struct Trail {
  let length: Int
  private let points: Column<Point>
  private let rings: Column<Ring>
  private let slots: Int

  /// Which ring a slot owns (the numbers are a permutation), where its next point goes, and how many it has.
  private struct Ring: BitwiseCopyable {
    var number: UInt16
    var next: UInt16 = 0
    var filled: UInt16 = 0
  }

  @inline(__always)
  init(_ arena: inout Arena, tracks: Int, length: Int) {
    self.length = length
    let count = length > 0 ? tracks : 0
    slots = count
    points = arena.column(Point.self, count &* length)
    rings = arena.column(Ring.self, count)
  }

  func reset() {
    for i in 0..<slots { rings[i] = Ring(number: UInt16(truncatingIfNeeded: i)) }
  }

  func start(_ slot: Int) {
    guard length > 0 else { return }
    rings[slot] = Ring(number: rings[slot].number)
  }

  @inline(__always)
  func append(_ point: Point, to slot: Int) {
    guard length > 0 else { return }
    var ring = rings[slot]
    points[Int(ring.number) &* length &+ Int(ring.next)] = point
    ring.next = Int(ring.next) &+ 1 == length ? 0 : ring.next &+ 1
    if Int(ring.filled) < length { ring.filled &+= 1 }
    rings[slot] = ring
  }

  func swap(_ a: Int, _ b: Int) {
    guard length > 0 else { return }
    rings.swapAt(a, b)
  }

  func count(_ slot: Int) -> Int { length > 0 ? Int(rings[slot].filled) : 0 }

  /// The `index`-th point of a track, oldest first.
  func point(_ slot: Int, _ index: Int) -> Point {
    let ring = rings[slot]
    var k = Int(ring.next) &- Int(ring.filled) &+ index
    if k < 0 { k &+= length }
    return points[Int(ring.number) &* length &+ k]
  }
}
