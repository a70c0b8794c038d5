import Glibc

/// Single keys from the terminal, without waiting for them.
final class Keyboard {
  /// Standard input is a terminal, and ours to read.
  let isThere: Bool
  private var saved = termios()
  private(set) var wantsToQuit = false
  private var wantsToToggle = false
  private var isRestored = false

  init() {
    isThere =
      isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
      && tcgetattr(STDIN_FILENO, &saved) == 0
    guard isThere else { return }
    var keys = saved
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A read returns at once, with a key or without.
    withUnsafeMutableBytes(of: &keys.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &keys)
  }

  deinit { restore() }

  func restore() {
    guard isThere, !isRestored else { return }
    isRestored = true
    tcsetattr(STDIN_FILENO, TCSANOW, &saved)
  }

  func read() {
    guard isThere, !isRestored else { return }
    var key: UInt8 = 0
    while Glibc.read(STDIN_FILENO, &key, 1) == 1 {
      switch key {
      case UInt8(ascii: "q"), 27: wantsToQuit = true
      case UInt8(ascii: "t"): wantsToToggle.toggle()
      default: break
      }
    }
  }

  /// Whether the toggle was asked for since the last time.
  func takeToggle() -> Bool {
    defer { wantsToToggle = false }
    return wantsToToggle
  }
}
