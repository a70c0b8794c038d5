/// How the bytes of a picture become the numbers of a model's input.
package struct TensorFormat: BitwiseCopyable {
  /// Bytes from one pixel to the next, and where in it red, green and blue lie.
  package enum Pixels: Int32, BitwiseCopyable {
    case rgb = 0
    case bgr = 1
    case rgba = 2
    case bgra = 3

    var size: Int { self == .rgb || self == .bgr ? 3 : 4 }
    var red: Int { self == .rgb || self == .rgba ? 0 : 2 }
    var blue: Int { 2 &- red }
  }

  package var pixels: Pixels
  /// The planes come in the order blue, green, red.
  package var isBGR: Bool
  /// value = (byte - mean) * scale, per plane in the order of the planes.
  package var mean: SIMD3<Float>
  package var scale: SIMD3<Float>
  /// The byte that fills the border.
  package var pad: Float

  package init(pixels: Pixels, isBGR: Bool, mean: SIMD3<Float>, scale: SIMD3<Float>, pad: Float) {
    self.pixels = pixels
    self.isBGR = isBGR
    self.mean = mean
    self.scale = scale
    self.pad = pad
  }

  package var bytesPerPixel: Int { pixels.size }

  package var isValid: Bool {
    for i in 0..<3 where !mean[i].isFinite || !scale[i].isFinite { return false }
    return pad >= 0 && pad <= 255
  }
}

/// Draws a picture into a model's input: three planes of 32-bit floats.
///
/// Bilinear, pixel centres on pixel centres, as the common training code scales.
@safe
package struct TensorWriter {
  private let letterbox: Letterbox
  private let format: TensorFormat
  private let picture: UnsafePointer<UInt8>
  private let stride: Int
  private let tensor: UnsafeMutablePointer<Float>

  /// `stride` is the number of bytes from one row of the picture to the next; the tensor has room for three
  /// planes.
  @unsafe
  package init(
    _ letterbox: Letterbox, _ format: TensorFormat, picture: UnsafePointer<UInt8>, stride: Int,
    tensor: UnsafeMutablePointer<Float>
  ) {
    self.letterbox = letterbox
    self.format = format
    unsafe self.picture = picture
    self.stride = stride
    unsafe self.tensor = tensor
  }

  package func write() {
    let modelWidth = Int(letterbox.modelWidth)
    let modelHeight = Int(letterbox.modelHeight)
    let left = Int(letterbox.x)
    let top = Int(letterbox.y)
    let right = left &+ Int(letterbox.width)
    let bottom = top &+ Int(letterbox.height)
    for row in 0..<modelHeight {
      if row < top || row >= bottom {
        fill(row, 0, modelWidth)
      } else {
        fill(row, 0, left)
        fill(row, right, modelWidth)
        drawRow(row &- top)
      }
    }
  }

  private var planeSize: Int { Int(letterbox.modelWidth) &* Int(letterbox.modelHeight) }

  private func fill(_ row: Int, _ from: Int, _ to: Int) {
    for plane in 0..<3 {
      let value = (format.pad - format.mean[plane]) * format.scale[plane]
      let start = plane &* planeSize &+ row &* Int(letterbox.modelWidth)
      for i in from..<max(from, to) { unsafe tensor[start &+ i] = value }
    }
  }

  /// Two pixels or rows of the picture, and the share of the second.
  private struct Tap {
    let first: Int
    let second: Int
    let share: Float

    @inline(__always)
    init(_ i: Int, ratio: Float, count: Int) {
      let at = max(0, (Float(i) + 0.5) * ratio - 0.5)
      first = min(Int(at), count &- 1)
      second = min(first &+ 1, count &- 1)
      share = at - Float(first)
    }
  }

  private func drawRow(_ row: Int) {
    let vertical = Tap(
      row, ratio: Float(letterbox.sourceHeight) / Float(letterbox.height), count: Int(letterbox.sourceHeight))
    let upper = unsafe picture + vertical.first &* stride
    let lower = unsafe picture + vertical.second &* stride
    let size = format.pixels.size
    let ratio = Float(letterbox.sourceWidth) / Float(letterbox.width)
    let sourceWidth = Int(letterbox.sourceWidth)
    let start = (row &+ Int(letterbox.y)) &* Int(letterbox.modelWidth) &+ Int(letterbox.x)
    for plane in 0..<3 {
      let channel = (plane == 0) == format.isBGR ? format.pixels.blue : format.pixels.red
      let offset = plane == 1 ? 1 : channel
      let mean = format.mean[plane]
      let scale = format.scale[plane]
      let target = unsafe tensor + (plane &* planeSize &+ start)
      for i in 0..<Int(letterbox.width) {
        let across = Tap(i, ratio: ratio, count: sourceWidth)
        let a = across.first &* size &+ offset
        let b = across.second &* size &+ offset
        let top = unsafe mix(upper[a], upper[b], across.share)
        let bottom = unsafe mix(lower[a], lower[b], across.share)
        unsafe target[i] = (top + (bottom - top) * vertical.share - mean) * scale
      }
    }
  }

  @inline(__always)
  private func mix(_ a: UInt8, _ b: UInt8, _ share: Float) -> Float {
    Float(a) + (Float(b) - Float(a)) * share
  }
}
