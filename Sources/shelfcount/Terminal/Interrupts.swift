import Glibc

/// Ctrl-C and a polite kill: the work ends in order, with all files complete.
///
/// A second one ends the program at once.
final class Interrupts {
  nonisolated(unsafe) private static var raised: sig_atomic_t = 0
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  init() {
    Self.raised = 0
    for number in Self.signals {
      signal(number) { number in
        Interrupts.raised = 1
        signal(number, SIG_DFL)
      }
    }
  }

  deinit { for number in Self.signals { signal(number, SIG_DFL) } }

  var isRaised: Bool { Self.raised != 0 }
}
