import CShelfCount
import Glibc
import ShelfMedia

/// Bytes as the description of a network.
///
/// It is refused, or the library takes what it says.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  do {
    try use(ModelDescription(json: String(decoding: bytes, as: UTF8.self)))
  } catch {
    precondition(error is MediaError && "\(error)".utf8.count < 100_000)
  }
  return 0
}

private func use(_ model: ModelDescription) throws {
  precondition(!model.classes.isEmpty && model.low <= model.confidence)
  let (width, height) = model.inputSize ?? (64, 64)
  precondition((1...32768).contains(width) && (1...32768).contains(height))
  guard width * height <= 1 << 16 else { return }
  var letterbox = shelf_letterbox()
  precondition(
    shelf_letterbox_init(&letterbox, 40, 30, UInt32(width), UInt32(height), Int32(model.fit)) == SHELF_OK)
  var format = try model.tensorFormat()
  let picture = [UInt8](repeating: 255, count: 40 * 30 * 4)
  var tensor = [Float](repeating: .nan, count: 3 * width * height)
  precondition(shelf_write_tensor(&letterbox, &format, picture, 160, &tensor) == SHELF_OK)
  precondition(tensor.allSatisfy(\.isFinite))

  var decoder = try model.decoder()
  decoder.letterbox = letterbox
  let columns = Int64(model.layout == SHELF_LAYOUT_END_TO_END ? 6 : 4 + model.classes.count)
  let shape = model.layout == SHELF_LAYOUT_CHANNELS ? [1, columns, 2] : [1, 2, columns]
  let output = [Float](repeating: 0, count: Int(2 * columns))
  var rows = [shelf_detection](repeating: shelf_detection(), count: 4)
  var count = 0
  let status = shelf_decode(&decoder, output, shape, nil, 0, &rows, rows.count, &count, nil)
  precondition(Int(status) == (model.layout == SHELF_LAYOUT_YOLOX ? SHELF_ERROR_LAYOUT : SHELF_OK))
  precondition(
    shelf_nms(
      Int32(model.nms), Float(model.nmsIoU), 0.5, Float(model.low), model.isNMSByClass ? 1 : 0, &rows, &count)
      == SHELF_OK)
}
