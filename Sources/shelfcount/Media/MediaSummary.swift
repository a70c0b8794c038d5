import Glibc
import ShelfMedia

/// The summary of a replay with what pictures add to it.
struct MediaSummary {
  let summary: Summary
  let session: MediaSession
  let seconds: Double
  /// Further facts: label, text for people, value for JSON.
  var facts: [(label: String, text: String, value: JSONValue)] = []

  func print(isTaken: Bool) throws {
    let options = session.options.replay
    guard options.isJSON || !options.isQuiet else { return }
    let output = isTaken ? OutputFile.standardError() : OutputFile.standardOutput()
    let isTerminal = isatty(isTaken ? STDERR_FILENO : STDOUT_FILENO) == 1
    output.append(options.isJSON ? json.line + "\n" : text(isTerminal))
    try output.close()
  }

  private func text(_ isTerminal: Bool) -> String {
    var lines = facts.map { "\($0.label.padded(to: 8))\($0.text)\n" }
    if session.frames > 1 { lines.append("\("speed".padded(to: 8))\(speed)\n") }
    let counts = session.isRaw ? rawText : summary.text(forTerminal: isTerminal)
    return counts + lines.joined()
  }

  private var rawText: String {
    "\("frames".padded(to: 8))\(session.frames)\n\("boxes".padded(to: 8))\(Decimal.text(session.detectionsPerFrame, decimals: 1)) a frame, not tracked\n"
  }

  private var fps: Double { seconds > 0 ? Double(session.frames) / seconds : 0 }

  private func median(_ stage: StageTimes.Stage) -> Double {
    Double(session.times[stage].quantile(0.5)) / 1e6
  }

  private var speed: String {
    let parts = StageTimes.Stage.allCases.map {
      "\($0) \(Decimal.text(median($0), decimals: 2)) ms"
    }
    return "\(Decimal.text(fps, decimals: 1)) frames a second; median \(parts.joined(separator: ", "))"
  }

  private var json: JSONValue {
    let stages: [(key: String, value: JSONValue)] = StageTimes.Stage.allCases.map {
      ("\($0)", .number(median($0)))
    }
    let media: [(key: String, value: JSONValue)] = [
      ("mode", .text(session.isRaw ? "raw" : "track")), ("seconds", .number(seconds)), ("fps", .number(fps)),
      ("detections_per_frame", .number(session.detectionsPerFrame)), ("median_ms", .object(stages)),
    ]
    guard case .object(let members) = summary.json else { return summary.json }
    return .object(members + [("media", .object(media + facts.map { ($0.label, $0.value) }))])
  }
}
