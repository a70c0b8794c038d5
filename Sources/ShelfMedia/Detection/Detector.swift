import COnnxRuntime
package import CShelfCount

/// A network with its description: picture in, detections out.
package final class Detector {
  package let description: ModelDescription
  /// Version of the runtime, "1.27.0".
  package let runtimeVersion: String
  private let session: OpaquePointer
  private var shape: onnx_shape
  private var output = 0
  private var tensor: [Float]
  private var rows: [shelf_detection]
  private var format = shelf_tensor_format()
  private var decoder = shelf_decoder()
  /// Frames in which the table of an end-to-end network was full: it may have seen more than it could tell.
  package private(set) var fullTables = 0

  private static let mostRows = 2000

  /// `model`: an ONNX file; `library`: of the runtime; `threads` 0: as many as the runtime likes.
  package init(model: String, _ description: ModelDescription, library: String, threads: Int) throws {
    var error = [CChar](repeating: 0, count: 512)
    guard let session = onnx_session_open(library, model, Int32(threads), &error, error.count) else {
      let reason = String(decoding: error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw MediaError("\(model): \(reason)")
    }
    self.session = session
    self.description = description
    runtimeVersion = String(cString: onnx_session_version(session))
    shape = onnx_session_input_shape(session)
    rows = [shelf_detection](repeating: shelf_detection(), count: Self.mostRows)
    tensor = []
    // All is set: should one of these throw, `deinit` closes the session.
    output = try Self.findOutput(session, description.output)
    try settleShape(model)
    format = try description.tensorFormat()
    decoder = try description.decoder()
  }

  deinit { onnx_session_close(session) }

  package var inputSize: (width: Int, height: Int) { (Int(shape.dims.3), Int(shape.dims.2)) }

  private static func findOutput(_ session: OpaquePointer, _ name: String?) throws -> Int {
    guard let name else { return 0 }
    let names = (0..<onnx_session_output_count(session)).map {
      String(cString: onnx_session_output_name(session, $0))
    }
    guard let index = names.firstIndex(of: name) else {
      throw MediaError("the network has no output '\(name)' (\(names.joined(separator: ", ")))")
    }
    return index
  }

  /// Fills in what the network leaves open.
  private func settleShape(_ model: String) throws {
    let asked = description.inputSize
    guard shape.rank == 4, shape.dims.1 == 3, shape.dims.0 == 1 || shape.dims.0 < 0 else {
      throw MediaError("\(model): its input is not one picture of three planes, [1,3,height,width]")
    }
    shape.dims.0 = 1
    if shape.dims.2 < 0, let asked { shape.dims.2 = Int64(asked.height) }
    if shape.dims.3 < 0, let asked { shape.dims.3 = Int64(asked.width) }
    guard shape.dims.2 > 0, shape.dims.3 > 0 else {
      throw MediaError("\(model) leaves the size of its input open; its description must name it")
    }
    guard asked.map({ $0 == inputSize }) ?? true else {
      throw MediaError(
        "\(model): its input is \(inputSize.width)x\(inputSize.height), its description says otherwise")
    }
    tensor = [Float](repeating: 0, count: 3 * inputSize.width * inputSize.height)
  }

  /// Rows with a score of `minScore` or more, in pixels of the picture, best first; of the classes asked for.
  package func detect(_ picture: Picture, minScore: Float, only classes: [UInt32] = []) throws
    -> [shelf_detection]
  {
    try check(
      shelf_letterbox_init(
        &decoder.letterbox, UInt32(picture.width), UInt32(picture.height), UInt32(inputSize.width),
        UInt32(inputSize.height), Int32(description.fit)), "the letterbox")
    try check(
      shelf_write_tensor(
        &decoder.letterbox, &format, picture.bytes.bindMemory(to: UInt8.self).baseAddress, picture.stride,
        &tensor),
      "the input")
    guard onnx_session_run(session, tensor, &shape, output) == 0 else {
      throw MediaError("\(description.name): \(String(cString: onnx_session_error(session)))")
    }
    return try decode(minScore, classes)
  }

  private func decode(_ minScore: Float, _ classes: [UInt32]) throws -> [shelf_detection] {
    var result = onnx_shape()
    guard let floats = onnx_session_result(session, &result) else {
      throw MediaError("\(description.name): its output is not of 32-bit floats")
    }
    let dims = withUnsafeBytes(of: result.dims) {
      Array($0.bindMemory(to: Int64.self).prefix(Int(result.rank)))
    }
    decoder.min_score = minScore
    var count = 0
    var report = shelf_decode_report()
    guard dims.count == 3 else { throw wrongLayout(dims) }
    let status = shelf_decode(
      &decoder, floats, dims, classes, classes.count, &rows, rows.count, &count, &report)
    if status == SHELF_ERROR_LAYOUT { throw wrongLayout(dims) }
    try check(status, description.name)
    if report.table_full != 0 { fullTables += 1 }
    try check(
      shelf_nms(
        Int32(description.nms), Float(description.nmsIoU), 0.5, minScore, description.isNMSByClass ? 1 : 0,
        &rows,
        &count), "the NMS")
    return Array(rows[..<count])
  }

  private func wrongLayout(_ dims: [Int64]) -> MediaError {
    let named = ModelDescription.layouts.first { $0.value == description.layout }?.key ?? "?"
    let shape = dims.map { "\($0)" }.joined(separator: ",")
    return MediaError(
      """
      \(description.name): the output [\(shape)] is not of the layout '\(named)' with \
      \(description.classes.count) classes that its description names
      """)
  }
}
