import CShelfCount

/// Once through a stream, from a fresh scanner: what each frame took, and what was found.
struct Pass {
  /// CPU time of each update, in microseconds, less what reading the clock costs.
  private(set) var times: [Double] = []
  /// Nanoseconds of each stage, summed over the frames behind the settling ones; empty unless asked for.
  private(set) var stages: [UInt64] = []
  /// The count after each frame; empty unless asked for.
  private(set) var countByFrame: [UInt64] = []
  let counts: shelf_counts
  let statistics: shelf_stats

  /// What a pass is asked to note besides.
  enum Detail {
    case times
    case stages(after: Int)
    case counts
  }

  init(
    _ stream: DetectionStream, length: Int, _ configuration: shelf_config, gate: shelf_gate, detail: Detail
  ) throws {
    let scanner = try Scanner(configuration)
    let index = try scanner.add(gate, name: "the gate")
    let clock = Self.clockCost
    var times: [Double] = []
    times.reserveCapacity(length)
    var stages: [UInt64] = []
    var countByFrame: [UInt64] = []
    try stream.forEachFrame(length: length) { frame, rows in
      switch detail {
      case .times:
        let start = Clock.threadTime()
        try scanner.update(rows)
        times.append(max(0, Double(Clock.threadTime() - start) / 1000 - clock))
      case .stages(let settled):
        StageClock.start()
        try scanner.update(rows)
        let sums = StageClock.stop()
        if frame >= settled { stages = stages.isEmpty ? sums : zip(stages, sums).map(+) }
      case .counts:
        try scanner.update(rows)
        countByFrame.append(try scanner.counts(gate: index).total)
      }
    }
    try scanner.finish()
    self.times = times
    self.stages = stages
    self.countByFrame = countByFrame
    counts = try scanner.counts(gate: index)
    statistics = try scanner.statistics()
  }

  /// Microseconds that reading the clock twice adds to what lies between.
  private static let clockCost: Double = {
    let costs = (0..<200).map { _ in
      let start = Clock.threadTime()
      return Double(Clock.threadTime() - start) / 1000
    }
    return Sample(costs).median
  }()
}
