import CShelfCount
import Glibc

/// Drives a recorded stream through the library.
struct Replay {
  private let options: ReplayOptions
  private let configuration: shelf_config

  init(_ options: ReplayOptions) throws {
    guard let size = options.size else {
      throw Failure.usage("--size WxH is required: the file does not tell the size of a frame")
    }
    guard options.gates.hasBand || !options.gates.isBandAsked else {
      throw Failure.usage("--no-band contradicts --band and --axis")
    }
    guard options.gates.shapes.count <= Limits.gates else {
      throw Failure.usage("at most \(Limits.gates) bands, lines and zones")
    }
    guard
      [options.tracksPath, options.eventsPath, options.logPath, options.itemsPath].filter({ $0 == "-" }).count
        <= 1
    else {
      throw Failure.usage("only one of --tracks, --events, --log and --items can go to standard output")
    }
    self.options = options
    configuration = try options.configuration(width: size.width, height: size.height)
  }

  func run() throws {
    let input = try InputFile(options.input)
    var stream = try DetectionReader.read(input, classes: options.classes)
    let length = options.frames ?? stream.length
    stream.cut(to: length)
    warn(about: stream, length: length, name: input.name)

    let scanner = try Scanner(options.fit(configuration, to: stream))
    for shape in options.gates.shapes {
      _ = try scanner.add(options.gates.makeGate(shape), name: shape.description)
    }
    // Opened this late, so that a bad input or option leaves earlier results alone.
    let outputs = try ReplayOutputs(options, input: input, firstFrame: stream.firstFrame)
    let times = try feed(stream, length: length, to: scanner, outputs)
    try outputs.close()

    try printSummary(Summary(scanner, configuration, options: options, stream: stream, times: times))
  }

  private func warn(about stream: DetectionStream, length: Int, name: String) {
    if stream.rowsBeyondEnd > 0 {
      Diagnostics.warn("\(name): \(stream.rowsBeyondEnd) rows beyond --frames \(length) are left out")
    }
    if stream.detections.isEmpty { Diagnostics.warn("\(name): no rows to replay") }
  }

  private func feed(
    _ stream: DetectionStream, length: Int, to scanner: borrowing Scanner, _ outputs: ReplayOutputs
  ) throws -> UpdateTimes {
    var times = UpdateTimes()
    var progress = ProgressBar(total: length, isWanted: !options.isQuiet)
    defer { progress.erase() }
    try stream.forEachFrame(length: length) { index, rows in
      let start = Clock.now()
      try scanner.update(rows)
      let end = Clock.now()
      times.record(nanoseconds: end - start)
      if outputs.wantsTracks {
        try outputs.write(tracks: scanner.tracks(SHELF_TRACK_TRACKED), frame: index + stream.firstFrame)
      }
      // Fetched after every frame, the log never overflows.
      try outputs.write(events: scanner.takeEvents())
      progress.step(to: index + 1, at: end)
    }
    try scanner.finish()
    try outputs.write(events: scanner.takeEvents())
    try outputs.write(items: scanner.items())
    return times
  }

  /// The summary makes way to standard error where a result takes standard output.
  private func printSummary(_ summary: Summary) throws {
    guard options.isJSON || !options.isQuiet else { return }
    let isTaken = [options.tracksPath, options.eventsPath, options.logPath, options.itemsPath].contains("-")
    let output = isTaken ? OutputFile.standardError() : OutputFile.standardOutput()
    let isTerminal = isatty(isTaken ? STDERR_FILENO : STDOUT_FILENO) == 1
    output.append(options.isJSON ? summary.json.line + "\n" : summary.text(forTerminal: isTerminal))
    try output.close()
  }
}
