/// Everything a scanner is told at its start, and the one place of all defaults and ranges.
package struct Configuration: BitwiseCopyable {
  package enum Preset: Int32, BitwiseCopyable {
    case shelf = 0
    case byteTrack = 1
    case seed = 2
    case moving = 3
  }

  package enum Units: Int32, BitwiseCopyable {
    case pixel = 0
    case fraction = 1
  }

  package enum Fusion: Int32, BitwiseCopyable {
    case none = 0
    case product = 1
    case inverse = 2
  }

  package enum ClassGate: Int32, BitwiseCopyable {
    case off = 0
    case soft = 1
    case hard = 2
  }

  package enum Matcher: Int32, BitwiseCopyable {
    case greedy = 0
    case seed = 1
    case optimal = 2
  }

  package enum Kalman: Int32, BitwiseCopyable {
    case blas = 0
    case closed = 1

    /// Whether this build has that backend.
    package var isAvailable: Bool {
      #if BLAS
        true
      #else
        self == .closed
      #endif
    }
  }

  package enum NMS: Int32, BitwiseCopyable {
    case off = 0
    case hard = 1
    case linear = 2
    case gaussian = 3
  }

  package enum CountBy: Int32, BitwiseCopyable {
    case track = 0
    case item = 1
  }

  /// Bits of `partners`.
  package static let partnerTracked: Int32 = 1
  package static let partnerLost: Int32 = 2

  package var preset = Preset.shelf
  package var width: UInt32 = 0
  package var height: UInt32 = 0
  package var units = Units.pixel
  package var fps: Float = 30

  package var maxTracks: UInt32 = 256
  package var maxDetections: UInt32 = 300
  package var maxCandidates: UInt32 = 8
  package var maxItems: UInt32 = 1024
  package var maxGates: UInt32 = 4
  package var maxEvents: UInt32 = 128
  package var maxClasses: UInt32 = 80
  package var trailLength: UInt32 = 60

  package var lowScore: Float = 0.1
  package var highScore: Float = 0.5
  package var newScore: Float = 0.6

  package var firstCost: Float = 0.8
  package var secondCost: Float = 0.5
  package var thirdCost: Float = 0.7
  package var fusion = Fusion.none
  package var partners = Configuration.partnerTracked
  package var tentativeFirst = true
  package var frameMotion = true
  package var classGate = ClassGate.soft
  package var classPenalty: Float = 0.2
  package var matcher = Matcher.greedy
  package var kalman = Kalman.blas.isAvailable ? Kalman.blas : .closed

  package var confirmHits: UInt32 = 2
  package var confirmWindow: UInt32 = 3
  package var lostFrames: UInt32 = 30
  package var lostUs: UInt32 = 0
  package var duplicateIoU: Float = 0.85

  package var nms = NMS.off
  package var nmsIoU: Float = 0.65
  package var nmsSigma: Float = 0.5
  package var nmsClasses = false

  package var countBy = CountBy.item
  package var dwell: UInt32 = 2
  package var crossing = true

  package var maxArea: Float = 1

  package init(preset: Preset) {
    self.preset = preset
    switch preset {
    case .shelf:
      nms = .hard
      nmsIoU = 0.5
    case .byteTrack:
      fusion = .product
      frameMotion = false
      tentativeFirst = false
      classGate = .off
      confirmWindow = 2
      countBy = .track
      crossing = false
    case .seed:
      highScore = 0.6
      firstCost = 0.7
      partners = Configuration.partnerLost
      frameMotion = false
      tentativeFirst = false
      classGate = .hard
      matcher = .seed
      confirmWindow = 2
      duplicateIoU = 1
      nms = .linear
      countBy = .track
      crossing = false
    case .moving:
      highScore = 0.13
      newScore = 0.15
      firstCost = 0.6
      frameMotion = false
      classGate = .off
      confirmHits = 3
      confirmWindow = 5
      duplicateIoU = 1
      nms = .hard
      nmsIoU = 0.4
      countBy = .track
      maxArea = 0.75
    }
  }

  package enum Problem {
    case argument
    case unsupported
  }

  /// What is wrong with it, or nil.
  package func problem() -> Problem? {
    guard sizesAreInRange(), scoresAreInRange(), costsAreInRange(), lifeIsInRange() else { return .argument }
    guard kalman.isAvailable else { return .unsupported }
    return nil
  }

  private func sizesAreInRange() -> Bool {
    (1...32768).contains(width) && (1...32768).contains(height)
      && fps >= 0.01 && fps <= 1000
      && (1...16384).contains(maxTracks) && (1...16384).contains(maxDetections)
      && (1...64).contains(maxCandidates) && (1...4096).contains(maxItems) && maxGates <= 32
      && (1...65536).contains(maxEvents) && (1...65536).contains(maxClasses)
      && trailLength <= 1024
  }

  private func scoresAreInRange() -> Bool {
    0 <= lowScore && lowScore <= highScore && highScore <= newScore && newScore <= 1 && isShare(maxArea)
  }

  private func costsAreInRange() -> Bool {
    isShare(firstCost) && isShare(secondCost) && isShare(thirdCost) && isShare(classPenalty)
      && isShare(duplicateIoU) && suppression.isInRange
      && (1...3).contains(partners)
  }

  private func lifeIsInRange() -> Bool {
    (1...32).contains(confirmHits) && (confirmHits...32).contains(confirmWindow)
      && lostFrames <= 1_000_000 && (1...10000).contains(dwell)
      && (lostUs == 0 || (UInt64(lostUs) &+ 1) &* 1000 > periodNs)
  }

  private func isShare(_ x: Float) -> Bool { x >= 0 && x <= 1 }

  /// The largest box that is taken for a thing, in square pixels.
  @inline(__always)
  var largestArea: Float { maxArea < 1 ? maxArea * frame.x * frame.y : .infinity }

  /// Whether gates may count by item, hence whether there is a map.
  @inline(__always)
  package var countsItems: Bool { countBy == .item }

  /// Whether the motion of the picture is measured, for new tracks or for the map.
  @inline(__always)
  var followsRows: Bool { frameMotion || countsItems }

  /// Whether anybody asks for the order of the rows and what lies together.
  @inline(__always)
  var ordersRows: Bool { followsRows || nms != .off }

  /// For how many candidate pairs of each row there is room, on average.
  ///
  /// Few rows have any but their own track: where none must be dropped but for the limit, all have.
  @inline(__always)
  var candidateShare: UInt32 {
    let most = min(maxCandidates, maxTracks)
    return matcher == .optimal ? most : (most &+ 1) / 2
  }

  /// How double boxes are collapsed before tracking.
  var suppression: Suppression {
    Suppression(kind: nms, iou: nmsIoU, sigma: nmsSigma, byClass: nmsClasses, leastScore: lowScore)
  }

  /// One nominal frame.
  ///
  /// Only for an `fps` in range.
  @inline(__always)
  package var periodNs: UInt64 { UInt64(1e9 / Double(fps) + 0.5) }

  /// The longest time since its last match that a track survives: its buffer after the frame that should
  /// have matched it, and half a frame for the jitter of time stamps.
  @inline(__always)
  var survivalUs: UInt64 {
    let buffer = lostUs > 0 ? UInt64(lostUs) &* 1000 : UInt64(lostFrames) &* periodNs
    return (buffer &+ periodNs &+ periodNs / 2) / 1000
  }

  /// Width and height in pixels.
  @inline(__always)
  var frame: Point { Point(x: Float(width), y: Float(height)) }

  /// Factors that turn the caller's coordinates into pixels.
  @inline(__always)
  package var toPixels: Point {
    units == .pixel ? Point(x: 1, y: 1) : Point(x: Float(width), y: Float(height))
  }

  /// Factors that turn pixels into the caller's coordinates.
  @inline(__always)
  var fromPixels: Point {
    units == .pixel ? Point(x: 1, y: 1) : Point(x: 1 / Float(width), y: 1 / Float(height))
  }
}
