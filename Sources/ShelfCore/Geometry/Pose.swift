/// Where the camera looks, in shelf coordinates (pixels of a picture at scale 1).
///
/// image = centre of the picture + [a -b; b a] (p - c): a similarity with scale sqrt(a^2 + b^2) and the roll
/// in b / a, so that no function but the square root is needed.
struct Pose: BitwiseCopyable {
  var cx: Float
  var cy: Float
  var a: Float = 1
  var b: Float = 0

  @inline(__always) var scale: Float { (a * a + b * b).squareRoot() }

  /// From the shelf to the picture, relative to the picture's centre.
  @inline(__always)
  func project(_ p: Point) -> Point {
    let x = p.x - cx
    let y = p.y - cy
    return Point(x: a * x - b * y, y: b * x + a * y)
  }

  /// The same for eight points.
  @inline(__always)
  func project(_ px: Tile, _ py: Tile) -> (x: Tile, y: Tile) {
    let x = px - cx
    let y = py - cy
    return (a * x - b * y, b * x + a * y)
  }

  /// From the picture, relative to its centre, to the shelf.
  @inline(__always)
  func back(_ u: Point) -> Point {
    let d = 1 / (a * a + b * b)
    return Point(x: cx + (a * u.x + b * u.y) * d, y: cy + (a * u.y - b * u.x) * d)
  }

  /// The pose after the picture's content has shifted by (dx, dy).
  @inline(__always)
  func shifted(_ dx: Float, _ dy: Float) -> Pose {
    let d = 1 / (a * a + b * b)
    return Pose(cx: cx - (a * dx + b * dy) * d, cy: cy - (a * dy - b * dx) * d, a: a, b: b)
  }
}
