import CShelfCount
import Testing

@Suite("Letterbox")
struct LetterboxTests {
  @Test("O17 The picture of 3775 x 1571 lies 533 high, 373 below the top, both ways")
  func smallestCase() throws {
    var letterbox = try shelf_letterbox((3775, 1571), into: (1280, 1280))
    #expect(letterbox.width == 1280 && letterbox.height == 533)
    #expect(letterbox.x == 0 && letterbox.y == 373)
    let source = shelf_box(x1: 10.5, y1: 3, x2: 3770, y2: 1570.25)
    var boxes = [source]
    try check(shelf_letterbox_to_model(&letterbox, &boxes, 1))
    #expect(abs(boxes[0].y1 - (3 * 533 / 1571 + 373)) < 1e-3)
    try check(shelf_letterbox_to_picture(&letterbox, &boxes, 1))
    #expect(abs(boxes[0].x1 - source.x1) < 0.01 && abs(boxes[0].y1 - source.y1) < 0.01)
    #expect(abs(boxes[0].x2 - source.x2) < 0.01 && abs(boxes[0].y2 - source.y2) < 0.01)
  }

  @Test("Centred, top left, stretched")
  func fits() throws {
    let center = try shelf_letterbox((1600, 1197), into: (416, 416))
    #expect(center.width == 416 && center.height == 311 && center.x == 0 && center.y == 52)
    let topLeft = try shelf_letterbox((1600, 1197), into: (416, 416), SHELF_FIT_TOP_LEFT)
    #expect(topLeft.width == 416 && topLeft.height == 311 && topLeft.x == 0 && topLeft.y == 0)
    let stretch = try shelf_letterbox((1600, 1197), into: (416, 416), SHELF_FIT_STRETCH)
    #expect(stretch.width == 416 && stretch.height == 416 && stretch.x == 0 && stretch.y == 0)
    let upright = try shelf_letterbox((1080, 1920), into: (640, 480))
    #expect(upright.width == 270 && upright.height == 480 && upright.x == 185 && upright.y == 0)
    let thin = try shelf_letterbox((20000, 1), into: (320, 320))
    #expect(thin.width == 320 && thin.height == 1)
  }

  @Test("Sides out of range and a picture outside the input are refused")
  func refusals() throws {
    var letterbox = shelf_letterbox()
    let argument = shelf_status(SHELF_ERROR_ARGUMENT)
    #expect(shelf_letterbox_init(&letterbox, 0, 1, 1, 1, 0) == argument)
    #expect(shelf_letterbox_init(&letterbox, 1, 32769, 1, 1, 0) == argument)
    #expect(shelf_letterbox_init(&letterbox, 1, 1, 1, 1, 3) == argument)
    var box = shelf_box()
    #expect(shelf_letterbox_to_model(&letterbox, &box, 1) == argument)
    letterbox = try shelf_letterbox((640, 480), into: (640, 640))
    letterbox.y += 81
    #expect(shelf_letterbox_to_picture(&letterbox, &box, 1) == argument)
  }

  /// The tensor of a picture that is `color` all over.
  func tensor(
    _ letterbox: shelf_letterbox, _ format: shelf_tensor_format, _ color: [UInt8]
  ) throws -> [Float] {
    var letterbox = letterbox
    var format = format
    let count = Int(letterbox.source_width * letterbox.source_height)
    let pixels = (0..<count).flatMap { _ in color }
    var tensor = [Float](repeating: -1, count: Int(3 * letterbox.model_width * letterbox.model_height))
    try check(
      shelf_write_tensor(&letterbox, &format, pixels, Int(letterbox.source_width) * color.count, &tensor))
    return tensor
  }

  @Test(
    "The picture is drawn where the letterbox says, and nowhere else",
    arguments: [(64, 48), (33, 77), (97, 5), (200, 199)])
  func drawn(width: UInt32, height: UInt32) throws {
    var format = shelf_tensor_format()
    try check(shelf_tensor_format_init(&format, MemoryLayout<shelf_tensor_format>.size))
    format.planes = Int32(SHELF_PLANES_BGR)
    format.scale = (1, 1, 1)
    format.mean = (0, 5, 0)
    for fit in [SHELF_FIT_CENTER, SHELF_FIT_TOP_LEFT, SHELF_FIT_STRETCH] {
      let letterbox = try shelf_letterbox((width, height), into: (64, 32), fit)
      let tensor = try tensor(letterbox, format, [200, 50, 10])
      for plane in 0..<3 {
        let picture: Float = [10, 45, 200][plane]
        let border: Float = [114, 109, 114][plane]
        for y in 0..<32 {
          for x in 0..<64 {
            let isInside =
              (Int(letterbox.x)..<Int(letterbox.x + letterbox.width)).contains(x)
              && (Int(letterbox.y)..<Int(letterbox.y + letterbox.height)).contains(y)
            #expect(tensor[(plane * 32 + y) * 64 + x] == (isInside ? picture : border))
          }
        }
      }
    }
  }

  @Test("Unscaled, a picture arrives pixel by pixel in every order of bytes")
  func orders() throws {
    var letterbox = try shelf_letterbox((2, 1), into: (2, 1))
    var format = shelf_tensor_format()
    try check(shelf_tensor_format_init(&format, MemoryLayout<shelf_tensor_format>.size))
    let colors: [[UInt8]] = [[255, 102, 51], [0, 204, 153]]
    let orders: [(Int, [Int])] = [
      (SHELF_PIXELS_RGB, [0, 1, 2]), (SHELF_PIXELS_BGR, [2, 1, 0]), (SHELF_PIXELS_RGBA, [0, 1, 2, -1]),
      (SHELF_PIXELS_BGRA, [2, 1, 0, -1]),
    ]
    for (pixels, order) in orders {
      format.pixels = Int32(pixels)
      let bytes = colors.flatMap { color in order.map { $0 < 0 ? 7 : color[$0] } }
      var tensor = [Float](repeating: 0, count: 6)
      try check(shelf_write_tensor(&letterbox, &format, bytes, bytes.count, &tensor))
      for (got, wanted) in zip(tensor, [1, 0, 0.4, 0.8, 0.2, 0.6] as [Float]) {
        #expect(abs(got - wanted) < 1e-6)
      }
    }
  }

  @Test("Halved, two pixels become their mean")
  func bilinear() throws {
    var letterbox = try shelf_letterbox((4, 2), into: (2, 1))
    var format = shelf_tensor_format()
    try check(shelf_tensor_format_init(&format, MemoryLayout<shelf_tensor_format>.size))
    format.scale = (1, 1, 1)
    let gray: [UInt8] = [10, 20, 100, 200, 30, 40, 0, 100]
    var tensor = [Float](repeating: 0, count: 6)
    try check(shelf_write_tensor(&letterbox, &format, gray.flatMap { [$0, $0, $0] }, 12, &tensor))
    #expect(tensor == [25, 100, 25, 100, 25, 100])
  }
}
