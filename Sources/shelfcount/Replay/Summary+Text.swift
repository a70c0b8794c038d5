import CShelfCount
import Glibc

extension Summary {
  /// The summary for people: one line a fact, the count in bold on a terminal.
  func text(forTerminal isTerminal: Bool) -> String {
    let isBold = isTerminal && getenv("NO_COLOR") == nil
    var lines: [(label: String, text: String)] = [
      ("frames", "\(statistics.frames)"),
      ("rows", "\(rows)\(Self.list(dropped, prefix: ", not used: "))"),
      ("tracks", "\(statistics.tracks_confirmed)"),
    ]
    if isByItem { lines.append(("places", "\(statistics.items) on the map")) }
    for gate in gates {
      let total = isBold ? "\u{1B}[1m\(gate.counts.total)\u{1B}[0m" : "\(gate.counts.total)"
      lines.append(("count", "\(total)\(doubts(gate)) (\(gate.shape.description): \(directions(gate)))"))
      guard gate.classes.count > 1 else { continue }
      lines += gate.classes.map { ("", "\($0.total) of class \($0.id)") }
    }
    let time = microseconds
    lines.append(
      (
        "time",
        """
        \(Decimal.text(time.median, decimals: 1)) us a frame (median), \
        \(Decimal.text(time.p99, decimals: 1)) us (p99), \(Decimal.text(time.max, decimals: 1)) us (max)
        """
      ))
    let refusals = Self.list(refused, prefix: "")
    if !refusals.isEmpty { lines.append(("full", "no room for \(refusals)")) }
    return lines.map { "\($0.label.padded(to: 8))\($0.text)\n" }.joined()
  }

  /// By item: between which numbers the count lies, where some places are doubtful.
  private func doubts(_ gate: Gate) -> String {
    let counts = gate.counts
    return counts.low == counts.high ? "" : ", between \(counts.low) and \(counts.high)"
  }

  private func directions(_ gate: Gate) -> String {
    let counts = gate.counts
    switch gate.shape {
    case .band:
      return """
        \(counts.forward) forward, \(counts.backward) backward, \(counts.undirected) undirected; \
        \(counts.inside) inside now\(isByItem ? "" : ", \(counts.passed) passed uncounted")
        """
    case .line:
      return "\(counts.forward) forward, \(counts.backward) backward"
    case .zone:
      return "\(counts.inside) inside now"
    }
  }

  /// What is not 0, as "3 too far, 1 empty".
  private static func list(_ tallies: [Tally], prefix: String) -> String {
    let named = tallies.filter { $0.number > 0 }
      .map { "\($0.number) \($0.name.map { $0 == "_" ? " " : String($0) }.joined())" }
    return named.isEmpty ? "" : prefix + named.joined(separator: ", ")
  }
}
