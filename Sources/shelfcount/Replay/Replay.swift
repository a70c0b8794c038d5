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
    try options.checkGates()
    try options.checkStandardOutput()
    if let path = options.statePath, let same = options.outputs.first(where: { $0.path == path }) {
      throw Failure.usage("\(path) is the output of \(same.option) too; it would be overwritten")
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

    let begun = try options.state?.read()
    let scanner = try begun.map { try goOn(from: $0, stream, length: length) } ?? start(stream)
    // Opened this late, so that a bad input or option leaves earlier results alone.
    let outputs = try ReplayOutputs(
      options, sparing: [(input.identity, "the input")], firstFrame: stream.firstFrame, begun: begun)
    if let begun, !options.isQuiet {
      Diagnostics.say("\(options.statePath ?? ""): going on after \(begun.frames) frames")
    }
    let times = try feed(stream, length: length, to: scanner, outputs, begun)
    try outputs.close()
    try options.state?.remove()

    try printSummary(
      Summary(scanner, configuration, options: options, rows: Summary.Rows(stream), times: times))
  }

  private func start(_ stream: DetectionStream) throws -> Scanner {
    let scanner = try Scanner(options.fit(configuration, to: stream))
    for shape in options.gates.shapes {
      _ = try scanner.add(options.gates.makeGate(shape), name: shape.description)
    }
    return scanner
  }

  /// The scanner as an interrupted run left it, if that run was one of this stream with these options.
  private func goOn(
    from state: ReplayState, _ stream: DetectionStream, length: Int
  ) throws -> Scanner {
    let path = options.statePath ?? ""
    var hash = Hash()
    try stream.forEachFrame(length: min(state.frames, length)) { hash.add(rows: $1) }
    guard hash == state.stream, state.frames <= length else {
      throw Failure.usage("\(path) is the state of another stream; remove it to begin anew")
    }
    let scanner = try Scanner(state.snapshot, options.fit(configuration, to: stream))
    guard let scanner, state.gates == gates, state.outputs.map(\.option) == options.outputs.map(\.option)
    else {
      throw Failure.usage("\(path) is the state of a run with other options; remove it to begin anew")
    }
    return scanner
  }

  private var gates: [String] {
    options.gates.shapes.map { "\($0.description), anchor \(options.gates.anchor)" }
  }

  private func warn(about stream: DetectionStream, length: Int, name: String) {
    if stream.rowsBeyondEnd > 0 {
      Diagnostics.warn("\(name): \(stream.rowsBeyondEnd) rows beyond --frames \(length) are left out")
    }
    if stream.detections.isEmpty { Diagnostics.warn("\(name): no rows to replay") }
  }

  private func feed(
    _ stream: DetectionStream, length: Int, to scanner: borrowing Scanner, _ outputs: ReplayOutputs,
    _ begun: ReplayState?
  ) throws -> UpdateTimes {
    var times = UpdateTimes()
    let done = begun?.frames ?? 0
    var state = begun ?? ReplayState()
    state.gates = gates
    var progress = ProgressBar(total: length, isWanted: !options.isQuiet)
    defer { progress.erase() }
    try stream.forEachFrame(length: length) { index, rows in
      guard index >= done else { return }
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
      if let file = options.state {
        state.frames = index + 1
        state.stream.add(rows: rows)
        if state.frames % file.interval == 0 { try save(&state, in: file, scanner, outputs) }
      }
    }
    try scanner.finish()
    try outputs.write(events: scanner.takeEvents())
    try outputs.write(items: scanner.items())
    return times
  }

  /// The outputs are on the disk before the state that knows how long they are.
  private func save(
    _ state: inout ReplayState, in file: StateFile, _ scanner: borrowing Scanner, _ outputs: ReplayOutputs
  ) throws {
    state.outputs = try outputs.save()
    state.snapshot = try scanner.snapshot()
    try file.write(state)
  }

  /// The summary makes way to standard error where a result takes standard output.
  private func printSummary(_ summary: Summary) throws {
    guard options.isJSON || !options.isQuiet else { return }
    let isTaken = options.outputs.contains { $0.path == "-" }
    let output = isTaken ? OutputFile.standardError() : OutputFile.standardOutput()
    let isTerminal = isatty(isTaken ? STDERR_FILENO : STDOUT_FILENO) == 1
    output.append(options.isJSON ? summary.json.line + "\n" : summary.text(forTerminal: isTerminal))
    try output.close()
  }
}
