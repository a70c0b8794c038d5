/// What a frame costs, stage by stage, and how many come a second.
struct StageTimes {
  enum Stage: Int, CaseIterable {
    case detector
    case tracker
    case drawing
  }

  private(set) var all = [UpdateTimes](repeating: UpdateTimes(), count: Stage.allCases.count)
  /// In milliseconds, following slowly so that it can be read.
  private(set) var smooth = [Double](repeating: 0, count: Stage.allCases.count)
  private(set) var fps = 0.0
  private var lastFrame: UInt64?

  mutating func measure<Result>(_ stage: Stage, _ work: () throws -> Result) rethrows -> Result {
    let start = Clock.now()
    let result = try work()
    let nanoseconds = Clock.now() - start
    all[stage.rawValue].record(nanoseconds: nanoseconds)
    let milliseconds = Double(nanoseconds) / 1e6
    let old = smooth[stage.rawValue]
    smooth[stage.rawValue] = old == 0 ? milliseconds : old + 0.1 * (milliseconds - old)
    return result
  }

  /// A frame is through.
  mutating func endFrame() {
    let now = Clock.now()
    if let lastFrame, now > lastFrame {
      let current = 1e9 / Double(now - lastFrame)
      fps = fps == 0 ? current : fps + 0.1 * (current - fps)
    }
    lastFrame = now
  }

  subscript(stage: Stage) -> UpdateTimes { all[stage.rawValue] }
}
