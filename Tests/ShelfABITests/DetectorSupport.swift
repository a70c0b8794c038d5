import CShelfCount
import Foundation
import Testing

/// Files of the data that lies beside the repository, or where SHELFCOUNT_SHARED says.
enum Shared {
  static let directory: URL = {
    if let path = ProcessInfo.processInfo.environment["SHELFCOUNT_SHARED"] { return URL(filePath: path) }
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return repository.deletingLastPathComponent().appending(path: "shared")
  }()

  static func url(_ path: String) -> URL { directory.appending(path: "data/\(path)") }

  static let hasModels = FileManager.default.fileExists(atPath: url("models/tensors/tensors.json").path)

  static func floats(_ path: String) throws -> [Float] {
    let data = try Data(contentsOf: url(path))
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map {
        Float(bitPattern: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
      }
    }
  }

  static func json(_ path: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: url(path)))
  }
}

extension shelf_letterbox {
  init(_ source: (UInt32, UInt32), into model: (UInt32, UInt32), _ fit: Int = SHELF_FIT_CENTER) throws {
    self.init()
    try check(shelf_letterbox_init(&self, source.0, source.1, model.0, model.1, Int32(fit)))
  }
}

/// A decoder with what it read last.
struct TestDecoder {
  var settings = shelf_decoder()
  var wanted: [UInt32] = []
  var capacity = 300

  init(_ layout: Int, classes: UInt32 = 1, _ letterbox: shelf_letterbox, from score: Float = 0.6) throws {
    try check(shelf_decoder_init(&settings, MemoryLayout<shelf_decoder>.size, Int32(layout), classes))
    settings.letterbox = letterbox
    settings.min_score = score
  }

  func read(_ tensor: [Float], _ shape: [Int64]) throws -> (
    rows: [shelf_detection], report: shelf_decode_report
  ) {
    var rows = [shelf_detection](repeating: shelf_detection(), count: capacity)
    var report = shelf_decode_report()
    var count = 0
    var settings = settings
    try check(
      shelf_decode(&settings, tensor, shape, wanted, wanted.count, &rows, capacity, &count, &report))
    return (Array(rows[..<count]), report)
  }
}

func iou(_ a: shelf_box, _ b: shelf_box) -> Float {
  let w = min(a.x2, b.x2) - max(a.x1, b.x1)
  let h = min(a.y2, b.y2) - max(a.y1, b.y1)
  guard w > 0, h > 0 else { return 0 }
  return w * h / ((a.x2 - a.x1) * (a.y2 - a.y1) + (b.x2 - b.x1) * (b.y2 - b.y1) - w * h)
}

/// NMS through the C interface.
func nms(
  _ kind: Int, iou: Float = 0.65, sigma: Float = 0.5, from score: Float = 0.1, byClass: Bool = false,
  _ rows: [shelf_detection]
) throws -> [shelf_detection] {
  var rows = rows
  var count = rows.count
  try check(shelf_nms(Int32(kind), iou, sigma, score, byClass ? 1 : 0, &rows, &count))
  return Array(rows[..<count])
}
