#if Stages
  /// What a core compiled with the trait `Stages` calls where a stage of the frame begins.
  @c(shelf_stage)
  public func stageBegins(_ stage: Int32) {
    StageClock.begin(stage)
  }
#endif

/// Time spent in each stage of the frame, between `start` and `stop`.
///
/// One thread measures at a time.
enum StageClock {
  /// The stages of `ShelfCore.Stage`, in its order.
  static let names = [
    "entry", "guard", "nms", "motion", "predict", "candidates", "match", "correct", "lifecycle", "gates",
    "map", "results",
  ]
  /// False where the core was compiled without the trait `Stages`.
  static var isAvailable: Bool {
    #if Stages
      true
    #else
      false
    #endif
  }

  nonisolated(unsafe) private static var isRunning = false
  nonisolated(unsafe) private static var stage = 0
  nonisolated(unsafe) private static var since: UInt64 = 0
  nonisolated(unsafe) private static var sums = [UInt64](repeating: 0, count: names.count)

  /// A frame begins, with the stage `entry`.
  static func start() {
    for index in sums.indices { sums[index] = 0 }
    stage = 0
    isRunning = true
    since = Clock.now()
  }

  static func begin(_ next: Int32) {
    guard isRunning else { return }
    let now = Clock.now()
    sums[stage] += now - since
    stage = min(max(0, Int(next)), sums.count - 1)
    since = now
  }

  /// Nanoseconds that one reading of the clock adds to a stage.
  static let cost: Double = {
    let count = 1000
    let start = Clock.now()
    for _ in 0..<count { _ = Clock.now() }
    return Double(Clock.now() - start) / Double(count)
  }()

  /// Ends the frame and returns the nanoseconds by stage, each with `cost` for every time it began.
  static func stop() -> [UInt64] {
    begin(0)
    isRunning = false
    return sums
  }
}
