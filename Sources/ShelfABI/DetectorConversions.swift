import CShelfCount
import ShelfCore

/// A side of a picture, or nil where it is out of range.
func side(_ pixels: UInt32) -> Int32? {
  (1...UInt32(Letterbox.mostSide)).contains(pixels) ? Int32(pixels) : nil
}

func defaultTensorFormat(size: UInt32) -> shelf_tensor_format {
  let scale: Float = 1 / 255
  return shelf_tensor_format(
    struct_size: size, pixels: Int32(SHELF_PIXELS_RGB), planes: Int32(SHELF_PLANES_RGB), mean: (0, 0, 0),
    scale: (scale, scale, scale), pad: 114)
}

func defaultDecoder(size: UInt32) -> shelf_decoder {
  var decoder = shelf_decoder()
  decoder.struct_size = size
  decoder.min_score = 0.6
  return decoder
}

extension Letterbox {
  /// Nil where the numbers make none.
  init?(_ l: shelf_letterbox) {
    guard let sourceWidth = side(l.source_width), let sourceHeight = side(l.source_height),
      let modelWidth = side(l.model_width), let modelHeight = side(l.model_height),
      let width = side(l.width), let height = side(l.height),
      let x = Int32(exactly: l.x), let y = Int32(exactly: l.y)
    else { return nil }
    self.init(
      sourceWidth: sourceWidth, sourceHeight: sourceHeight, modelWidth: modelWidth, modelHeight: modelHeight,
      x: x, y: y, width: width, height: height)
    guard isInside else { return nil }
  }
}

extension shelf_letterbox {
  init(_ l: Letterbox) {
    self.init(
      source_width: UInt32(l.sourceWidth), source_height: UInt32(l.sourceHeight),
      model_width: UInt32(l.modelWidth), model_height: UInt32(l.modelHeight), x: UInt32(l.x), y: UInt32(l.y),
      width: UInt32(l.width), height: UInt32(l.height))
  }
}

extension Box {
  init(_ b: shelf_box) { self.init(x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2) }
}

extension TensorFormat {
  /// Nil where a number is out of range.
  init?(_ f: shelf_tensor_format) {
    guard let pixels = Pixels(rawValue: f.pixels),
      f.planes == SHELF_PLANES_RGB || f.planes == SHELF_PLANES_BGR
    else { return nil }
    self.init(
      pixels: pixels, isBGR: f.planes == SHELF_PLANES_BGR, mean: SIMD3(f.mean.0, f.mean.1, f.mean.2),
      scale: SIMD3(f.scale.0, f.scale.1, f.scale.2), pad: f.pad)
    guard isValid else { return nil }
  }
}

extension YOLODecoder {
  /// Nil where a number names no choice or is out of range.
  init?(_ d: shelf_decoder) {
    guard let layout = Layout(rawValue: d.layout), let units = Configuration.Units(rawValue: d.units),
      let outputUnits = Configuration.Units(rawValue: d.output_units),
      let letterbox = Letterbox(d.letterbox), (1...Self.mostClasses).contains(d.classes),
      d.min_score >= 0, d.min_score <= 1, layout != .yolox || units == .pixel
    else { return nil }
    self.init(
      layout: layout, classes: Int(d.classes), minScore: d.min_score, isFraction: units == .fraction,
      letterbox: letterbox,
      outputScale: outputUnits == .pixel
        ? Point(x: 1, y: 1)
        : Point(x: 1 / Float(letterbox.sourceWidth), y: 1 / Float(letterbox.sourceHeight)))
  }
}

extension shelf_decode_report {
  init(_ r: YOLODecoder.Report) {
    self.init(
      rows: UInt64(r.rows), passed: UInt64(r.passed), other_class: UInt64(r.otherClass),
      not_boxes: UInt64(r.notBoxes), overflow: UInt64(r.overflow), table_full: r.isTableFull ? 1 : 0)
  }
}
