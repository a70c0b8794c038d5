/// A sweep as a table for people, and as CSV.
struct SweepReport {
  private let outcomes: [Sweep.Outcome]

  init(_ outcomes: [Sweep.Outcome]) { self.outcomes = outcomes }

  private var hasTruth: Bool { outcomes.contains { $0.error != nil } }

  var text: String {
    var table = TextTable(["conf", "iou", "matcher", "count", "from", "to"])
    if hasTruth { table.columns.append("error") }
    table.columns += ["tracks", "us a frame", "10 %", "90 %"]
    for outcome in outcomes {
      let setting = outcome.setting
      var cells = ["\(setting.score)", "\(setting.overlap)", setting.matcher.name]
      cells += ["\(outcome.count)", "\(outcome.low)", "\(outcome.high)"]
      if let error = outcome.error { cells.append("\(error)") }
      cells += ["\(outcome.tracks)"] + times(outcome)
      table.rows.append(cells)
    }
    return table.text + "\n" + conclusions.joined(separator: "\n") + "\n"
  }

  private func times(_ outcome: Sweep.Outcome) -> [String] {
    [outcome.cost.median, outcome.cost.low, outcome.cost.high].map { Decimal.text($0, decimals: 2) }
  }

  private var conclusions: [String] {
    var lines: [String] = []
    if let least = outcomes.compactMap(\.error).min() {
      lines.append("least error: \(least), by \(list(outcomes.filter { $0.error == least }))")
    } else {
      lines.append("no truth given: nothing says which count is right")
    }
    if let cheapest = outcomes.min(by: { $0.cost.median < $1.cost.median }) {
      let dearer = outcomes.filter { cheapest.cost.isBelow($0.cost) }
      lines.append("cost: clearly above the lowest (\(cheapest.setting.name)): \(list(dearer))")
      lines.append("      the intervals of the others overlap with it: they are not told apart")
    }
    let unstable = outcomes.filter { !$0.isStable }.count
    if unstable > 0 { lines.append("the machine is busy: \(unstable) settings did not get stable") }
    return lines
  }

  private func list(_ some: [Sweep.Outcome]) -> String {
    if some.isEmpty { return "none" }
    if some.count == outcomes.count { return "all \(some.count)" }
    return "\(some.count) of \(outcomes.count): \(some.map(\.setting.name).joined(separator: ", "))"
  }

  var csv: String {
    let header = "conf,iou,matcher,count,low,high,error,tracks,median_us,p10_us,p90_us\n"
    return outcomes.reduce(into: header) { text, outcome in
      let setting = outcome.setting
      let fields =
        ["\(setting.score)", "\(setting.overlap)", setting.matcher.name, "\(outcome.count)"]
        + ["\(outcome.low)", "\(outcome.high)", outcome.error.map { "\($0)" } ?? "", "\(outcome.tracks)"]
        + times(outcome)
      text += fields.joined(separator: ",") + "\n"
    }
  }
}

/// Columns of text, as wide as they need to be, aligned to the right.
struct TextTable {
  var columns: [String]
  var rows: [[String]] = []

  init(_ columns: [String]) { self.columns = columns }

  var text: String {
    let all = [columns] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
        + "\n"
    }.joined()
  }
}
