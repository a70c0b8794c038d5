import CShelfCount

/// Measures what a frame costs on this machine, by things in view, counting and Kalman filter.
struct Bench {
  let options: BenchOptions

  /// A way to set the library up.
  struct Variant: Equatable {
    let preset: Int
    let by: Int
    let kalman: Int

    var byName: String { by == SHELF_BY_ITEM ? "by item" : "by track" }
    var kalmanName: String { kalman == SHELF_KALMAN_BLAS ? "BLAS" : "closed form" }
    var name: String { "\(byName), \(kalmanName)" }

    /// Each preset counts by what it is for.
    static let all = [SHELF_BY_ITEM, SHELF_BY_TRACK].flatMap { by in
      [SHELF_KALMAN_BLAS, SHELF_KALMAN_CLOSED].map {
        Variant(
          preset: by == SHELF_BY_ITEM ? SHELF_PRESET_SHELF : SHELF_PRESET_BYTETRACK, by: by, kalman: $0)
      }
    }
  }

  struct Measurement {
    let n: Int
    let variant: Variant
    let result: Experiment.Result
    /// Microseconds of each stage of a frame, the mean; empty where the program cannot tell.
    var stages: [Double] = []
  }

  func run() throws -> [Measurement] {
    let total = BenchOptions.settlingFrames + options.frames
    let streams = try options.sizes.map { ($0, try BenchStream.grid($0, frames: total)) }
    var cells: [(n: Int, stream: BenchStream, variant: Variant)] = []
    for (n, stream) in streams { cells += Variant.all.map { (n, stream, $0) } }
    var bar = ProgressBar(total: options.repeats, isWanted: !options.isQuiet)
    defer { bar.erase() }
    let experiment = Experiment(repeats: options.repeats, settlingFrames: BenchOptions.settlingFrames)
    let results = try experiment.run(
      cells.map { cell in { try Self.pass(cell.stream, cell.variant, .times) } }, &bar)
    var measurements = zip(cells, results).map { Measurement(n: $0.n, variant: $0.variant, result: $1) }
    if StageClock.isAvailable {
      for (index, cell) in cells.enumerated() {
        measurements[index].stages = try stages(cell.stream, cell.variant)
      }
    }
    return measurements
  }

  /// Of some passes the least of each stage, so that waiting for the machine does not count.
  private func stages(_ stream: BenchStream, _ variant: Variant) throws -> [Double] {
    let clock = StageClock.cost
    let frames = Double(stream.length - BenchOptions.settlingFrames)
    let passes = try (0..<5).map { _ in
      try Self.pass(stream, variant, .stages(after: BenchOptions.settlingFrames)).stages
    }
    return StageClock.names.indices.map { stage in
      let least = passes.map { Double($0[stage]) / frames }.min() ?? 0
      return max(0, least - clock) / 1000
    }
  }

  static func pass(_ stream: BenchStream, _ variant: Variant, _ detail: Pass.Detail) throws -> Pass {
    var replay = ReplayOptions()
    replay.preset = variant.preset
    var config = try replay.configuration(width: stream.size.width, height: stream.size.height)
    config.count_by = Int32(variant.by)
    config.kalman = Int32(variant.kalman)
    return try Pass(
      stream.stream, length: stream.length, replay.fit(config, to: stream.stream),
      gate: replay.gates.makeGate(replay.gates.shapes[0]), detail: detail)
  }
}
