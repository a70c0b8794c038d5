import CShelfCount
import Foundation
import Testing

@Suite(
  "Recorded tensors of real networks", .enabled(if: Shared.hasModels, "../shared/data/models is not there"))
struct RecordedTensorTests {
  func detections(
    _ name: String, _ layout: Int, classes: UInt32, _ shape: [Int64], _ letterbox: shelf_letterbox,
    from score: Float
  ) throws -> [shelf_detection] {
    try TestDecoder(layout, classes: classes, letterbox, from: score)
      .read(Shared.floats("models/tensors/\(name).f32"), shape).rows
  }

  /// The boxes, of the given sort, that were marked by hand on shelf-juice.jpg.
  func marked(_ sort: String, front: Bool) throws -> [shelf_box] {
    let root = try #require(try Shared.json("media/shelf-juice.json") as? [String: Any])
    let objects = try #require(root["objects"] as? [[String: Any]])
    return objects.filter { $0["cls"] as? String == sort && $0["front"] as? Bool == front }.compactMap {
      guard let b = ($0["box"] as? [NSNumber])?.map(\.floatValue) else { return nil }
      return shelf_box(x1: b[0], y1: b[1], x2: b[2], y2: b[3])
    }
  }

  @Test("YOLOX-Nano on the shelf photo: the 22 boxes of an independent reader")
  func yoloxNano() throws {
    let rows = try nms(
      SHELF_NMS_HARD, iou: 0.45, byClass: true,
      detections(
        "yolox_nano-416-shelf-juice", SHELF_LAYOUT_YOLOX, classes: 80, [1, 3549, 85],
        shelf_letterbox((1600, 1197), into: (416, 416), SHELF_FIT_TOP_LEFT), from: 0.3))
    let tensors = try #require(try Shared.json("models/tensors/tensors.json") as? [String: [String: Any]])
    let wanted = try #require(
      tensors["yolox_nano-416-shelf-juice"]?["reference_conf0.3_nms0.45"] as? [[String: Any]])
    #expect(rows.count == wanted.count)
    let names = ["bottle": 39, "refrigerator": 72] as [String: UInt32]
    for (row, reference) in zip(rows, wanted) {
      let name = try #require(reference["cls"] as? String)
      let score = try #require(reference["score"] as? NSNumber).floatValue
      let b = try #require(reference["xywh"] as? [NSNumber]).map(\.floatValue)
      #expect(row.class_id == names[name])
      #expect(abs(row.score - score) <= 0.0051)
      // Whole pixels of the picture, and a scale of 0.26 instead of 311 / 1197.
      for (got, wanted) in zip([row.box.x1, row.box.y1, row.box.x2 - row.box.x1, row.box.y2 - row.box.y1], b)
      {
        #expect(abs(got - wanted) <= 1.6)
      }
    }
  }

  @Test("YOLO26 end to end on the shelf photo: front bottles and the rows' own numbers")
  func yolo26() throws {
    // The recording scaled with another rounding: 478 rows of picture, 81 above.
    let letterbox = shelf_letterbox(
      source_width: 1600, source_height: 1197, model_width: 640, model_height: 640, x: 0, y: 81, width: 640,
      height: 479)
    let tensor = try Shared.floats("models/tensors/yolo26n-e2e-640-shelf-juice.f32")
    let rows = try TestDecoder(SHELF_LAYOUT_END_TO_END, classes: 80, letterbox, from: 0.25)
      .read(tensor, [1, 300, 6]).rows
    let passing = stride(from: 0, to: 1800, by: 6).filter { tensor[$0 + 4] >= 0.25 }
    #expect(rows.count == passing.count && rows.count > 10)
    for (row, at) in zip(rows, passing) {
      #expect(row.score == tensor[at + 4] && row.class_id == UInt32(tensor[at + 5]))
      #expect(abs(row.box.x1 - tensor[at] / 0.4) < 0.01 && abs(row.box.x2 - tensor[at + 2] / 0.4) < 0.01)
      #expect(
        abs(row.box.y1 - (tensor[at + 1] - 81) / 0.4) < 1 && abs(row.box.y2 - (tensor[at + 3] - 81) / 0.4) < 1
      )
    }
    let bottles = rows.filter { $0.class_id == 39 }
    let found = try marked("bottle", front: true).filter { box in bottles.contains { iou($0.box, box) >= 0.5 }
    }
    #expect(found.count >= 12)
  }

  @Test("The same weights exported raw and end to end find the two drawn cans, in the same places")
  func rawAndEndToEnd() throws {
    let letterbox = try shelf_letterbox((320, 320), into: (320, 320))
    let labels = try String(contentsOf: Shared.url("models/tensors/synthetic-val-00003.txt"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").compactMap { Float($0) } }
    let truth = labels.map { l in
      shelf_box(
        x1: (l[1] - l[3] / 2) * 320, y1: (l[2] - l[4] / 2) * 320, x2: (l[1] + l[3] / 2) * 320,
        y2: (l[2] + l[4] / 2) * 320)
    }
    let raw = try detections(
      "yolo26n-can-raw-320", SHELF_LAYOUT_CHANNELS, classes: 1, [1, 5, 2100], letterbox, from: 0.6)
    let table = try detections(
      "yolo26n-can-e2e-320", SHELF_LAYOUT_END_TO_END, classes: 1, [1, 300, 6], letterbox, from: 0.3)
    let single = try nms(SHELF_NMS_HARD, iou: 0.5, raw)
    #expect(raw.count == 4 && single.count == 2 && table.count == 4)
    for rows in [single, table] {
      for box in truth { #expect(rows.contains { iou($0.box, box) >= 0.5 }) }
      #expect(rows.allSatisfy { row in truth.contains { iou(row.box, $0) >= 0.3 } })
    }
  }

  @Test("The raw tensor, re-laid row by row and as a table, gives the same rows")
  func relaid() throws {
    let letterbox = try shelf_letterbox((640, 400), into: (320, 320))
    let channels = try Shared.floats("models/tensors/yolo26n-can-raw-320.f32")
    let n = channels.count / 5
    let rows = (0..<n).flatMap { i in (0..<5).map { channels[$0 * n + i] } }
    let table = (0..<n).flatMap { i -> [Float] in
      let r = rows[i * 5..<i * 5 + 5].map { $0 }
      return [r[0] - r[2] * 0.5, r[1] - r[3] * 0.5, r[0] + r[2] * 0.5, r[1] + r[3] * 0.5, r[4], 0]
    }
    let read = [
      (SHELF_LAYOUT_CHANNELS, channels, [1, 5, Int64(n)]), (SHELF_LAYOUT_ROWS, rows, [1, Int64(n), 5]),
      (SHELF_LAYOUT_END_TO_END, table, [1, Int64(n), 6]),
    ]
    let found = try read.map { layout, tensor, shape in
      try TestDecoder(layout, letterbox, from: 0.1).read(tensor, shape).rows
    }
    #expect(found[0].count > 5)
    for other in found[1...] {
      #expect(other.count == found[0].count)
      for (a, b) in zip(found[0], other) { #expect(a.box == b.box && a.score == b.score) }
    }
  }
}
