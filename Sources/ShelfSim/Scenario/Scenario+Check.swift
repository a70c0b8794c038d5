/// Why a scenario cannot be simulated.
public struct ScenarioError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in words for a user.
  public let description: String
}

extension Scenario {
  /// Above this speed, in picture widths per frame, an item can be in the band for a single frame.
  static let topSpeed = 0.046

  /// The most frames and items a scenario may have.
  static let limit = 1_000_000

  /// Throws if the numbers are out of range or contradict each other.
  public func check() throws(ScenarioError) {
    try require((16...32768).contains(width) && (16...32768).contains(height), "a side is 16 to 32768 pixels")
    try require(fps > 0 && fps.isFinite, "fps is above 0")
    try require((0...Self.limit).contains(frames), "frames is 0 to \(Self.limit)")
    try require((0...Self.limit).contains(shelf.items), "items is 0 to \(Self.limit)")
    try require(frames > 0 || shelf.items > 0, "either frames or items must be given")
    try require(frames == 0 || frames >= 30, "a stream has 30 frames at least")
    try checkShelf()
    try checkPath()
    try checkShares()
    try checkRanges()
  }

  private func checkShelf() throws(ScenarioError) {
    try require((1...64).contains(shelf.rows), "rows is 1 to 64")
    try require((0...10000).contains(shelf.inView), "the number in view is 0 to 10000")
    try require((0.1...2).contains(shelf.rowSpread), "the row spread is 0.1 to 2")
    try require((0.05...5).contains(shelf.itemHeight), "the item height is 0.05 to 5 rows")
    try require((0.05...5).contains(shelf.aspect), "the aspect is 0.05 to 5")
    try require((0...0.5).contains(shelf.sizeSpread), "the size spread is 0 to 0.5")
    try require((-0.8...20).contains(shelf.gap), "the gap is -0.8 to 20 item widths")
    try require((0...0.5 * (1 + shelf.gap)).contains(shelf.gapSpread), "the gap spread is too large")
    try require((1...1000).contains(shelf.classes), "classes is 1 to 1000")
    try require((1...1000).contains(shelf.block), "a block is 1 to 1000 items")
    try require((0...0.9).contains(shelf.empty), "the share of empty places is 0 to 0.9")
    try require((0...100).contains(shelf.stretches), "empty stretches are 0 to 100")
    try require((0...0.5).contains(shelf.wander), "wander is 0 to 0.5 item widths")
  }

  private func checkPath() throws(ScenarioError) {
    try require((0.0005...0.1).contains(path.speed), "the speed is 0.0005 to 0.1 picture widths per frame")
    try require((0...0.9).contains(path.speedSpread), "the speed's spread is 0 to 0.9")
    try require((0...200).contains(path.stops), "stops is 0 to 200")
    try require((0...0.02).contains(path.shake), "shake is 0 to 0.02 picture widths")
    try require((0...0.3).contains(path.drift), "drift is 0 to 0.3 picture heights")
    try require((0...0.3).contains(path.zoom), "zoom is 0 to 0.3")
    try require((0...15).contains(path.roll), "roll is 0 to 15 degrees")
    try require((-0.2...0.25).contains(optics.lens), "the lens is -0.2 (pincushion) to 0.25 (barrel)")
    try require((0...0.3).contains(optics.parallax), "parallax is 0 to 0.3")
    try require((-0.3...0.3).contains(optics.keystone), "keystone is -0.3 to 0.3")
    try require(
      speedInImage <= Self.topSpeed,
      "items pass faster than \(Self.topSpeed) picture widths per frame (speed, its spread, zoom, parallax and"
        + " keystone together), so some would be in the band for one frame only")
  }

  private func checkShares() throws(ScenarioError) {
    for share in [
      path.inMotion, detector.level, detector.levelSpread, detector.noise, detector.weak, detector.bursts,
      detector.misses, detector.doubles, detector.blur, mishaps.blindness,
    ] {
      try require((0...1).contains(share), "\(share) is not a share, 0 to 1")
    }
    try require((0...0.2).contains(detector.jitter), "jitter is 0 to 0.2")
    try require((0...1000).contains(clutter.passing), "passing false boxes are 0 to 1000 a frame")
    try require((0...1000).contains(clutter.image), "false boxes fixed to the image are 0 to 1000")
    try require((0...300).contains(clutter.shelf), "false boxes on the shelf are 0 to 300 per 100 items")
    try require((0...1000).contains(mishaps.hands), "hands are 0 to 1000")
    try require((0...1000).contains(mishaps.blindGaps), "blind gaps are 0 to 1000")
    try require((0...0.5).contains(mishaps.drops), "the share of dropped frames is 0 to 0.5")
  }

  private func checkRanges() throws(ScenarioError) {
    for range in [
      detector.weakLevel, detector.burstScore, detector.doubleScore, clutter.passingScore, clutter.score,
      clutter.hits,
    ] {
      try require(range.lowerBound >= 0 && range.upperBound <= 1, "\(range) is not within 0 to 1")
    }
    let iou = detector.doubleIoU
    try require(iou.lowerBound >= 0.1 && iou.upperBound <= 1, "the IoU of second boxes is 0.1 to 1")
    for range in [detector.burstFrames, detector.doubleFrames, mishaps.blindFrames] {
      try require(range.lowerBound >= 1 && range.upperBound <= 10000, "\(range) are not 1 to 10000 frames")
    }
  }

  /// The greatest speed of an item at the middle of the picture, in picture widths per frame.
  private var speedInImage: Double {
    let growth = (1 + path.zoom) * (1 + optics.parallax) * (1 + abs(optics.keystone) / 10)
    return topPathSpeed * growth
  }

  /// The greatest speed of the camera, in picture widths per frame.
  var topPathSpeed: Double {
    gridSpeed * (1 + path.speedSpread)
  }

  /// By how much the camera may be faster than it usually is.
  var speedReserve: Double { max(1, Self.topSpeed / speedInImage) }

  /// Stops of the path, in a stream of given length no more than one in 120 frames.
  var stops: Int { frames > 0 ? min(path.stops, frames / 120) : path.stops }

  /// The usual speed, which in a grid goes with the cells.
  var gridSpeed: Double {
    shelf.inView > 0 ? path.speed * 10 / Double(columnsInView) : path.speed
  }

  /// Columns of the grid: the smallest square that holds as many as are in view.
  var columnsInView: Int {
    var columns = 1
    while columns * columns < shelf.inView { columns += 1 }
    return columns
  }

  private func require(_ condition: Bool, _ message: String) throws(ScenarioError) {
    guard condition else { throw ScenarioError(description: message) }
  }
}
