import CShelfCount
import ShelfMedia

/// `shelfcount photo FILE`.
enum PhotoCommand {
  static func run(_ options: MediaOptions) throws {
    try MediaCommand.checkOut(options, isFilm: false)
    let source = try options.detections()
    let frames = try FrameSource(options.input())
    guard let picture = try frames.next() else { return }
    frames.stop()
    let start = Clock.now()
    let hasGates = options.replay.gates.isBandAsked || !options.replay.gates.others.isEmpty
    let session = try MediaSession(
      options, source, width: picture.width, height: picture.height, fps: 30,
      sparing: MediaCommand.inputs(options), hasGates: hasGates)
    try session.process(picture)
    if let path = options.outPath {
      let sink = try FrameSink.file(path, width: picture.width, height: picture.height, fps: 25)
      try sink.write(picture)
      try sink.close()
    }
    let found = try session.isRaw ? [] : session.found()
    var summary = MediaSummary(
      summary: try session.finish(), session: session, seconds: Double(Clock.now() - start) / 1e9)
    if !session.isRaw { summary.facts.append(fact(found)) }
    try summary.print(isTaken: options.replay.outputs.contains { $0.path == "-" })
  }

  private static func fact(
    _ found: [(name: String, number: Int)]
  ) -> (label: String, text: String, value: JSONValue) {
    let words = found.map { $0.name.isEmpty ? "\($0.number)" : "\($0.number) \($0.name)" }
    return (
      "found", words.isEmpty ? "nothing" : words.joined(separator: ", "),
      .object(found.map { ($0.name, .integer(UInt64($0.number))) })
    )
  }
}
