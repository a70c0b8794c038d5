import Testing

@testable import ShelfCore

@Test("IoU of identical, half-shifted and touching boxes")
func iou() {
  let box = Box(x1: 0, y1: 0, x2: 2, y2: 1)
  #expect(box.iou(box) == 1)
  #expect(abs(box.iou(Box(x1: 1, y1: 0, x2: 3, y2: 1)) - 1 / 3) < 1e-6)
  #expect(box.iou(Box(x1: 2, y1: 0, x2: 3, y2: 1)) == 0)
}
