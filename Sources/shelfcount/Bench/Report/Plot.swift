/// Values along an axis, from 0 or another lower end to a round upper one.
struct Axis {
  let low: Double
  let high: Double
  let ticks: [Double]

  /// An axis that holds all values up to `most`, with about `count` round ticks.
  init(upTo most: Double, from low: Double = 0, count: Int = 5) {
    let step = Self.round((most > low ? most - low : 1) / Double(count))
    var ticks = [low]
    while let last = ticks.last, last < most - step * 1e-9 { ticks.append(last + step) }
    self.low = low
    high = ticks.last ?? low + 1
    self.ticks = ticks
  }

  /// An axis that ends where its values do.
  init(_ low: Double, _ high: Double, ticks: [Double]) {
    self.low = low
    self.high = high > low ? high : low + 1
    self.ticks = ticks
  }

  func share(_ value: Double) -> Double { (value - low) / (high - low) }

  /// The next of 1, 2, 2.5 and 5 times a power of ten.
  private static func round(_ value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    while power > value { power /= 10 }
    let factor = [1, 2, 2.5, 5, 10].first { $0 * power >= value * (1 - 1e-9) } ?? 10
    return factor * power
  }
}

/// A drawing with two axes, as SVG.
///
/// Colours come from the page's style sheet.
struct Plot {
  static let left = 56.0
  static let bottom = 40.0
  static let top = 12.0
  static let right = 16.0

  let width: Double
  let height: Double
  let x: Axis
  let y: Axis
  private var body = ""

  init(width: Double = 520, height: Double = 280, x: Axis, y: Axis, xTitle: String, yTitle: String) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
    for tick in y.ticks {
      let at = py(tick)
      add("<line class=\"grid\" x1=\"\(Self.left)\" x2=\"\(width - Self.right)\" \(both("y", at))/>")
      add(label(Self.left - 8, at + 4, "end", Self.text(tick)))
    }
    for tick in x.ticks { add(label(px(tick), height - Self.bottom + 18, "middle", Self.text(tick))) }
    let base = height - Self.bottom
    add("<line class=\"axis\" x1=\"\(Self.left)\" x2=\"\(width - Self.right)\" \(both("y", base))/>")
    add(label((Self.left + width - Self.right) / 2, height - 4, "middle", xTitle, "title"))
    let middle = (Self.top + base) / 2
    let turn = "transform=\"rotate(-90 12 \(Self.number(middle)))\""
    add(
      "<text class=\"title\" x=\"12\" y=\"\(Self.number(middle))\" text-anchor=\"middle\" \(turn)>\(yTitle)</text>"
    )
  }

  func px(_ value: Double) -> Double { Self.left + x.share(value) * (width - Self.left - Self.right) }
  func py(_ value: Double) -> Double {
    height - Self.bottom - y.share(value) * (height - Self.top - Self.bottom)
  }

  mutating func add(_ element: String) { body += element + "\n" }

  mutating func line(_ points: [(x: Double, y: Double)], _ style: String) {
    let list = points.map { "\(Self.number(px($0.x))),\(Self.number(py($0.y)))" }.joined(separator: " ")
    add("<polyline class=\"line \(style)\" points=\"\(list)\"/>")
  }

  /// The area between a lower and an upper line.
  mutating func band(_ points: [(x: Double, low: Double, high: Double)], _ style: String) {
    let upper = points.map { "\(Self.number(px($0.x))),\(Self.number(py($0.high)))" }
    let lower = points.reversed().map { "\(Self.number(px($0.x))),\(Self.number(py($0.low)))" }
    add("<polygon class=\"band \(style)\" points=\"\((upper + lower).joined(separator: " "))\"/>")
  }

  mutating func dot(_ x: Double, _ y: Double, _ style: String, _ title: String) {
    let place = "cx=\"\(Self.number(px(x)))\" cy=\"\(Self.number(py(y)))\""
    add("<circle class=\"dot \(style)\" \(place) r=\"3.5\"><title>\(title)</title></circle>")
  }

  mutating func bar(x: ClosedRange<Double>, y: ClosedRange<Double>, _ style: String, _ title: String) {
    let left = px(x.lowerBound)
    let top = py(y.upperBound)
    let size = """
      width="\(Self.number(max(0.5, px(x.upperBound) - left)))" \
      height="\(Self.number(max(0, py(y.lowerBound) - top)))"
      """
    let place = "x=\"\(Self.number(left))\" y=\"\(Self.number(top))\""
    add("<rect class=\"fill \(style)\" \(place) \(size)><title>\(title)</title></rect>")
  }

  /// An upright line with a word at its top.
  mutating func mark(x: Double, _ text: String, _ style: String, anchor: String = "start", row: Int = 0) {
    add(
      "<line class=\"mark \(style)\" \(both("x", px(x))) y1=\"\(Self.top)\" y2=\"\(height - Self.bottom)\"/>")
    let shift = anchor == "end" ? -5.0 : 5
    add(label(px(x) + shift, Self.top + 10 + 16 * Double(row), anchor, text, style))
  }

  mutating func text(x: Double, y: Double, anchor: String, _ text: String, _ style: String) {
    add(label(px(x), py(y), anchor, text, style))
  }

  func svg(_ title: String) -> String {
    """
    <svg viewBox="0 0 \(Self.number(width)) \(Self.number(height))" role="img" aria-label="\(title)">
    \(body)</svg>
    """
  }

  private func both(_ axis: String, _ value: Double) -> String {
    "\(axis)1=\"\(Self.number(value))\" \(axis)2=\"\(Self.number(value))\""
  }

  private func label(
    _ x: Double, _ y: Double, _ anchor: String, _ text: String, _ style: String = "tick"
  ) -> String {
    let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    return "<text class=\"\(style)\" \(place) text-anchor=\"\(anchor)\">\(text)</text>"
  }

  /// A number as an axis shows it.
  static func text(_ value: Double) -> String {
    if value >= 1000 { return Decimal.grouped(Int(value.rounded())) }
    return Decimal.text(value, decimals: value == value.rounded() ? 0 : value < 1 ? 2 : 1)
  }

  static func number(_ value: Double) -> String { Decimal.text(value, decimals: 1) }
}
