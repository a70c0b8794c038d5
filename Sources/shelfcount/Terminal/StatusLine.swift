import Glibc

/// A line on standard error that is written over again, if that is a terminal.
final class StatusLine {
  private static let interval: UInt64 = 250_000_000

  private let isShown: Bool
  private var next: UInt64 = 0
  private var isDrawn = false

  init(isWanted: Bool) {
    isShown = isWanted && isatty(STDERR_FILENO) == 1
  }

  func show(_ text: () throws -> String) {
    let now = Clock.now()
    guard isShown, now >= next, let text = try? text() else { return }
    next = now + Self.interval
    isDrawn = true
    Diagnostics.put(ProgressBar.eraseLine + text)
  }

  func erase() {
    guard isDrawn else { return }
    isDrawn = false
    Diagnostics.put(ProgressBar.eraseLine)
  }
}
