import CShelfCount

/// Measures several configurations against each other: warmed up, then repeats of all of them, interleaved,
/// each round in an order drawn anew.
struct Experiment {
  /// Fewer would make the intervals meaningless.
  static let leastRepeats = 20

  let repeats: Int
  /// Frames at the start of a stream that are run and not measured.
  let settlingFrames: Int
  private static let warmUpRounds = 3...12
  private static let warmUpSpread = 0.03

  struct Result {
    /// Microseconds a frame: of the repeats' medians, means and 99th percentiles.
    let median: Sample
    let mean: Sample
    let tail: Sample
    /// The frames of the last repeat.
    let times: [Double]
    /// Whether the speed had settled before it was measured.
    let isStable: Bool
    let last: Pass
  }

  /// Each of `passes` makes one pass of its configuration.
  func run(_ passes: [() throws -> Pass], _ progress: inout ProgressBar) throws -> [Result] {
    let stable = try warmUp(passes)
    var medians = passes.map { _ in [Double]() }
    var means = medians
    var tails = medians
    var last = passes.map { _ in Pass?.none }
    for round in 0..<repeats {
      for index in passes.indices.shuffled() {
        let pass = try passes[index]()
        let times = measured(pass)
        medians[index].append(Sample.quantile(times, 0.5))
        tails[index].append(Sample.quantile(times, 0.99))
        means[index].append(times.reduce(0, +) / Double(max(1, times.count)))
        if let before = last[index], before.counts.total != pass.counts.total {
          throw Failure.failed("two passes through one stream counted differently")
        }
        last[index] = pass
      }
      progress.step(to: round + 1, at: Clock.now())
    }
    return passes.indices.compactMap { index in
      last[index].map {
        Result(
          median: Sample(medians[index]), mean: Sample(means[index]), tail: Sample(tails[index]),
          times: measured($0), isStable: stable[index], last: $0)
      }
    }
  }

  /// The times behind the settling frames, sorted; of a stream too short for that, all.
  private func measured(_ pass: Pass) -> [Double] {
    let rest = pass.times.dropFirst(settlingFrames)
    return (rest.isEmpty ? pass.times[...] : rest).sorted()
  }

  private func warmUp(_ passes: [() throws -> Pass]) throws -> [Bool] {
    var recent = passes.map { _ in [Double]() }
    var stable = passes.map { _ in false }
    for round in 1...Self.warmUpRounds.upperBound where stable.contains(false) {
      for index in passes.indices.shuffled() {
        recent[index].append(Sample.quantile(measured(try passes[index]()), 0.5))
        let window = recent[index].suffix(Self.warmUpRounds.lowerBound)
        guard round >= Self.warmUpRounds.lowerBound, let low = window.min(), let high = window.max() else {
          continue
        }
        if high - low <= Self.warmUpSpread * low { stable[index] = true }
      }
    }
    return stable
  }
}

/// Names in the order of their samples, with `<` only where the intervals tell.
struct Ranking {
  let text: String

  init(_ entries: [(name: String, sample: Sample)]) {
    let sorted = entries.sorted { $0.sample.median < $1.sample.median }
    var text = sorted.first?.name ?? ""
    for (before, next) in zip(sorted, sorted.dropFirst()) {
      text += before.sample.isBelow(next.sample) ? " < \(next.name)" : " ~ \(next.name)"
    }
    self.text = text
  }
}
