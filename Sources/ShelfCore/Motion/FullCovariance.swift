/// The full 8x8 covariance P = [A B; B' C] of all tracks, symmetric because each entry is stored once.
///
/// A and C are their upper triangles, 10 rows: (0,0) (0,1) (0,2) (0,3) (1,1) (1,2) (1,3) (2,2) (2,3) (3,3). B is
/// no triangle: `upper` holds its entries (i, j), `lower` its entries (j, i), in the same order, the diagonal in
/// both. So a row of one block always meets the same row of another, and a sum of blocks over all tracks is one
/// sum of two long vectors.
struct FullCovariance {
  let a: TileColumn<10>
  let upper: TileColumn<10>
  let lower: TileColumn<10>
  let c: TileColumn<10>

  @inline(__always)
  init(_ arena: inout Arena, capacity: Int) {
    a = TileColumn(&arena, capacity: capacity)
    upper = TileColumn(&arena, capacity: capacity)
    lower = TileColumn(&arena, capacity: capacity)
    c = TileColumn(&arena, capacity: capacity)
  }

  /// The row of entry (i, j), i <= j, of a triangle.
  @inline(__always)
  static func row(_ i: Int, _ j: Int) -> Int { i &* 4 &- i &* (i &+ 1) / 2 &+ j }

  func start(_ track: Int, h2: Float) {
    for row in 0..<10 {
      a[track, row] = 0
      upper[track, row] = 0
      lower[track, row] = 0
      c[track, row] = 0
    }
    for i in 0..<4 {
      let isAspect = i == ConstantVelocityModel.aspect
      let row = Self.row(i, i)
      a[track, row] =
        isAspect ? ConstantVelocityModel.initialAspect : ConstantVelocityModel.initialPosition * h2
      c[track, row] =
        isAspect ? ConstantVelocityModel.initialAspectVelocity : ConstantVelocityModel.initialVelocity * h2
    }
  }

  func copy(_ from: Int, to: Int) {
    a.copy(from, to: to)
    upper.copy(from, to: to)
    lower.copy(from, to: to)
    c.copy(from, to: to)
  }
}
