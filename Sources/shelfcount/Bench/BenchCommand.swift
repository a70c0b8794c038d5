import CShelfCount

extension Command {
  static var bench: Command {
    Command(
      name: "bench", summary: "what a frame costs on this machine, and a report with charts",
      help: BenchCommand.help, run: BenchCommand.run)
  }
}

/// `shelfcount bench`.
private enum BenchCommand {
  static var help: String {
    """
    Usage: shelfcount bench [--report OUT.html] [options]

    Measures what an update takes on this machine: the simulator's scene grid with 10 to 300 things in
    view, preset shelf by item and preset bytetrack by track, Kalman filter by BLAS and in closed form.
    All run interleaved in an order drawn anew for each repeat, after a warm-up, by the CPU time of the
    thread. PASS: 99 of 100 frames take less than the 33.3 ms of a frame at 30 a second.
    Benchmarks/ in the repository measures the C library as it ships, in separate processes.

    Defaults stand in brackets.

    \(BenchOptions.table.manual)
    Examples:
      shelfcount bench --report out.html
      shelfcount bench --n 100 --report out.html --replay det.txt.gz --size 640x480

    Exit status: 0 done, 1 failed (full disk, ...), 2 wrong usage.

    """
  }

  static func run(_ arguments: [String]) throws {
    var options = BenchOptions()
    let operands = try BenchOptions.table.parse(arguments, into: &options)
    if options.showsHelp { return try Program.printText(help) }
    guard operands.isEmpty else { throw BenchOptions.table.hint("no operand expected, but '\(operands[0])'") }
    let budget = try options.countsPath.map(Budget.init(path:))
    if options.printsBudget {
      guard let budget else { throw BenchOptions.table.hint("--budget needs --counts") }
      return try Program.printText(budget.markdown)
    }
    let measurements = try Bench(options: options).run()
    if options.reportPath != "-" { try Program.printText(text(measurements)) }
    if let path = options.reportPath {
      let report = BenchReport(
        measurements: measurements, repeats: options.repeats, frames: options.frames,
        replay: try countChart(options), budget: budget, machine: Machine.name)
      let file = try OutputFile.create(path, sparing: [])
      file.append(report.html)
      try file.close()
    }
  }

  private static func countChart(_ options: BenchOptions) throws -> CountChart {
    let stream = try options.replayPath.map { try BenchStream(recorded: $0, size: options.size) } ?? .replay()
    func counts(_ by: Int) throws -> [UInt64] {
      let variant = Bench.Variant.all.first { $0.by == by && $0.kalman == SHELF_KALMAN_BLAS }
      return try variant.map { try Bench.pass(stream, $0, .counts).countByFrame } ?? []
    }
    return CountChart(
      name: stream.name, byItem: try counts(SHELF_BY_ITEM), byTrack: try counts(SHELF_BY_TRACK),
      truth: stream.truth)
  }

  private static func text(_ measurements: [Bench.Measurement]) -> String {
    var table = TextTable([
      "in view", "by", "Kalman", "us a frame", "10 %", "90 %", "p99", "of 33.3 ms", "30 fps",
    ])
    for one in measurements {
      let (median, tail) = (one.result.median, one.result.tail.median)
      let share = tail / 1000 / Budget.frameMilliseconds
      let times = [median.median, median.low, median.high, tail].map { Decimal.text($0, decimals: 2) }
      table.rows.append(
        ["\(one.n)", one.variant.byName, one.variant.kalmanName] + times
          + ["\(Decimal.text(100 * share, decimals: 3)) %", share <= 1 ? "PASS" : "FAIL"])
    }
    let rankings = Set(measurements.map(\.n)).sorted().map { n in
      let shown = measurements.filter { $0.n == n }.map { ($0.variant.name, $0.result.median) }
      return "\(n) in view: \(Ranking(shown).text)\n"
    }
    return table.text + "\nfast to slow; < where the intervals do not overlap, ~ where this does not tell\n"
      + rankings.joined()
  }
}
