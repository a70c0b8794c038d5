import Glibc

/// A bar with percentage and remaining time on standard error, if that is a terminal.
struct ProgressBar {
  private static let width = 30
  private static let interval: UInt64 = 100_000_000
  static let eraseLine = "\r\u{1B}[K"

  /// Null: nobody knows, and steps are only counted.
  private let total: Int?
  private let isShown: Bool
  private let start = Clock.now()
  private var next: UInt64
  private var isDrawn = false

  /// A bar for `total` steps; `isWanted` false keeps it away.
  init(total: Int?, isWanted: Bool) {
    self.total = total
    isShown = isWanted && total ?? 1 > 0 && isatty(STDERR_FILENO) == 1
    // Short jobs end before the first bar would be drawn.
    next = start + Self.interval
  }

  mutating func step(to done: Int, at now: UInt64) {
    guard isShown, now >= next else { return }
    next = now + Self.interval
    isDrawn = true
    Diagnostics.put(Self.eraseLine + line(done, elapsed: now - start))
  }

  /// Takes the bar off the screen.
  mutating func erase() {
    guard isDrawn else { return }
    isDrawn = false
    Diagnostics.put(Self.eraseLine)
  }

  private func line(_ done: Int, elapsed: UInt64) -> String {
    let rate = Double(done) / (Double(elapsed) / 1e9)
    guard let total, done <= total, done > 0 else {
      return "\(done) frames, \(Decimal.text(rate, decimals: 1)) a second"
    }
    let share = Double(done) / Double(total)
    let filled = Int(share * Double(Self.width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let remaining = Double(elapsed) / 1e9 * Double(total - done) / Double(done)
    return "\(Int(share * 100))% [\(bar)] \(done)/\(total), \(Self.clock(remaining)) left"
  }

  private static func clock(_ duration: Double) -> String {
    let seconds = Int(duration.rounded(.up))
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}
