import CShelfCount
import Testing

@Suite("Rows at the border of what is a box")
struct InputTests {
  /// The fate of a lone row in a fresh scanner.
  func fate(_ row: shelf_detection, _ configure: (inout shelf_config) -> Void = { _ in }) throws -> Int32 {
    try TestScanner(.shelf, configure).update([row])[0].kind
  }

  @Test("A side of 1/1024 pixel is one, a shorter one is not")
  func empty() throws {
    let side: Float = 1 / 1024
    #expect(try fate(row(corners: 100, 100, 100 + side, 200)) == SHELF_FATE_MATCHED)
    #expect(try fate(row(corners: 100, 100, 200, 100 + side)) == SHELF_FATE_MATCHED)
    #expect(try fate(row(corners: 100, 100, 100 + side / 2, 200)) == SHELF_FATE_EMPTY)
    #expect(try fate(row(corners: 100, 100, 200, 100 + side / 2)) == SHELF_FATE_EMPTY)
  }

  @Test("A side is measured in pixels, whatever the unit")
  func emptyFraction() throws {
    let box = row(corners: 0, 0, 1 / 1024, 1 / 1024)
    #expect(try fate(box, { $0.units = Int32(SHELF_UNITS_FRACTION) }) == SHELF_FATE_MATCHED)
  }

  @Test("Sixteen times the larger side of the frame is near enough, more is too far")
  func tooFar() throws {
    for sign: Float in [-1, 1] {
      for (far, kind) in [(10_240, SHELF_FATE_MATCHED), (Float(10_240).nextUp, SHELF_FATE_TOO_FAR)] {
        let (a, b) = (min(sign * far, 0), max(sign * far, 0))
        #expect(try fate(row(corners: a, 0, b, 100)) == kind)
        #expect(try fate(row(corners: 0, a, 100, b)) == kind)
      }
    }
  }

  @Test("A box partly or wholly outside the picture is an ordinary one")
  func outside() throws {
    #expect(try fate(row(-10, 470)) == SHELF_FATE_MATCHED)
    #expect(try fate(row(-1000, 2000)) == SHELF_FATE_MATCHED)
  }

  @Test("Of boxes larger than max_area, a share of 640 x 480 pixels, none is taken; 1 takes all")
  func tooLarge() throws {
    for (units, scale) in [(SHELF_UNITS_PIXEL, Float(480)), (SHELF_UNITS_FRACTION, 1)] {
      let set = { (config: inout shelf_config) in
        config.units = Int32(units)
        config.max_area = 0.5
      }
      // A part outside the picture is part of the box.
      let half = row(corners: -scale / 4, 0, units == SHELF_UNITS_PIXEL ? 200 : 0.25, scale)
      let more = row(corners: -scale / 4, 0, units == SHELF_UNITS_PIXEL ? 201 : 0.251, scale)
      #expect(try fate(half, set) == SHELF_FATE_MATCHED)
      #expect(try fate(more, set) == SHELF_FATE_IGNORED)
      #expect(try fate(row(corners: -9 * scale, -9 * scale, 9 * scale, 9 * scale)) != SHELF_FATE_IGNORED)
    }
  }

  @Test("Scores of 0 and 1 and the last class are allowed")
  func scores() throws {
    #expect(try fate(row(100, score: 0)) == SHELF_FATE_IGNORED)
    #expect(try fate(row(100, score: 0), { $0.low_score = 0 }) == SHELF_FATE_UNMATCHED)
    #expect(try fate(row(100, score: 1)) == SHELF_FATE_MATCHED)
    #expect(try fate(row(100, score: Float(1).nextUp)) == SHELF_FATE_BAD_SCORE)
    #expect(try fate(row(100, score: -.leastNonzeroMagnitude)) == SHELF_FATE_BAD_SCORE)
    #expect(try fate(row(100, class: 79)) == SHELF_FATE_MATCHED)
    #expect(try fate(row(100, class: 80)) == SHELF_FATE_BAD_CLASS)
  }
}
