import CShelfCount
import Foundation
import Testing

@Suite("Labels and colours")
struct DrawingTests {
  func label(_ id: UInt64, _ name: String?, _ score: Float) throws -> String {
    var length = 0
    let asked = shelf_label(id, name, score, nil, 0, &length)
    guard asked == SHELF_ERROR_BUFFER else { throw Refusal(status: asked) }
    var text = [CChar](repeating: 1, count: length + 1)
    try check(shelf_label(id, name, score, &text, text.count, &length))
    #expect(text[length] == 0)
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("#<id> <class> <conf>%")
  func text() throws {
    #expect(try label(12, "bottle", 0.874) == "#12 bottle 87%")
    #expect(try label(1, "Dose", 0.996) == "#1 Dose 100%")
    #expect(try label(UInt64.max, "x", 0) == "#18446744073709551615 x 0%")
    #expect(try label(10, "müsli", 0.005) == "#10 müsli 1%")
    #expect(try label(0, "can", 0.5) == "can 50%")
    #expect(try label(7, nil, 1) == "#7 100%")
    #expect(try label(0, "", 0.1) == "10%")
  }

  @Test("Too short a buffer is left alone")
  func short() {
    var text = [CChar](repeating: 65, count: 14)
    var length = 0
    #expect(shelf_label(12, "bottle", 0.87, &text, 14, &length) == SHELF_ERROR_BUFFER)
    #expect(length == 14 && text.allSatisfy { $0 == 65 })
    #expect(shelf_label(1, nil, 1.1, &text, 14, &length) == SHELF_ERROR_ARGUMENT)
    #expect(shelf_label(1, nil, .nan, &text, 14, &length) == SHELF_ERROR_ARGUMENT)
  }

  func linear(_ byte: UInt32) -> Double {
    let c = Double(byte & 255) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  func rgb(_ id: UInt64) -> [Double] {
    let color = shelf_color(id)
    return [linear(color >> 16), linear(color >> 8), linear(color)]
  }

  @Test("Readable on white and on black")
  func contrast() {
    for id in 0..<64 as Range<UInt64> {
      let c = rgb(id)
      let luminance = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
      #expect(1.05 / (luminance + 0.05) >= 3 && (luminance + 0.05) / 0.05 >= 3)
    }
  }

  /// CIELAB, D65.
  func lab(_ id: UInt64) -> [Double] {
    let c = rgb(id)
    let f = [(0.4124, 0.3576, 0.1805, 0.9505), (0.2126, 0.7152, 0.0722, 1), (0.0193, 0.1192, 0.9505, 1.089)]
      .map {
        let t = ($0.0 * c[0] + $0.1 * c[1] + $0.2 * c[2]) / $0.3
        return t > 0.008856 ? cbrt(t) : 7.787 * t + 16 / 116
      }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  @Test("Sixteen ids in a row can be told apart, the next ones best; the colour of an id never changes")
  func distinct() {
    for a in 0..<48 as Range<UInt64> {
      for step in 1..<16 as Range<UInt64> {
        let difference = zip(lab(a), lab(a + step)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
        #expect(difference >= (step < 6 ? 27 : 22), "\(a) and \(a + step)")
      }
      #expect(shelf_color(a) == shelf_color(a))
    }
    #expect(shelf_color(UInt64.max) <= 0xffffff)
  }
}
