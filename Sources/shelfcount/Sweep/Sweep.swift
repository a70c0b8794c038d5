import CShelfCount

/// Runs recorded streams through every setting, and measures count, tracks and cost.
struct Sweep {
  private let options: SweepOptions
  private let streams: [(stream: DetectionStream, length: Int)]
  private let truths: [Int]

  /// What one setting came to, over all streams.
  struct Outcome {
    let setting: SweepOptions.Setting
    var counts: [UInt64] = []
    /// How sure the library is of the sum of the counts.
    var low: UInt64 = 0
    var high: UInt64 = 0
    var tracks: UInt64 = 0
    /// Of all streams together; null without a truth.
    var error: Int?
    /// Microseconds a frame, the mean over all frames of all streams.
    var cost = Sample([])
    var isStable = true

    var count: UInt64 { counts.reduce(0, +) }
  }

  init(_ options: SweepOptions) throws {
    guard options.replay.size != nil else {
      throw Failure.usage("--size WxH is required: the file does not tell the size of a frame")
    }
    guard options.truths.isEmpty || options.truths.count == options.files.count else {
      throw Failure.usage("--truth needs a value for each FILE (\(options.files.count))")
    }
    guard options.replay.gates.shapes.count == 1 else {
      throw Failure.usage("sweep counts with one gate: the band, or --no-band with one line or zone")
    }
    self.options = options
    truths = try options.truths.map(TrueCount.read)
    streams = try options.files.map { path in
      var stream = try DetectionReader.read(try InputFile(path), classes: options.replay.classes)
      let length = options.replay.frames ?? stream.length
      stream.cut(to: length)
      if stream.detections.isEmpty { throw Failure.failed("\(path): no rows to replay") }
      return (stream, length)
    }
  }

  func run() throws -> [Outcome] {
    var outcomes = options.settings.map { Outcome(setting: $0) }
    let experiment = Experiment(repeats: options.repeats, settlingFrames: 0)
    var bar = ProgressBar(total: streams.count * options.repeats, isWanted: !options.replay.isQuiet)
    defer { bar.erase() }
    let frames = Double(streams.reduce(0) { $0 + $1.length })
    var costs = outcomes.map { _ in (median: 0.0, low: 0.0, high: 0.0) }
    for (index, (stream, length)) in streams.enumerated() {
      let results = try experiment.run(passes(stream, length), &bar)
      for (setting, result) in results.enumerated() {
        add(result, stream: index, to: &outcomes[setting])
        let share = Double(length) / frames
        costs[setting].median += share * result.mean.median
        costs[setting].low += share * result.mean.low
        costs[setting].high += share * result.mean.high
      }
    }
    for index in outcomes.indices {
      let cost = costs[index]
      outcomes[index].cost = Sample(median: cost.median, low: cost.low, high: cost.high)
    }
    return outcomes
  }

  private func passes(_ stream: DetectionStream, _ length: Int) throws -> [() throws -> Pass] {
    guard let size = options.replay.size else { return [] }
    let gate = try options.replay.gates.makeGate(options.replay.gates.shapes[0])
    return try options.settings.map { setting in
      var config = try options.replay.configuration(width: size.width, height: size.height)
      setting.apply(to: &config)
      let fitted = options.replay.fit(config, to: stream)
      return { try Pass(stream, length: length, fitted, gate: gate, detail: .times) }
    }
  }

  private func add(_ result: Experiment.Result, stream: Int, to outcome: inout Outcome) {
    let counts = result.last.counts
    outcome.counts.append(counts.total)
    outcome.low += counts.low
    outcome.high += counts.high
    outcome.tracks += result.last.statistics.tracks_confirmed
    outcome.isStable = outcome.isStable && result.isStable
    if !truths.isEmpty {
      outcome.error = (outcome.error ?? 0) + Int((Int(counts.total) - truths[stream]).magnitude)
    }
  }
}

/// The true count of a stream: a number, or what a truth.json says.
enum TrueCount {
  static func read(_ text: String) throws -> Int {
    if let number = Int(text) { return number }
    let lines = LineReader(try InputFile(text))
    while let line = try lines.next() {
      let document = String(decoding: line, as: UTF8.self)
      guard let key = document.firstRange(of: "\"count\":") else { continue }
      let digits = document[key.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
      if let number = Int(digits) { return number }
    }
    throw Failure.failed("\(text): neither a number nor a truth.json with a count")
  }
}
