/// How the picture differs from one that is taken squarely through an ideal lens.
///
/// Lengths are in half widths of the picture, from its centre. Two terms of perspective, for a camera that looks
/// at the shelf aslant: a point p of the square picture is seen at q = p / (1 + tilt . p). And one radial term,
/// in the division model (Fitzgibbon, CVPR 2001): a point at radius r of the real picture lies at
/// r / (1 - k r^2) of q's. k > 0: barrel distortion.
struct Optics: BitwiseCopyable {
  var k: Float = 0
  var tilt = Point(x: 0, y: 0)
  let unit: Float

  /// A square look through an ideal lens, for pictures of that width.
  init(width: Float) { unit = width * 0.5 }

  static let mostDistortion: Float = 0.4
  static let mostTilt: Float = 0.2
  /// No part of the picture is taken for nearer or farther than by this.
  private static let leastNearness: Float = 0.25

  /// From the square picture to the real one, relative to the centres.
  @inline(__always)
  func bend(_ p: Point) -> Point {
    let near = 1 / max(Optics.leastNearness, 1 + (tilt.x * p.x + tilt.y * p.y) / unit)
    let q = p.scaled(near, near)
    let x = q.x / unit
    let y = q.y / unit
    let c = 4 * k * (x * x + y * y)
    guard c > -0.96 else { return q }
    // The root of k r^2 + r / R - 1 = 0 as a share of R, written so that it holds at k = 0 too.
    let s = 2 / (1 + (1 + c).squareRoot())
    return q.scaled(s, s)
  }

  /// The same for eight points.
  @inline(__always)
  func bend(_ px: Tile, _ py: Tile) -> (x: Tile, y: Tile) {
    let near = unit * larger(Tile(repeating: Optics.leastNearness), 1 + (tilt.x * px + tilt.y * py) / unit)
    let x = px / near
    let y = py / near
    let c = 4 * k * (x * x + y * y)
    let isBent = c .> -0.96
    let s = 2 / (1 + (1 + c.replacing(with: 0, where: .!isBent)).squareRoot())
    let scale = unit * s.replacing(with: 1, where: .!isBent)
    return (x * scale, y * scale)
  }

  /// From the picture to the square one, relative to the centres: eight boxes by their four edges' middles.
  @inline(__always)
  func straighten(_ b: RowTile) -> RowTile {
    let x = (b.x1 + b.x2) * 0.5
    let y = (b.y1 + b.y2) * 0.5
    return RowTile(
      x1: b.x1 * stretch(b.x1, y), y1: b.y1 * stretch(x, b.y1), x2: b.x2 * stretch(b.x2, y),
      y2: b.y2 * stretch(x, b.y2))
  }

  /// By how much farther from the centre points lie in the square picture.
  @inline(__always)
  private func stretch(_ px: Tile, _ py: Tile) -> Tile {
    let x = px / unit
    let y = py / unit
    let bent = 1 - k * smaller(Tile(repeating: 1.8), x * x + y * y)
    return 1 / larger(Tile(repeating: Optics.leastNearness), bent - (tilt.x * x + tilt.y * y))
  }
}
