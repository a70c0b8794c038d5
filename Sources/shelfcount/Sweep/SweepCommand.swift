extension Command {
  static var sweep: Command {
    Command(
      name: "sweep", summary: "try thresholds on recorded streams: count, tracks, cost",
      help: SweepCommand.help, run: SweepCommand.run)
  }
}

/// `shelfcount sweep FILE...`.
private enum SweepCommand {
  static var help: String {
    """
    Usage: shelfcount sweep FILE... --size WxH [options]

    Runs recorded streams (as for replay) through every combination of --conf, --iou and --matchers:
      count    of all FILEs, and between which numbers it lies (by item)
      error    with --truth: what the counts of the FILEs are off, added up
      tracks   how many were confirmed: broken tracks make more of them
      cost     CPU time of a frame in microseconds: median of the repeats, 10 % and 90 % of them

    All settings run interleaved, in an order drawn anew for each repeat, after a warm-up. The last
    lines say what can be told: a cost is above another one only where their intervals do not overlap.
    Counts are exact, but streams are few: a setting that is right here need not be elsewhere.

    Defaults stand in brackets, those of the presets shelf | bytetrack | seed | moving
    where they differ.

    \(SweepOptions.table.manual)
    Examples:
      shelfcount sweep det.txt.gz --size 640x640 --conf 0.3,0.5,0.7 --iou 0.1,0.2,0.3
      shelfcount sweep a.txt b.txt --size 640x640 --truth 108,120 --by track --csv sweep.csv

    Exit status: 0 done, 1 failed (malformed or damaged input, full disk, ...), 2 wrong usage.

    """
  }

  static func run(_ arguments: [String]) throws {
    var options = SweepOptions()
    options.files = try SweepOptions.table.parse(arguments, into: &options)
    if options.showsHelp { return try Program.printText(help) }
    guard !options.files.isEmpty else { throw SweepOptions.table.hint("no FILE given") }
    let outcomes = try Sweep(options).run()
    let report = SweepReport(outcomes)
    if let path = options.csvPath {
      let file = try OutputFile.create(path, sparing: [])
      file.append(report.csv)
      try file.close()
      if path == "-" { return }
    }
    try Program.printText(report.text)
  }
}
