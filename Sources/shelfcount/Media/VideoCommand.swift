import CShelfCount
import ShelfMedia

/// `shelfcount video FILE`.
enum VideoCommand {
  static func run(_ options: MediaOptions) throws {
    try MediaCommand.checkOut(options)
    let source = try options.detections()
    let input = try options.input()
    // ffprobe would eat the start of a pipe, and knows few of ffmpeg's options.
    let isAsked = input.location != "-" && input.raw == nil && input.options.isEmpty
    let probe = isAsked ? try MediaProbe(input) : MediaProbe()
    try Video(options, source, input, probe).run()
  }
}

/// One run over a file.
private final class Video {
  private let options: MediaOptions
  private let source: DetectionSource
  private let frames: FrameSource
  private let fps: Double
  private let length: Int?
  private let interrupts = Interrupts()
  private var session: MediaSession?
  private var sink: FrameSink?
  private var window: FrameSink?
  /// Why the video that is written stops short; counting goes on.
  private var lostOutput: String?

  init(_ options: MediaOptions, _ source: DetectionSource, _ input: MediaInput, _ probe: MediaProbe) throws {
    self.options = options
    self.source = source
    frames = try FrameSource(input)
    fps = options.fps ?? probe.fps ?? 30
    let wanted = options.replay.frames
    length = probe.frames.map { min($0, wanted ?? $0) } ?? wanted
  }

  func run() throws {
    let start = Clock.now()
    var progress = ProgressBar(total: length, isWanted: !options.replay.isQuiet)
    defer { progress.erase() }
    var damage: String?
    var picture: Picture?
    do {
      while !interrupts.isRaised, session?.frames ?? 0 < options.replay.frames ?? .max,
        let next = try frames.next(reusing: picture)
      {
        picture = next
        try take(next)
        progress.step(to: session?.frames ?? 0, at: Clock.now())
      }
    } catch let error as MediaError where session != nil {
      // What came before the damage counts.
      damage = error.description
    }
    frames.stop()
    progress.erase()
    try finish(start, damage: damage)
  }

  private func take(_ picture: Picture) throws {
    if session == nil { try start(picture) }
    guard let session else { return }
    try session.process(picture, isDrawn: sink != nil || window != nil)
    if let sink {
      do { try sink.write(picture) } catch { lose(error) }
    }
    if let window {
      // A window that is closed is no failure.
      do { try window.write(picture) } catch { self.window = nil }
    }
  }

  private func start(_ picture: Picture) throws {
    let (width, height) = (picture.width, picture.height)
    session = try MediaSession(
      options, source, width: width, height: height, fps: fps, sparing: MediaCommand.inputs(options))
    if let path = options.outPath {
      sink = try FrameSink.file(path, width: width, height: height, fps: fps, encoder: options.encoder)
    }
    if options.wantsPreview == true {
      window = try MediaCommand.window(options, width: width, height: height, fps: fps)
    }
  }

  private func lose(_ error: any Error) {
    sink = nil
    lostOutput = "cannot write \(error)"
    Diagnostics.warn(
      "cannot write \(error); the video ends at frame \(session?.frames ?? 0), counting goes on")
  }

  private func finish(_ start: UInt64, damage: String?) throws {
    guard let session else { return }
    do { try sink?.close() } catch { lose(error) }
    try? window?.close()
    let seconds = Double(Clock.now() - start) / 1e9
    let summary = MediaSummary(summary: try session.finish(), session: session, seconds: seconds)
    try summary.print(isTaken: options.replay.outputs.contains { $0.path == "-" })
    if case .network(let detector) = source, detector.fullTables > 0 {
      Diagnostics.warn(
        "in \(detector.fullTables) frames the table of \(detector.description.name) was full; raise --low")
    }
    if let damage { throw Failure.failed("after \(session.frames) frames: \(damage)") }
    if lostOutput != nil { throw Failure.failed("the count is complete, the video is not") }
    if interrupts.isRaised { throw Failure.failed("interrupted after \(session.frames) frames") }
  }
}
