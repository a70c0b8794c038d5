import CShelfCount
import Glibc
import ShelfMedia

/// `shelfcount camera SOURCE`.
enum CameraCommand {
  static func run(_ options: MediaOptions) throws {
    try MediaCommand.checkOut(options)
    if options.wantsPreview == true, !FrameSink.hasScreen {
      _ = try MediaCommand.window(options, width: 0, height: 0, fps: 0)
    }
    let source = try options.detections()
    var input = try options.input()
    input.isLive = true
    let comesBack = input.isNetwork || FileIdentity(path: input.location)?.isRegular == false
    // A file has no pace of its own.
    if !comesBack, input.location != "-", input.raw == nil { input.options = ["-re"] + input.options }
    let live = try LiveSource(input, patience: comesBack ? options.patience : 0)
    try Camera(options, source, live).run()
  }
}

/// One run of a camera.
private final class Camera {
  private let options: MediaOptions
  private let source: DetectionSource
  private let live: LiveSource
  private let fps: Double
  private let interrupts = Interrupts()
  private let keyboard = Keyboard()
  private let status: StatusLine
  private var session: MediaSession?
  private var sink: FrameSink?
  private var window: FrameSink?
  private var isWindowClosed = false
  private var lostOutput: String?
  private var skipped = 0
  private var firstTime: UInt64?
  private var lastTime: UInt64 = 0
  /// From the arrival of a picture until it was drawn.
  private var latency = UpdateTimes()
  private var wasLost = false
  private var pacer: FramePacer

  init(_ options: MediaOptions, _ source: DetectionSource, _ live: LiveSource) {
    self.options = options
    self.source = source
    self.live = live
    fps = options.fps ?? 30
    pacer = FramePacer(fps: fps)
    status = StatusLine(isWanted: !options.replay.isQuiet)
  }

  func run() throws {
    let start = Clock.now()
    var shot: LiveSource.Shot?
    var reason: String?
    while goesOn(start) {
      try obeyKeys()
      shot = live.next(within: 200, done: shot?.picture)
      if let shot {
        try take(shot)
        continue
      }
      switch live.currentState {
      case .connected: break
      case .lost(let why): noteLoss(why)
      case .ended(let why):
        reason = why
        try finish(start, reason)
        return
      }
    }
    live.stop()
    try finish(start, reason)
  }

  private func goesOn(_ start: UInt64) -> Bool {
    if interrupts.isRaised || keyboard.wantsToQuit || isWindowClosed { return false }
    if let seconds = options.seconds, Double(Clock.now() - start) / 1e9 >= seconds { return false }
    return session?.frames ?? 0 < options.replay.frames ?? .max
  }

  private func obeyKeys() throws {
    keyboard.read()
    if keyboard.takeToggle() { try session?.toggle() }
  }

  private func noteLoss(_ why: String) {
    guard !wasLost else { return }
    wasLost = true
    status.erase()
    Diagnostics.warn("camera lost (\(why)); waiting for it")
  }

  private func take(_ shot: LiveSource.Shot) throws {
    if session == nil { try start(shot.picture) }
    guard let session else { return }
    if wasLost {
      wasLost = false
      status.erase()
      Diagnostics.say("the camera is back")
    }
    skipped = shot.skipped
    let first = firstTime ?? shot.microseconds
    firstTime = first
    let extra = skipped > 0 ? ["\(skipped) skipped"] : []
    try session.process(
      shot.picture, at: time(shot.microseconds - first), isDrawn: sink != nil || window != nil, status: extra)
    latency.record(nanoseconds: Clock.now() - min(Clock.now(), shot.microseconds * 1000))
    if let sink {
      do {
        for _ in 0..<pacer.copies(at: Double(shot.microseconds - first) / 1e6) {
          try sink.write(shot.picture)
        }
      } catch { lose(error) }
    }
    if let window {
      do { try window.write(shot.picture) } catch { isWindowClosed = true }
    }
    status.show { try self.line(session) }
  }

  /// The time of a picture for the tracker: that of its arrival, but pictures that come in a burst were not
  /// taken in one.
  private func time(_ arrival: UInt64) -> UInt64 {
    lastTime = max(arrival + 1, lastTime + UInt64(0.5e6 / fps))
    return lastTime
  }

  private func line(_ session: MediaSession) throws -> String {
    let mode = session.isRaw ? "raw" : "\(try session.count()) counted"
    let keys = keyboard.isThere ? "  (t: raw/track, q: end)" : ""
    return
      "\(Decimal.text(session.times.fps, decimals: 1)) fps, \(mode), \(session.frames) frames, \(skipped) skipped\(keys)"
  }

  private func start(_ picture: Picture) throws {
    let (width, height) = (picture.width, picture.height)
    session = try MediaSession(
      options, source, width: width, height: height, fps: fps, sparing: MediaCommand.inputs(options))
    if let path = options.outPath {
      sink = try FrameSink.file(
        path, width: width, height: height, fps: fps, encoder: options.encoder)
    }
    if options.wantsPreview ?? FrameSink.hasScreen {
      window = try MediaCommand.window(options, width: width, height: height, fps: fps)
    }
  }

  private func lose(_ error: any Error) {
    sink = nil
    lostOutput = "\(error)"
    status.erase()
    Diagnostics.warn("cannot write \(error); the video ends here, counting goes on")
  }

  private func finish(_ start: UInt64, _ reason: String?) throws {
    status.erase()
    keyboard.restore()
    guard let session else { throw Failure.failed(reason ?? "no picture came") }
    do { try sink?.close() } catch { lose(error) }
    try? window?.close()
    let seconds = Double(Clock.now() - start) / 1e9
    var summary = MediaSummary(summary: try session.finish(), session: session, seconds: seconds)
    let delay = Double(latency.quantile(0.5)) / 1e6
    summary.facts = [
      ("skipped", "\(skipped) pictures that came while one was at work", .integer(UInt64(skipped))),
      ("latency", "\(Decimal.text(delay, decimals: 1)) ms from picture to drawing (median)", .number(delay)),
      ("again", "\(live.reconnections) times reconnected", .integer(UInt64(live.reconnections))),
    ]
    try summary.print(isTaken: options.replay.outputs.contains { $0.path == "-" })
    if let reason { throw Failure.failed(reason) }
    if lostOutput != nil { throw Failure.failed("the count is complete, the video is not") }
  }
}
