/// The last positions of every track, for drawing: one ring per slot.
///
/// Removing a track swaps two ring numbers instead of moving points.
struct Trail {
  let length: Int
  private let points: Column<Point>
  /// Which ring a slot owns: a permutation.
  private let ring: Column<UInt16>
  private let next: Column<UInt16>
  private let filled: Column<UInt16>

  init(_ arena: inout Arena, tracks: Int, length: Int) {
    self.length = length
    let rings = length > 0 ? tracks : 0
    points = arena.column(Point.self, rings &* length)
    ring = arena.column(UInt16.self, rings)
    next = arena.column(UInt16.self, rings)
    filled = arena.column(UInt16.self, rings)
  }

  func reset() {
    for i in 0..<ring.count { ring[i] = UInt16(truncatingIfNeeded: i) }
  }

  func start(_ slot: Int) {
    guard length > 0 else { return }
    next[Int(ring[slot])] = 0
    filled[Int(ring[slot])] = 0
  }

  func append(_ point: Point, to slot: Int) {
    guard length > 0 else { return }
    let r = Int(ring[slot])
    points[r &* length &+ Int(next[r])] = point
    next[r] = Int(next[r]) &+ 1 == length ? 0 : next[r] &+ 1
    if Int(filled[r]) < length { filled[r] &+= 1 }
  }

  func swap(_ a: Int, _ b: Int) {
    guard length > 0 else { return }
    ring.swapAt(a, b)
  }

  func count(_ slot: Int) -> Int { length > 0 ? Int(filled[Int(ring[slot])]) : 0 }

  /// The `index`-th point of a track, oldest first.
  func point(_ slot: Int, _ index: Int) -> Point {
    let r = Int(ring[slot])
    var k = Int(next[r]) &- Int(filled[r]) &+ index
    if k < 0 { k &+= length }
    return points[r &* length &+ k]
  }
}
