/// Turns frames that come when they come into frames at an even rate, for a video file.
package struct FramePacer {
  /// A pause of a camera is not filled with more of the same picture than this, in seconds.
  private static let longestStill = 1.0

  private let fps: Double
  private var written = 0
  /// Time that was cut out of pauses, in frames.
  private var cut = 0.0

  package init(fps: Double) {
    self.fps = fps
  }

  /// How often to write the frame that came so many seconds after the first.
  ///
  /// Jitter of less than a frame changes nothing.
  package mutating func copies(at seconds: Double) -> Int {
    var due = seconds * fps - cut - Double(written) + 1
    let most = max(1, Self.longestStill * fps)
    if due > most + 1 {
      cut += due - most - 1
      due = most + 1
    }
    let copies = due < -0.5 ? 0 : due <= 2 ? 1 : Int(due)
    written += copies
    return copies
  }
}
