/// Where the camera looks in one frame.
struct Pose {
  /// Place along the shelf, and downwards, in pixels at zoom 1.
  var x = 0.0
  var y = 0.0
  var zoom = 1.0
  var cosine = 1.0
  var sine = 0.0

  /// Roll from an angle in degrees, by half its tangent; exact enough for a few degrees.
  mutating func roll(degrees: Double) {
    let half = degrees * (3.14159265358979 / 360)
    let tangent = half + half * half * half / 3
    cosine = (1 - tangent * tangent) / (1 + tangent * tangent)
    sine = 2 * tangent / (1 + tangent * tangent)
  }
}

/// A box in the picture, in pixels.
struct Rect {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var centreX: Double { x + width / 2 }
  var centreY: Double { y + height / 2 }
  var area: Double { width * height }

  func intersection(_ other: Rect) -> Double {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return across > 0 && down > 0 ? across * down : 0
  }

  func clipped(to width: Double, _ height: Double) -> Rect {
    let left = max(0, x)
    let top = max(0, y)
    return Rect(
      x: left, y: top, width: max(0, min(width, x + self.width) - left),
      height: max(0, min(height, y + self.height) - top))
  }

  /// As it is written: corner and size to a tenth of a pixel.
  var rounded: Rect {
    Rect(
      x: Smooth.tenths(x), y: Smooth.tenths(y), width: Smooth.tenths(width), height: Smooth.tenths(height))
  }
}
