import CShelfCount

/// Bars of the 33.3 ms that a frame may take, filled as far as it takes them.
struct BudgetChart {
  let measurements: [Bench.Measurement]
  let budget: Budget?

  private struct Bar {
    let name: String
    let n: Int
    let milliseconds: Double
  }

  var section: String {
    var note = """
      By item, Kalman filter by BLAS: the whole bar is the 33.3 ms of a frame at 30 a second. This machine: \
      measured, 99 of 100 frames take less.
      """
    if budget != nil {
      note += " The boards: instructions counted for 64-bit ARM, and instructions per cycle assumed: "
      note +=
        Board.all.map { "\($0.name) \($0.perCycle) at \($0.gigahertz) GHz" }.joined(separator: ", ") + "."
    }
    return Page.section("Share of a frame", note, svg)
  }

  private var bars: [Bar] {
    let own = measurements.filter {
      $0.variant.by == SHELF_BY_ITEM && $0.variant.kalman == SHELF_KALMAN_BLAS && Self.isShown($0.n)
    }.map { Bar(name: "this machine", n: $0.n, milliseconds: $0.result.tail.median / 1000) }
    guard let budget else { return own }
    let rows = budget.rows.filter { $0.by == "item" && $0.kalman == "blas" && Self.isShown($0.n) }
    return own
      + Board.all.flatMap { board in
        rows.map { Bar(name: board.name, n: $0.n, milliseconds: board.milliseconds($0.instructions)) }
      }
  }

  private static func isShown(_ n: Int) -> Bool { n >= 100 && n != 200 }

  private var svg: String {
    let (left, width, right, step) = (216.0, 650.0, 170.0, 26.0)
    let height = Double(bars.count) * step + 26
    var body = ""
    func text(_ x: Double, _ y: Double, _ anchor: String, _ style: String, _ text: String) {
      body += "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(text)</text>\n"
    }
    for (index, bar) in bars.enumerated() {
      let y = Double(index) * step + 4
      let share = bar.milliseconds / Budget.frameMilliseconds
      let filled = max(1.5, min(1, share) * width)
      let isFirst = index == 0 || bars[index - 1].name != bar.name
      if isFirst { text(left - 96, y + 13, "end", "strong", bar.name) }
      text(left - 12, y + 13, "end", "tick", "\(bar.n) in view")
      let place = "x=\"\(left)\" y=\"\(y)\" height=\"17\" rx=\"3\""
      body += "<rect class=\"fill track\" \(place) width=\"\(width)\"/>\n"
      body += "<rect class=\"fill a\" \(place) width=\"\(Plot.number(filled))\"/>\n"
      let label = """
        \(Decimal.text(100 * share, decimals: 2)) %, \
        \(Decimal.text(bar.milliseconds, decimals: bar.milliseconds < 1 ? 3 : 2)) ms
        """
      text(left + width + 12, y + 13, "start", "strong", label)
    }
    for share in [0.0, 0.25, 0.5, 0.75, 1] {
      let label = "\(Decimal.text(share * Budget.frameMilliseconds, decimals: 1)) ms"
      text(left + share * width, height - 4, "middle", "tick", label)
    }
    return """
      <svg viewBox="0 0 \(left + width + right) \(height)" role="img" aria-label="Share of a frame">
      \(body)</svg>
      """
  }
}
