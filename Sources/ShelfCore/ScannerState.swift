/// The part of a scanner that is not a table: it lies at the start of the block.
struct ScannerState: BitwiseCopyable {
  /// Says that a block holds an open scanner.
  var cookie = ScannerState.openCookie
  var configuration: Configuration
  // Of the configuration, found once: they take divisions.
  let periodNs: UInt64
  let survivalUs: UInt64
  let fromPixels: Point
  var clock = Clock()
  var trackCount = 0
  /// Tracks marked `ended` that are still in the tables.
  var endedCount = 0
  /// No track was last seen before.
  var oldestUs: UInt64 = 0
  /// The id that the next confirmed track gets.
  var nextID: UInt64 = 1
  var gateCount = 0
  var eventCount = 0
  var firstEvent = 0
  var stats = Statistics()

  static let openCookie: UInt64 = 0x5348_454c_4643_4e54

  init(_ configuration: Configuration) {
    self.configuration = configuration
    periodNs = configuration.periodNs
    survivalUs = configuration.survivalUs
    fromPixels = configuration.fromPixels
  }
}

/// What went through a scanner since its start.
package struct Statistics: BitwiseCopyable {
  package var rows: UInt64 = 0
  package var notFinite: UInt64 = 0
  package var inverted: UInt64 = 0
  package var empty: UInt64 = 0
  package var tooFar: UInt64 = 0
  package var badScore: UInt64 = 0
  package var badClass: UInt64 = 0
  package var overflow: UInt64 = 0
  package var suppressed: UInt64 = 0
  package var candidatesDropped: UInt64 = 0
  package var started: UInt64 = 0
  package var confirmed: UInt64 = 0
  package var removed: UInt64 = 0
  package var refused: UInt64 = 0
  package var duplicates: UInt64 = 0
  package var events: UInt64 = 0
  package var eventsDropped: UInt64 = 0
  package var blasCalls: UInt64 = 0
  package var itemsFolded: UInt64 = 0
}

/// The time of the frames, in microseconds, and their number.
struct Clock: BitwiseCopyable {
  private(set) var frames: UInt64 = 0
  private(set) var us: UInt64 = 0
  /// Nanoseconds that nominal frames are ahead of `us`.
  private var carryNs: UInt64 = 0

  /// Moves on to a frame taken at `time` (0: one nominal frame after the last).
  ///
  /// Returns how many nominal frames have passed, or nil where time did not advance.
  mutating func advance(to time: UInt64, periodNs: UInt64) -> Float? {
    guard frames > 0 else {
      frames = 1
      us = time
      return 1
    }
    var step: Float = 1
    if time == 0 {
      let ns = carryNs &+ periodNs
      guard us <= UInt64.max &- ns / 1000 else { return nil }
      us &+= ns / 1000
      carryNs = ns % 1000
    } else {
      guard time > us else { return nil }
      step = Float(time &- us) * 1000 / Float(periodNs)
      us = time
      carryNs = 0
    }
    frames &+= 1
    return step
  }

  mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&frames)
    coder.code(&us)
    coder.code(&carryNs, in: 0...999)
  }
}
