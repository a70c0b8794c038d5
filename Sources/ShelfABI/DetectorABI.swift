// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The C functions around a detector and for drawing; shelfcount.h documents them.

public import CShelfCount
import ShelfCore

// MARK: The picture in the model's input

@c @implementation
public func shelf_letterbox_init(
  _ letterbox: UnsafeMutablePointer<shelf_letterbox>?, _ source_width: UInt32, _ source_height: UInt32,
  _ model_width: UInt32, _ model_height: UInt32, _ fit: Int32
) -> shelf_status {
  guard let letterbox = unsafe letterbox, let fit = Letterbox.Fit(rawValue: fit),
    let sourceWidth = side(source_width), let sourceHeight = side(source_height),
    let modelWidth = side(model_width), let modelHeight = side(model_height)
  else { return failure(SHELF_ERROR_ARGUMENT) }
  unsafe letterbox.pointee = shelf_letterbox(
    Letterbox(
      sourceWidth: sourceWidth, sourceHeight: sourceHeight, modelWidth: modelWidth,
      modelHeight: modelHeight, fit: fit))
  return success
}

@c @implementation
public func shelf_letterbox_to_model(
  _ letterbox: UnsafePointer<shelf_letterbox>?, _ boxes: UnsafeMutablePointer<shelf_box>?, _ count: Int
) -> shelf_status {
  unsafe map(letterbox, boxes, count) { $0.toModel($1) }
}

@c @implementation
public func shelf_letterbox_to_picture(
  _ letterbox: UnsafePointer<shelf_letterbox>?, _ boxes: UnsafeMutablePointer<shelf_box>?, _ count: Int
) -> shelf_status {
  unsafe map(letterbox, boxes, count) { $0.toPicture($1) }
}

@unsafe
private func map(
  _ letterbox: UnsafePointer<shelf_letterbox>?, _ boxes: UnsafeMutablePointer<shelf_box>?, _ count: Int,
  _ change: (Letterbox, Box) -> Box
) -> shelf_status {
  guard let letterbox = unsafe letterbox, let letterbox = unsafe Letterbox(letterbox.pointee), count >= 0,
    unsafe count == 0 || boxes != nil
  else { return failure(SHELF_ERROR_ARGUMENT) }
  guard let boxes = unsafe boxes else { return success }
  for i in 0..<count { unsafe boxes[i] = shelf_box(change(letterbox, Box(boxes[i]))) }
  return success
}

@c @implementation
public func shelf_tensor_format_init(
  _ format: UnsafeMutablePointer<shelf_tensor_format>?, _ struct_size: Int
) -> shelf_status {
  guard let format = unsafe format else { return failure(SHELF_ERROR_ARGUMENT) }
  guard struct_size >= FirstRelease.tensorFormat, let size = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  unsafe writePrefix(defaultTensorFormat(size: size), to: format, size: struct_size)
  return success
}

@c @implementation
public func shelf_write_tensor(
  _ letterbox: UnsafePointer<shelf_letterbox>?, _ format: UnsafePointer<shelf_tensor_format>?,
  _ pixels: UnsafePointer<UInt8>?, _ stride: Int, _ tensor: UnsafeMutablePointer<Float>?
) -> shelf_status {
  guard let letterbox = unsafe letterbox, let letterbox = unsafe Letterbox(letterbox.pointee),
    let format = unsafe format, let pixels = unsafe pixels, let tensor = unsafe tensor
  else { return failure(SHELF_ERROR_ARGUMENT) }
  guard unsafe format.pointee.struct_size >= FirstRelease.tensorFormat else {
    return failure(SHELF_ERROR_VERSION)
  }
  let given = unsafe readPrefix(
    format, size: Int(format.pointee.struct_size), over: defaultTensorFormat(size: 0))
  guard let format = TensorFormat(given), stride >= format.bytesPerPixel &* Int(letterbox.sourceWidth),
    stride <= Int(Int32.max)
  else { return failure(SHELF_ERROR_ARGUMENT) }
  unsafe TensorWriter(letterbox, format, picture: pixels, stride: stride, tensor: tensor).write()
  return success
}

// MARK: The output

@c @implementation
public func shelf_decoder_init(
  _ decoder: UnsafeMutablePointer<shelf_decoder>?, _ struct_size: Int, _ layout: Int32, _ classes: UInt32
) -> shelf_status {
  guard let decoder = unsafe decoder, YOLODecoder.Layout(rawValue: layout) != nil,
    (1...YOLODecoder.mostClasses).contains(classes)
  else { return failure(SHELF_ERROR_ARGUMENT) }
  guard struct_size >= FirstRelease.decoder, let size = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  var filled = defaultDecoder(size: size)
  filled.layout = layout
  filled.classes = classes
  unsafe writePrefix(filled, to: decoder, size: struct_size)
  return success
}

@c @implementation
public func shelf_decode(
  _ decoder: UnsafePointer<shelf_decoder>?, _ tensor: UnsafePointer<Float>?, _ shape: UnsafePointer<Int64>?,
  _ classes: UnsafePointer<UInt32>?, _ class_count: Int,
  _ detections: UnsafeMutablePointer<shelf_detection>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?, _ report: UnsafeMutablePointer<shelf_decode_report>?
) -> shelf_status {
  guard let given = unsafe decoder, let tensor = unsafe tensor, let shape = unsafe shape,
    let count = unsafe count, class_count >= 0, unsafe class_count == 0 || classes != nil,
    capacity >= 0, capacity <= Int(Int32.max), unsafe capacity == 0 || detections != nil
  else { return failure(SHELF_ERROR_ARGUMENT) }
  guard unsafe given.pointee.struct_size >= FirstRelease.decoder else { return failure(SHELF_ERROR_VERSION) }
  let full = unsafe readPrefix(given, size: Int(given.pointee.struct_size), over: defaultDecoder(size: 0))
  guard let decoder = YOLODecoder(full) else { return failure(SHELF_ERROR_ARGUMENT) }
  guard let rows = unsafe rowCount(shape, decoder) else { return failure(SHELF_ERROR_LAYOUT) }
  // The core's rows have the layout of the header's; a test compares them field by field.
  let array = unsafe DetectionArray(
    UnsafeMutableRawPointer(detections)?.assumingMemoryBound(to: Detection.self), capacity: capacity)
  let wanted = unsafe UnsafeBufferPointer(start: classes, count: class_count)
  guard let result = unsafe decoder.decode(tensor, rows: rows, only: wanted, into: array) else {
    return failure(SHELF_ERROR_LAYOUT)
  }
  unsafe count.pointee = result.kept
  if let report = unsafe report { unsafe report.pointee = shelf_decode_report(result) }
  return success
}

@unsafe
private func rowCount(_ shape: UnsafePointer<Int64>, _ decoder: YOLODecoder) -> Int? {
  let most: Int64 = 1 << 24
  guard unsafe shape[0] == 1, unsafe (1...most).contains(shape[1]), unsafe (1...most).contains(shape[2])
  else { return nil }
  return unsafe decoder.rowCount(Int(shape[1]), Int(shape[2]))
}

@c @implementation
public func shelf_nms(
  _ kind: Int32, _ iou: Float, _ sigma: Float, _ min_score: Float, _ by_class: Int32,
  _ detections: UnsafeMutablePointer<shelf_detection>?, _ count: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let kind = Configuration.NMS(rawValue: kind), (0...1).contains(by_class), let count = unsafe count,
    unsafe (0...Int(Int32.max)).contains(count.pointee),
    unsafe count.pointee == 0 || detections != nil
  else { return failure(SHELF_ERROR_ARGUMENT) }
  let suppression = Suppression(
    kind: kind, iou: iou, sigma: sigma, byClass: by_class == 1, leastScore: min_score)
  let rows = unsafe DetectionArray(
    UnsafeMutableRawPointer(detections)?.assumingMemoryBound(to: Detection.self), capacity: count.pointee)
  guard suppression.isInRange, rows.isFinite else { return failure(SHELF_ERROR_ARGUMENT) }
  unsafe count.pointee = rows.suppress(suppression, count: count.pointee)
  return success
}

// MARK: Drawing

private let longestName = 65535

@c @implementation
public func shelf_label(
  _ id: UInt64, _ class_name: UnsafePointer<CChar>?, _ score: Float, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let length = unsafe length, score >= 0, score <= 1, capacity >= 0,
    unsafe text != nil || capacity == 0
  else { return failure(SHELF_ERROR_ARGUMENT) }
  let label = unsafe Label(id: id, name: bytes(class_name), score: score)
  let needed = label.write { _, _ in }
  unsafe length.pointee = needed
  guard needed < capacity, let text = unsafe text else { return failure(SHELF_ERROR_BUFFER) }
  _ = label.write { unsafe text[$0] = CChar(bitPattern: $1) }
  unsafe text[needed] = 0
  return success
}

/// The bytes of a text of C before its 0, at most `longestName`.
@unsafe
private func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
  guard let text = unsafe text else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
  var count = 0
  // The limit also keeps the compiler from calling strlen, which is not among what the library may ask for.
  while count < longestName, unsafe text[count] != 0 { count &+= 1 }
  return unsafe UnsafeBufferPointer(
    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
}

@c @implementation
public func shelf_color(_ id: UInt64) -> UInt32 { Palette.color(of: id) }
