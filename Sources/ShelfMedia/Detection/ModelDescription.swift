import CShelfCount
import Glibc

/// What the JSON file beside a network says of it: how to feed it, how to read it, how sure it is.
package struct ModelDescription {
  package var name: String
  /// Size of the input where the network leaves it open; nil: what the network says.
  package var inputSize: (width: Int, height: Int)?
  package var isBGR = false
  package var mean: [Double] = [0, 0, 0]
  /// The network sees (byte - mean) / std.
  package var std: [Double] = [255, 255, 255]
  package var fit = SHELF_FIT_CENTER
  package var pad = 114.0
  package var layout: Int
  package var units = SHELF_UNITS_PIXEL
  /// Name of the output to read; nil: the first.
  package var output: String?
  package var classes: [String]
  /// Scores from here on may start a track, and are drawn in raw mode.
  package var confidence = 0.6
  /// Scores from here on are used at all.
  package var low = 0.1
  package var nms = SHELF_NMS_HARD
  package var nmsIoU = 0.65
  package var isNMSByClass = true

  package static let layouts: KeyValuePairs = [
    "end-to-end": SHELF_LAYOUT_END_TO_END, "channels": SHELF_LAYOUT_CHANNELS, "rows": SHELF_LAYOUT_ROWS,
    "yolox": SHELF_LAYOUT_YOLOX,
  ]

  /// The description of `model.onnx` is `model.json` beside it.
  package static func path(of model: String) -> String {
    let stem = model.hasSuffix(".onnx") ? String(model.dropLast(5)) : model
    return stem + ".json"
  }

  package init(contentsOf path: String) throws {
    do {
      try self.init(json: Self.read(path))
    } catch let error as MediaError {
      throw MediaError("\(path): \(error)")
    }
  }

  package init(json: String) throws {
    let root = try JSONReader(text: json)
    try root.allow(["name", "source", "licence", "input", "output", "classes", "scores", "nms"])
    name = try root.require("name").text()
    let output = try root.require("output")
    try output.allow(["layout", "units", "name"])
    layout = try output.require("layout").choice(Self.layouts)
    units =
      try output.member("units")?.choice(["pixel": SHELF_UNITS_PIXEL, "fraction": SHELF_UNITS_FRACTION])
      ?? units
    guard layout != SHELF_LAYOUT_YOLOX || units == SHELF_UNITS_PIXEL else {
      throw MediaError("'output.units' is not pixel, as the layout 'yolox' wants it")
    }
    self.output = try output.member("name")?.text()
    classes = try root.require("classes").elements().map { try $0.text() }
    guard !classes.isEmpty, classes.count <= 65536 else {
      throw MediaError("'classes' names none, or too many")
    }
    if let input = try root.member("input") { try readInput(input) }
    if let scores = try root.member("scores") { try readScores(scores) }
    if let nms = try root.member("nms") { try readNMS(nms) }
  }

  private mutating func readInput(_ input: JSONReader) throws {
    try input.allow(["width", "height", "channels", "mean", "std", "letterbox", "pad"])
    if let width = try input.member("width") {
      inputSize = try (width.integer(in: 1...32768), input.require("height").integer(in: 1...32768))
    }
    isBGR = try input.member("channels")?.choice(["rgb": false, "bgr": true]) ?? isBGR
    mean = try input.member("mean").map(three) ?? mean
    std = try input.member("std").map(three) ?? std
    guard std.allSatisfy({ abs($0) >= 1e-6 }) else { throw MediaError("'input.std' is 0, or nearly") }
    fit =
      try input.member("letterbox")?.choice(
        ["center": SHELF_FIT_CENTER, "top-left": SHELF_FIT_TOP_LEFT, "stretch": SHELF_FIT_STRETCH]) ?? fit
    pad = try input.member("pad")?.number(in: 0...255) ?? pad
  }

  /// One number for all planes, or three.
  private func three(_ value: JSONReader) throws -> [Double] {
    guard let list = try? value.elements() else {
      return [Double](repeating: try value.number(in: -1e6...1e6), count: 3)
    }
    guard list.count == 3 else { throw MediaError("'\(value.path)' is not a number or three") }
    return try list.map { try $0.number(in: -1e6...1e6) }
  }

  private mutating func readScores(_ scores: JSONReader) throws {
    try scores.allow(["confidence", "low"])
    confidence = try scores.member("confidence")?.number(in: 0...1) ?? confidence
    low = try scores.member("low")?.number(in: 0...1) ?? low
    guard low <= confidence else { throw MediaError("'scores.low' is above 'scores.confidence'") }
  }

  private mutating func readNMS(_ nms: JSONReader) throws {
    try nms.allow(["kind", "iou", "by_class"])
    self.nms =
      try nms.member("kind")?.choice(
        [
          "off": SHELF_NMS_OFF, "hard": SHELF_NMS_HARD, "linear": SHELF_NMS_LINEAR,
          "gaussian": SHELF_NMS_GAUSSIAN,
        ])
      ?? self.nms
    nmsIoU = try nms.member("iou")?.number(in: 0...1) ?? nmsIoU
    isNMSByClass = try nms.member("by_class")?.flag() ?? isNMSByClass
  }

  private static func read(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw MediaError(FileDescriptors.describe(errno)) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw MediaError(FileDescriptors.describe(errno)) }
      guard count > 0, bytes.count < 1 << 24 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
