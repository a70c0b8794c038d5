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

  /// From the picture to the ideal one, relative to the centres: eight boxes by their four edges' middles.
  @inline(__always)
  func straighten(_ b: RowTile) -> RowTile {
    let x = (b.x1 + b.x2) * 0.5
    let y = (b.y1 + b.y2) * 0.5
    return RowTile(
      x1: b.x1 * stretch(b.x1, y), y1: b.y1 * stretch(x, b.y1), x2: b.x2 * stretch(b.x2, y),
      y2: b.y2 * stretch(x, b.y2))
  }

  /// By how much farther from the centre points lie in the ideal picture.
  @inline(__always)
  private func stretch(_ px: Tile, _ py: Tile) -> Tile {
    let x = px / unit
    let y = py / unit
    return 1 / (1 - k * smaller(Tile(repeating: 1.8), x * x + y * y))
  }
}
