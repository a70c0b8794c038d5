/// Where a picture lies in a model's input.
///
/// Whole pixels, fixed once: the picture is drawn to these, and boxes are mapped both ways with the scales
/// these imply, so that nothing is rounded a second time.
package struct Letterbox: BitwiseCopyable {
  package enum Fit: Int32 {
    /// Keeps the aspect ratio, the border shared between both sides; the smaller half comes first.
    case center = 0
    /// Keeps the aspect ratio, the border to the right or below.
    case topLeft = 1
    /// Fills the input, whatever becomes of the aspect ratio.
    case stretch = 2
  }

  package var sourceWidth: Int32
  package var sourceHeight: Int32
  package var modelWidth: Int32
  package var modelHeight: Int32
  package var x: Int32
  package var y: Int32
  package var width: Int32
  package var height: Int32

  package init(
    sourceWidth: Int32, sourceHeight: Int32, modelWidth: Int32, modelHeight: Int32, x: Int32, y: Int32,
    width: Int32, height: Int32
  ) {
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.modelWidth = modelWidth
    self.modelHeight = modelHeight
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Fits a picture into an input, all sides 1...32768.
  package init(sourceWidth: Int32, sourceHeight: Int32, modelWidth: Int32, modelHeight: Int32, fit: Fit) {
    var width = modelWidth
    var height = modelHeight
    if fit != .stretch {
      if Int64(sourceWidth) &* Int64(modelHeight) >= Int64(sourceHeight) &* Int64(modelWidth) {
        height = Self.scale(sourceHeight, by: modelWidth, over: sourceWidth)
      } else {
        width = Self.scale(sourceWidth, by: modelHeight, over: sourceHeight)
      }
    }
    let isCentered = fit == .center
    self.init(
      sourceWidth: sourceWidth, sourceHeight: sourceHeight, modelWidth: modelWidth, modelHeight: modelHeight,
      x: isCentered ? (modelWidth &- width) / 2 : 0, y: isCentered ? (modelHeight &- height) / 2 : 0,
      width: width, height: height)
  }

  /// a * b / c to the nearest whole number, halves up, at least 1.
  private static func scale(_ a: Int32, by b: Int32, over c: Int32) -> Int32 {
    guard c > 0 else { return 1 }
    let twice = (2 &* Int64(a) &* Int64(b) &+ Int64(c)) / (2 &* Int64(c))
    return max(1, Int32(truncatingIfNeeded: twice))
  }

  package static let mostSide: Int32 = 32768

  /// Whether the picture lies within the input.
  package var isInside: Bool {
    x >= 0 && y >= 0 && x <= modelWidth &- width && y <= modelHeight &- height
  }

  /// From pixels of the picture to pixels of the model's input.
  package func toModel(_ box: Box) -> Box {
    let sx = Float(width) / Float(sourceWidth)
    let sy = Float(height) / Float(sourceHeight)
    let left = Float(x)
    let top = Float(y)
    return Box(
      x1: box.x1 * sx + left, y1: box.y1 * sy + top, x2: box.x2 * sx + left, y2: box.y2 * sy + top)
  }

  /// From pixels of the model's input to pixels of the picture.
  package func toPicture(_ box: Box) -> Box {
    let sx = Float(sourceWidth) / Float(width)
    let sy = Float(sourceHeight) / Float(height)
    let left = Float(x)
    let top = Float(y)
    return Box(
      x1: (box.x1 - left) * sx, y1: (box.y1 - top) * sy, x2: (box.x2 - left) * sx, y2: (box.y2 - top) * sy)
  }
}
