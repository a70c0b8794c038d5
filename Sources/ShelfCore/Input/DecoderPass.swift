/// One tensor on its way to detections.
@safe
struct DecoderPass {
  private let decoder: YOLODecoder
  private let tensor: UnsafePointer<Float>
  private let rows: Int
  private let wanted: UnsafeBufferPointer<UInt32>
  private let detections: DetectionArray
  private var report = YOLODecoder.Report()
  private var isSound = true

  @unsafe
  init(
    _ decoder: YOLODecoder, _ tensor: UnsafePointer<Float>, rows: Int,
    only wanted: UnsafeBufferPointer<UInt32>, into detections: DetectionArray
  ) {
    self.decoder = decoder
    unsafe self.tensor = tensor
    self.rows = rows
    unsafe self.wanted = unsafe wanted
    self.detections = detections
  }

  mutating func run() -> YOLODecoder.Report? {
    report.rows = rows
    switch decoder.layout {
    case .endToEnd: readTable()
    case .channels: readScores(rowStride: 1, channelStride: rows)
    case .rows: readScores(rowStride: 4 &+ decoder.classes, channelStride: 1)
    case .yolox: readGrids()
    }
    guard isSound else { return nil }
    let offered = report.kept
    report.kept = min(offered, detections.capacity)
    report.overflow = offered &- report.kept
    detections.sort(count: report.kept)
    return report
  }

  private func value(_ index: Int) -> Float { unsafe tensor[index] }

  // MARK: The layouts

  private mutating func readTable() {
    for i in 0..<rows {
      let at = i &* 6
      let score = value(at &+ 4)
      guard check(score), score >= decoder.minScore else { continue }
      let label = value(at &+ 5)
      guard label >= 0, label < Float(decoder.classes), label == Float(Int32(label)) else {
        isSound = false
        return
      }
      let box = Box(x1: value(at), y1: value(at &+ 1), x2: value(at &+ 2), y2: value(at &+ 3))
      take(box, score, UInt32(label))
    }
    report.isTableFull = rows > 0 && report.passed == rows
  }

  /// Rows side by side, so that a channel is read along the memory in both orders.
  private typealias Block = SIMD4<Float>

  private mutating func readScores(rowStride: Int, channelStride: Int) {
    for start in stride(from: 0, to: rows, by: Block.scalarCount) {
      let count = min(Block.scalarCount, rows &- start)
      var best = Block(repeating: -1)
      var label = SIMD4<Int32>()
      var isStrange = SIMDMask<SIMD4<Int32>>()
      for c in 0..<decoder.classes {
        let at = start &* rowStride &+ (4 &+ c) &* channelStride
        let scores = block(at, stride: rowStride, count: count)
        // As `check` does: a finite number that is no score gives the tensor away, any other is left out.
        let isScore = (scores .>= 0) .& (scores .<= YOLODecoder.mostScore)
        isStrange .|= .!isScore .& (scores - scores .== 0)
        let isBetter = isScore .& (scores .> best)
        best.replace(with: scores, where: isBetter)
        label.replace(with: Int32(truncatingIfNeeded: c), where: isBetter)
      }
      guard lanes(isStrange) == 0 else {
        isSound = false
        return
      }
      for k in 0..<count where best[k] >= decoder.minScore {
        let at = (start &+ k) &* rowStride
        take(
          centre(
            value(at), value(at &+ channelStride), value(at &+ 2 &* channelStride),
            value(at &+ 3 &* channelStride)), best[k], UInt32(truncatingIfNeeded: label[k]))
      }
    }
  }

  /// Numbers of so many rows; NaN, which is no score, for the others.
  @inline(__always)
  private func block(_ at: Int, stride: Int, count: Int) -> Block {
    if stride == 1, count == Block.scalarCount {
      return unsafe UnsafeRawPointer(tensor + at).loadUnaligned(as: Block.self)
    }
    var numbers = Block(repeating: .nan)
    for k in 0..<count { numbers[k] = value(at &+ k &* stride) }
    return numbers
  }

  private mutating func readGrids() {
    var at = 0
    for level in 0..<3 {
      let grid = decoder.gridSize(level)
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          readCell(at, Float(x), Float(y), stride: Float(YOLODecoder.strides(level)))
          guard isSound else { return }
          at &+= 5 &+ decoder.classes
        }
      }
    }
  }

  private mutating func readCell(_ at: Int, _ x: Float, _ y: Float, stride: Float) {
    let objectness = value(at &+ 4)
    // No score is larger than the objectness.
    guard check(objectness), objectness >= decoder.minScore else { return }
    var best: Float = -1
    var label: UInt32 = 0
    for c in 0..<decoder.classes {
      let score = value(at &+ 5 &+ c)
      if check(score), score > best {
        best = score
        label = UInt32(truncatingIfNeeded: c)
      }
    }
    guard best * objectness >= decoder.minScore else { return }
    let box = centre(
      (value(at) + x) * stride, (value(at &+ 1) + y) * stride, exponential(value(at &+ 2)) * stride,
      exponential(value(at &+ 3)) * stride)
    take(box, best * objectness, label)
  }

  // MARK: One row

  private func centre(_ cx: Float, _ cy: Float, _ w: Float, _ h: Float) -> Box {
    Box(x1: cx - w * 0.5, y1: cy - h * 0.5, x2: cx + w * 0.5, y2: cy + h * 0.5)
  }

  /// Whether it is a number; a finite one that is no score gives the tensor away.
  @inline(__always)
  private mutating func check(_ score: Float) -> Bool {
    if score >= 0 && score <= YOLODecoder.mostScore { return true }
    if score.isFinite { isSound = false }
    return false
  }

  @inline(never)
  private mutating func take(_ found: Box, _ score: Float, _ label: UInt32) {
    report.passed &+= 1
    guard isWanted(label) else {
      report.otherClass &+= 1
      return
    }
    var box = found
    if decoder.isFraction {
      box = box.scaled(Float(decoder.letterbox.modelWidth), Float(decoder.letterbox.modelHeight))
    }
    box = decoder.letterbox.toPicture(box).scaled(decoder.outputScale.x, decoder.outputScale.y)
    // Also false where a coordinate is not a number, or is none any more in the picture.
    guard box.width > 0, box.height > 0, box.width.isFinite, box.height.isFinite else {
      report.notBoxes &+= 1
      return
    }
    detections.offer(Detection(box: box, score: min(score, 1), classID: label), after: report.kept)
    report.kept &+= 1
  }

  private func isWanted(_ label: UInt32) -> Bool {
    if unsafe wanted.isEmpty { return true }
    for i in unsafe 0..<wanted.count where unsafe wanted[i] == label { return true }
    return false
  }
}
