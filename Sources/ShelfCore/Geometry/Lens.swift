/// One radial term of a lens, in the division model (Fitzgibbon, CVPR 2001).
///
/// A point at radius r of the picture lies at r / (1 - k r^2) in an ideal one, r in half widths of the picture.
/// k > 0: barrel distortion.
struct Lens: BitwiseCopyable {
  var k: Float = 0
  let unit: Float

  /// A lens without distortion for pictures of that width.
  init(width: Float) { unit = width * 0.5 }

  static let mostDistortion: Float = 0.4

  /// From the picture, relative to its centre, to the ideal picture.
  @inline(__always)
  func straighten(_ p: Point) -> Point {
    let x = p.x / unit
    let y = p.y / unit
    let r2 = min(x * x + y * y, 1.8)
    let s = 1 / (1 - k * r2)
    return Point(x: p.x * s, y: p.y * s)
  }

  /// From the ideal picture to the real one, relative to the centres.
  @inline(__always)
  func bend(_ p: Point) -> Point {
    let x = p.x / unit
    let y = p.y / unit
    let c = 4 * k * (x * x + y * y)
    guard c > -0.96 else { return p }
    // The root of k r^2 + r / R - 1 = 0 as a share of R, written so that it holds at k = 0 too.
    let s = 2 / (1 + (1 + c).squareRoot())
    return Point(x: p.x * s, y: p.y * s)
  }

  /// The same for eight points.
  @inline(__always)
  func bend(_ px: Tile, _ py: Tile) -> (x: Tile, y: Tile) {
    let x = px / unit
    let y = py / unit
    let c = 4 * k * (x * x + y * y)
    let isBent = c .> -0.96
    let s = 2 / (1 + (1 + c.replacing(with: 0, where: .!isBent)).squareRoot())
    return (px.replacing(with: px * s, where: isBent), py.replacing(with: py * s, where: isBent))
  }

  /// A box by its four edges' middles.
  func straighten(_ box: Box) -> Box {
    let c = box.center
    return Box(
      x1: straighten(Point(x: box.x1, y: c.y)).x, y1: straighten(Point(x: c.x, y: box.y1)).y,
      x2: straighten(Point(x: box.x2, y: c.y)).x, y2: straighten(Point(x: c.x, y: box.y2)).y)
  }
}
