/// A small computer that the library is meant for: what a count of instructions means in time there.
struct Board {
  let name: String
  let core: String
  let gigahertz: Double
  /// Instructions per cycle that are assumed, 0.35 to 0.4 of the width of the core.
  let perCycle: Double
  /// Instructions that the core can start (A53) or decode in a cycle.
  let width: Int

  /// The boards, with the clocks of their makers.
  ///
  /// Where the widths are from is said in docs/budget.md.
  static let all = [
    Board(name: "Pi Zero 2 W", core: "Cortex-A53", gigahertz: 1.0, perCycle: 0.7, width: 2),
    Board(name: "Pi 3", core: "Cortex-A53", gigahertz: 1.4, perCycle: 0.7, width: 2),
    Board(name: "Pi 4", core: "Cortex-A72", gigahertz: 1.8, perCycle: 1.2, width: 3),
    Board(name: "Pi 5", core: "Cortex-A76", gigahertz: 2.4, perCycle: 1.6, width: 4),
  ]

  func milliseconds(_ instructions: Int) -> Double {
    Double(instructions) / (perCycle * gigahertz * 1e6)
  }
}

/// Instructions of a frame as counted for aarch64, and what they come to on the boards.
struct Budget {
  static let frameMilliseconds = 1000.0 / 30

  struct Row {
    let n: Int
    let by: String
    let kalman: String
    let instructions: Int
  }

  let rows: [Row]

  /// Reads what `Benchmarks/icount/count.py --csv` wrote: the scene grid, matched greedily.
  init(path: String) throws {
    let lines = LineReader(try InputFile(path))
    var names: [Substring] = []
    var rows: [Row] = []
    while let line = try lines.next() {
      let text = String(decoding: line, as: UTF8.self)
      let fields = text.split(separator: ",", omittingEmptySubsequences: false)
      if names.isEmpty {
        names = fields
        continue
      }
      func field(_ name: String) -> String {
        names.firstIndex { $0 == name }.flatMap { $0 < fields.count ? String(fields[$0]) : nil } ?? ""
      }
      guard let n = Int(field("n")), let count = Int(field("instructions")) else {
        throw Failure.failed("\(path): not a table of instructions")
      }
      guard field("scene") == "grid", field("matcher") == "greedy" else { continue }
      rows.append(Row(n: n, by: field("by"), kalman: field("kalman"), instructions: count))
    }
    guard !rows.isEmpty else { throw Failure.failed("\(path): no instructions of the scene grid") }
    self.rows = rows
  }

  var markdown: String {
    let names = Board.all.map { "\($0.name), ms | share" }.joined(separator: " | ")
    var text = "| in view | by | Kalman | instructions | \(names) |\n"
    text += "|---:|---|---|---:|" + String(repeating: "---:|---:|", count: Board.all.count) + "\n"
    for row in rows.sorted(by: { ($0.by, $0.kalman, $0.n) < ($1.by, $1.kalman, $1.n) }) {
      let cells = Board.all.map { board in
        let time = board.milliseconds(row.instructions)
        let share = 100 * time / Self.frameMilliseconds
        return "\(Decimal.text(time, decimals: 3)) | \(Decimal.text(share, decimals: 2)) %"
      }
      let count = Decimal.grouped(row.instructions)
      text += "| \(row.n) | \(row.by) | \(row.kalman) | \(count) | \(cells.joined(separator: " | ")) |\n"
    }
    return text + "\n" + Self.assumptions
  }

  private static var assumptions: String {
    var text = "| board | core | clock | assumed instructions per cycle | width of the core |\n"
    text += "|---|---|---:|---:|---:|\n"
    for board in Board.all {
      text +=
        "| \(board.name) | \(board.core) | \(board.gigahertz) GHz | \(board.perCycle) | \(board.width) |\n"
    }
    return text
  }
}
