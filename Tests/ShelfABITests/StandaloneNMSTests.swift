import CShelfCount
import Testing

@Suite("NMS without a scanner")
struct StandaloneNMSTests {
  let pair = [row(150, score: 0.7), row(100, w: 100, score: 0.9), row(110, w: 100, score: 0.8, class: 1)]

  @Test("The worse of two boxes goes, the rest comes best first")
  func hard() throws {
    #expect(try nms(SHELF_NMS_HARD, pair).map(\.score) == [0.9, 0.7])
    #expect(try nms(SHELF_NMS_HARD, iou: 0.9, pair).map(\.score) == [0.9, 0.8, 0.7])
  }

  @Test("By class, boxes of another class stay")
  func byClass() throws {
    #expect(try nms(SHELF_NMS_HARD, byClass: true, pair).count == 3)
  }

  @Test("Soft-NMS lowers scores and takes what falls below the least one")
  func soft() throws {
    // IoU 90 / 110.
    let linear = try nms(SHELF_NMS_LINEAR, pair)
    #expect(linear.map(\.score)[..<2] == [0.9, 0.7] && abs(linear[2].score - 0.8 * 20 / 110) < 1e-5)
    #expect(try nms(SHELF_NMS_LINEAR, from: 0.2, pair).map(\.score) == [0.9, 0.7])
    let gaussian = try nms(SHELF_NMS_GAUSSIAN, Array(pair[1...]))
    #expect(abs(gaussian[1].score - 0.8 * 0.262143) < 1e-3)
  }

  @Test(
    "The scanner's own and this one keep the same rows",
    arguments: [SHELF_NMS_HARD, SHELF_NMS_LINEAR, SHELF_NMS_GAUSSIAN])
  func sameAsScanner(kind: Int) throws {
    for rows in crowd(seed: 5, frames: 40) {
      let scanner = try TestScanner(.shelf) {
        $0.nms = Int32(kind)
        $0.nms_iou = 0.4
        $0.low_score = 0.1
      }
      let fates = try scanner.update(rows)
      let kept = fates.filter { $0.kind != SHELF_FATE_SUPPRESSED && $0.kind != SHELF_FATE_IGNORED }.count
      let alone = try nms(kind, iou: 0.4, rows.filter { $0.score >= 0.1 })
      #expect(alone.count == kept)
    }
  }

  @Test("Out of range, not finite: refused")
  func refusals() {
    let argument = Refusal(status: shelf_status(SHELF_ERROR_ARGUMENT))
    #expect(throws: argument) { try nms(4, pair) }
    #expect(throws: argument) { try nms(SHELF_NMS_HARD, iou: 1.5, pair) }
    #expect(throws: argument) { try nms(SHELF_NMS_HARD, iou: .nan, pair) }
    #expect(throws: argument) { try nms(SHELF_NMS_GAUSSIAN, sigma: 0, pair) }
    #expect(throws: argument) { try nms(SHELF_NMS_HARD, [row(.nan)]) }
    #expect(throws: argument) { try nms(SHELF_NMS_HARD, [row(1, score: .infinity)]) }
  }

  @Test("No rows, one row")
  func few() throws {
    #expect(try nms(SHELF_NMS_LINEAR, []).isEmpty)
    #expect(try nms(SHELF_NMS_LINEAR, [row(3)]).count == 1)
  }
}
