import CShelfCount
import Testing

@Suite("Decoder: layouts and refusals")
struct DecoderTests {
  /// The box 100...200 x 50...250 of the input with score 0.9 as row `at` of `n`, in all three layouts.
  static func layouts(n: Int, at: Int) -> [(layout: Int, tensor: [Float], shape: [Int64])] {
    var rows = [Float](repeating: 0, count: n * 5)
    for i in 0..<n { rows[i * 5 + 4] = 0.01 }
    rows.replaceSubrange(at * 5..<at * 5 + 5, with: [150, 150, 100, 200, 0.9])
    let channels = (0..<5).flatMap { c in (0..<n).map { rows[$0 * 5 + c] } }
    var table = [Float](repeating: 0, count: 300 * 6)
    table.replaceSubrange(0..<6, with: [100, 50, 200, 250, 0.9, 0])
    return [
      (SHELF_LAYOUT_CHANNELS, channels, [1, 5, Int64(n)]), (SHELF_LAYOUT_ROWS, rows, [1, Int64(n), 5]),
      (SHELF_LAYOUT_END_TO_END, table, [1, 300, 6]),
    ]
  }

  @Test("O16 One box in three layouts is the same single box", arguments: [0, 17, 8399])
  func oneBox(at: Int) throws {
    let letterbox = try shelf_letterbox((1280, 960), into: (640, 640))
    let found = try Self.layouts(n: 8400, at: at).map { layout, tensor, shape in
      let (rows, report) = try TestDecoder(layout, letterbox).read(tensor, shape)
      #expect(rows.count == 1 && report.passed == 1 && report.table_full == 0)
      return try #require(rows.first)
    }
    for row in found {
      // The input is twice as small, the border above 80 high.
      #expect(row.box == shelf_box(x1: 200, y1: -60, x2: 400, y2: 340))
      #expect(row.score == 0.9 && row.class_id == 0)
    }
  }

  @Test("O16 A layout named wrongly by its shape is an error and writes nothing")
  func wrongLayout() throws {
    let letterbox = try shelf_letterbox((640, 640), into: (640, 640))
    for (layout, tensor, shape) in Self.layouts(n: 8400, at: 3) {
      for named in [SHELF_LAYOUT_END_TO_END, SHELF_LAYOUT_CHANNELS, SHELF_LAYOUT_ROWS, SHELF_LAYOUT_YOLOX]
      where named != layout {
        var decoder = try TestDecoder(named, letterbox).settings
        var rows = [shelf_detection](repeating: row(7), count: 4)
        var count = 99
        let status = shelf_decode(&decoder, tensor, shape, nil, 0, &rows, 4, &count, nil)
        #expect(status == SHELF_ERROR_LAYOUT)
        #expect(count == 99 && rows.allSatisfy { $0.box == row(7).box })
      }
    }
  }

  @Test("Channels read as rows where both shapes fit: the scores give it away")
  func square() throws {
    let letterbox = try shelf_letterbox((640, 640), into: (640, 640))
    let (layout, tensor, _) = Self.layouts(n: 5, at: 4)[0]
    #expect(try TestDecoder(layout, letterbox).read(tensor, [1, 5, 5]).rows.count == 1)
    #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_LAYOUT))) {
      try TestDecoder(SHELF_LAYOUT_ROWS, letterbox).read(tensor, [1, 5, 5])
    }
  }

  @Test("Scores outside 0...1 are refused, those rounded in half precision pass as 1")
  func scores() throws {
    let letterbox = try shelf_letterbox((640, 640), into: (640, 640))
    for (layout, tensor, shape) in Self.layouts(n: 8400, at: 0) {
      let place = try #require(tensor.firstIndex(of: 0.9))
      for (score, isFine) in [(1.002, false), (415, false), (-0.1, false), (1.0005, true), (1, true)] {
        var spoilt = tensor
        spoilt[place] = Float(score)
        let decoder = try TestDecoder(layout, letterbox)
        if isFine {
          #expect(try decoder.read(spoilt, shape).rows.first?.score == 1)
        } else {
          #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_LAYOUT))) {
            try decoder.read(spoilt, shape)
          }
        }
      }
      var spoilt = tensor
      spoilt[place] = .nan
      #expect(try TestDecoder(layout, letterbox).read(spoilt, shape).rows.isEmpty)
    }
  }

  @Test("A class that is no whole number, or not of the model, is another layout")
  func classes() throws {
    let letterbox = try shelf_letterbox((640, 640), into: (640, 640))
    var table: [Float] = [1, 1, 9, 9, 0.9, 2]
    let decoder = try TestDecoder(SHELF_LAYOUT_END_TO_END, classes: 3, letterbox)
    #expect(try decoder.read(table, [1, 1, 6]).rows.first?.class_id == 2)
    for label in [3, 1.5, -1, .nan] as [Float] {
      table[5] = label
      #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_LAYOUT))) {
        try decoder.read(table, [1, 1, 6])
      }
    }
  }

  @Test("Rows without area or with NaN are left out and counted")
  func notBoxes() throws {
    let table: [Float] = [
      1, 1, 9, 9, 0.9, 0, 5, 5, 5, 9, 0.9, 0, 9, 1, 1, 9, 0.9, 0, .nan, 1, 9, 9, 0.9, 0, 1, 1, .infinity, 9,
      0.9, 0,
    ]
    let letterbox = try shelf_letterbox((640, 640), into: (640, 640))
    let (rows, report) = try TestDecoder(SHELF_LAYOUT_END_TO_END, letterbox).read(table, [1, 5, 6])
    #expect(rows.count == 1 && report.not_boxes == 4 && report.rows == 5)
  }

  @Test("A box that is finite in the model's input only is none")
  func notBoxesInThePicture() throws {
    let letterbox = try shelf_letterbox((2000, 2000), into: (20, 20))
    let table: [Float] = [0, 0, 3e38, 9, 0.9, 0]
    let (rows, report) = try TestDecoder(SHELF_LAYOUT_END_TO_END, letterbox).read(table, [1, 1, 6])
    #expect(rows.isEmpty && report.not_boxes == 1)
  }

  @Test("A full table, too short an array, and the classes asked for are reported")
  func reports() throws {
    let letterbox = try shelf_letterbox((640, 640), into: (640, 640))
    let table = (0..<300).flatMap { i in
      [Float(i), 0, Float(i) + 10, 10, 0.6 + Float(i) / 1000, Float(i % 3)] as [Float]
    }
    var decoder = try TestDecoder(SHELF_LAYOUT_END_TO_END, classes: 3, letterbox)
    let (all, full) = try decoder.read(table, [1, 300, 6])
    #expect(all.count == 300 && full.table_full == 1 && full.overflow == 0)
    #expect(all.map(\.score) == all.map(\.score).sorted(by: >))

    decoder.capacity = 10
    decoder.wanted = [2, 1]
    let (best, report) = try decoder.read(table, [1, 300, 6])
    #expect(best.map(\.box.x1) == [299, 298, 296, 295, 293, 292, 290, 289, 287, 286])
    #expect(best.allSatisfy { $0.class_id > 0 })
    #expect(report.passed == 300 && report.other_class == 100 && report.overflow == 190)

    decoder.settings.min_score = 0.7
    #expect(try decoder.read(table, [1, 300, 6]).report.table_full == 0)
    decoder.capacity = 0
    #expect(try decoder.read(table, [1, 300, 6]).rows.isEmpty)
  }

  @Test("Shares in, shares out")
  func units() throws {
    var decoder = try TestDecoder(SHELF_LAYOUT_ROWS, shelf_letterbox((1024, 768), into: (512, 512)))
    decoder.settings.units = Int32(SHELF_UNITS_FRACTION)
    decoder.settings.output_units = Int32(SHELF_UNITS_FRACTION)
    let row = try #require(decoder.read([0.5, 0.5, 0.25, 0.375, 0.8], [1, 1, 5]).rows.first)
    #expect(row.box == shelf_box(x1: 0.375, y1: 0.25, x2: 0.625, y2: 0.75))
  }

  @Test("YOLOX: the cell, the stride, exp and the product of two scores")
  func yolox() throws {
    // Grids of 8 x 4, 4 x 2 and 2 x 1 cells.
    let letterbox = try shelf_letterbox((64, 32), into: (64, 32), SHELF_FIT_TOP_LEFT)
    let decoder = try TestDecoder(SHELF_LAYOUT_YOLOX, classes: 2, letterbox, from: 0.5)
    var tensor = [Float](repeating: 0, count: 42 * 7)
    // Cell (2, 1) of the second grid.
    let at = (32 + 4 * 1 + 2) * 7
    tensor.replaceSubrange(at..<at + 7, with: [0.5, 0.25, 0.6931472, -0.6931472, 0.9, 0.3, 0.8])
    let found = try decoder.read(tensor, [1, 42, 7]).rows
    #expect(found.count == 1)
    let row = try #require(found.first)
    #expect(abs(row.score - 0.72) < 1e-6 && row.class_id == 1)
    #expect(abs(row.box.x1 - 24) < 1e-4 && abs(row.box.x2 - 56) < 1e-4)
    #expect(abs(row.box.y1 - 16) < 1e-4 && abs(row.box.y2 - 24) < 1e-4)
    #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_LAYOUT))) {
      try decoder.read(tensor, [1, 41, 7])
    }
    tensor[at + 3] = 200
    #expect(try decoder.read(tensor, [1, 42, 7]).report.not_boxes == 1)
  }
}
