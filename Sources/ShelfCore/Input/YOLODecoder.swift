/// Reads the output tensor of a YOLO model.
package struct YOLODecoder {
  package enum Layout: Int32 {
    /// [1,N,6]: x1, y1, x2, y2, score, class.
    case endToEnd = 0
    /// [1,4+C,N]: cx, cy, w, h and C scores, channel by channel.
    case channels = 1
    /// [1,N,4+C]: the same row by row.
    case rows = 2
    /// [1,N,5+C]: cells of the grids of strides 8, 16, 32; box relative to the cell, objectness, C scores.
    case yolox = 3
  }

  package static let mostClasses: UInt32 = 65536

  package let layout: Layout
  package let classes: Int
  package let minScore: Float
  /// The model gives shares of its input instead of pixels.
  package let isFraction: Bool
  package let letterbox: Letterbox
  /// From pixels of the picture to the unit of the detections.
  package let outputScale: Point

  package init(
    layout: Layout, classes: Int, minScore: Float, isFraction: Bool, letterbox: Letterbox, outputScale: Point
  ) {
    self.layout = layout
    self.classes = classes
    self.minScore = minScore
    self.isFraction = isFraction
    self.letterbox = letterbox
    self.outputScale = outputScale
  }

  /// What the rows of a tensor became.
  package struct Report {
    package var rows = 0
    package var passed = 0
    package var otherClass = 0
    package var notBoxes = 0
    package var kept = 0
    package var overflow = 0
    package var isTableFull = false
  }

  /// Sigmoids rounded in half precision may come out above 1 by so much; more is another layout.
  static let mostScore: Float = 1 + 1 / 1024

  /// The number of rows of a tensor of that shape; nil where it is not of this layout.
  package func rowCount(_ rows: Int, _ columns: Int) -> Int? {
    switch layout {
    case .endToEnd: columns == 6 ? rows : nil
    case .channels: rows == 4 &+ classes ? columns : nil
    case .rows: columns == 4 &+ classes ? rows : nil
    case .yolox: columns == 5 &+ classes && rows == gridCells ? rows : nil
    }
  }

  /// Detections of the tensor's rows, the best of them, best first; nil where its numbers cannot be of this
  /// layout.
  @unsafe
  package func decode(
    _ tensor: UnsafePointer<Float>, rows: Int, only classes: UnsafeBufferPointer<UInt32>,
    into detections: DetectionArray
  ) -> Report? {
    var pass = unsafe DecoderPass(self, tensor, rows: rows, only: classes, into: detections)
    return pass.run()
  }

  static func strides(_ level: Int) -> Int { 8 << level }

  func gridSize(_ level: Int) -> (width: Int, height: Int) {
    let stride = Self.strides(level)
    return (Int(letterbox.modelWidth) / stride, Int(letterbox.modelHeight) / stride)
  }

  private var gridCells: Int {
    var cells = 0
    for level in 0..<3 {
      let grid = gridSize(level)
      cells &+= grid.width &* grid.height
    }
    return cells
  }
}
