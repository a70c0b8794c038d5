/// A box by two corners, in pixels.
package struct Box: BitwiseCopyable {
  package var x1: Float
  package var y1: Float
  package var x2: Float
  package var y2: Float

  package init(x1: Float, y1: Float, x2: Float, y2: Float) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  @inline(__always) var width: Float { x2 - x1 }
  @inline(__always) var height: Float { y2 - y1 }
  @inline(__always) var area: Float { width * height }
  @inline(__always) var center: Point { Point(x: (x1 + x2) * 0.5, y: (y1 + y2) * 0.5) }

  /// Intersection over union, 0 where the boxes do not overlap.
  @inline(__always)
  func iou(_ other: Box) -> Float {
    let corner = larger(SIMD2(x1, y1), SIMD2(other.x1, other.y1))
    let opposite = smaller(SIMD2(x2, y2), SIMD2(other.x2, other.y2))
    let sides = larger(SIMD2(), opposite - corner)
    let shared = sides.x * sides.y
    guard shared > 0 else { return 0 }
    return shared / (area + other.area - shared)
  }

  @inline(__always)
  func scaled(_ sx: Float, _ sy: Float) -> Box {
    Box(x1: x1 * sx, y1: y1 * sy, x2: x2 * sx, y2: y2 * sy)
  }
}

extension Column where Element == Box {
  /// A box as one vector: x1, y1, x2, y2.
  @inline(__always)
  func corners(_ i: Int) -> SIMD4<Float> {
    assert(holds(i))
    return unsafe UnsafeRawPointer(address(0)).assumingMemoryBound(to: SIMD4<Float>.self)[i]
  }
}

/// A point of the picture, in pixels.
package struct Point: BitwiseCopyable {
  package var x: Float
  package var y: Float

  package init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  @inline(__always)
  func scaled(_ sx: Float, _ sy: Float) -> Point { Point(x: x * sx, y: y * sy) }
}
