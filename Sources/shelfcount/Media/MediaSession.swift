import CShelfCount
import ShelfMedia

/// Pictures in, tracks and counts out, and a scene to draw over each: what photo, video and camera share.
final class MediaSession {
  let options: MediaOptions
  let source: DetectionSource
  let configuration: shelf_config
  private let scanner: Scanner
  private let overlay: Overlay
  private let scenes: SceneBuilder
  private let outputs: ReplayOutputs
  private let recorder: DetectionWriter?

  private(set) var isRaw: Bool
  private(set) var times = StageTimes()
  /// Frames so far, and when the tracks and counts began.
  private(set) var frames = 0
  private var firstFrameOfTracks = 0
  private var classesSeen: Set<UInt32> = []
  private var detections = 0

  init(
    _ options: MediaOptions, _ source: DetectionSource, width: Int, height: Int, fps: Double,
    sparing inputs: [OutputFile.Taken], hasGates: Bool = true
  ) throws {
    var options = options
    options.replay.size = (width, height)
    options.replay.fps = fps
    if !hasGates { options.replay.gates.hasBand = false }
    self.options = options
    self.source = source
    configuration = try options.configuration(width: width, height: height, fps: fps, source)
    scanner = try Scanner(configuration)
    for shape in options.replay.gates.shapes {
      _ = try scanner.add(options.replay.gates.makeGate(shape), name: shape.description)
    }
    overlay = Overlay(width: width, height: height)
    scenes = SceneBuilder(source, fps: fps)
    isRaw = options.isRaw
    outputs = try ReplayOutputs(options.replay, sparing: inputs, firstFrame: source.firstFrame, begun: nil)
    recorder = try options.recordPath.map {
      try DetectionWriter(file: OutputFile.create($0, sparing: inputs), firstFrame: 0)
    }
  }

  /// One frame: finds, tracks, counts, and draws over the picture.
  func process(_ picture: Picture, at time: UInt64 = 0, isDrawn: Bool = true, status: [String] = []) throws {
    let least = isRaw ? rawScore : configuration.low_score
    let rows = try times.measure(.detector) {
      try source.rows(picture, frame: frames, minScore: least, only: options.replay.classes)
    }
    detections += rows.count
    classesSeen.formUnion(rows.lazy.map(\.class_id))
    try recorder?.write(rows, frame: frames)
    if !isRaw { try track(rows, time) }
    if isDrawn { try draw(picture, rows, status) }
    frames += 1
    times.endFrame()
  }

  /// Between raw boxes and tracks; ids and counts begin anew.
  func toggle() throws {
    isRaw.toggle()
    try scanner.reset()
    scenes.reset()
    firstFrameOfTracks = frames
  }

  private var rawScore: Float {
    Float(options.confidence ?? source.confidence ?? Double(configuration.new_score))
  }

  private func track(_ rows: [shelf_detection], _ time: UInt64) throws {
    try times.measure(.tracker) { try rows.withUnsafeBufferPointer { try scanner.update($0, at: time) } }
    if outputs.wantsTracks {
      try outputs.write(tracks: scanner.tracks(SHELF_TRACK_TRACKED), frame: frames + source.firstFrame)
    }
    try note(scanner.takeEvents())
  }

  private func note(_ events: [shelf_event]) throws {
    guard !events.isEmpty else { return }
    scenes.note(events, frame: frames)
    try outputs.write(events: events.map { shifted($0) })
    try outputs.flush()
  }

  /// The library counts frames from where it began anew; files count on.
  private func shifted(_ event: shelf_event) -> shelf_event {
    var event = event
    event.frame += UInt64(firstFrameOfTracks)
    event.emitted_frame += UInt64(firstFrameOfTracks)
    return event
  }

  private func draw(_ picture: Picture, _ rows: [shelf_detection], _ status: [String]) throws {
    let state = times
    try times.measure(.drawing) {
      let scene =
        isRaw
        ? scenes.raw(rows, state, status)
        : try scenes.tracks(scanner, options.replay.gates.shapes, frame: frames, state, status)
      try overlay.draw(scene, on: picture)
    }
  }

  /// The end of the stream; the files are complete afterwards.
  func finish() throws -> Summary {
    if !isRaw {
      try scanner.finish()
      try note(scanner.takeEvents())
      try outputs.write(items: scanner.items())
    }
    try outputs.close()
    try recorder?.close()
    return try Summary(
      scanner, configuration, options: options.replay, rows: Summary.Rows(classes: classesSeen.sorted()),
      times: times[.tracker])
  }

  func count(gate: UInt32 = 0) throws -> UInt64 { try scanner.counts(gate: gate).total }

  /// Detections per frame that passed the threshold.
  var detectionsPerFrame: Double { frames == 0 ? 0 : Double(detections) / Double(frames) }

  /// What was found in the only frame, by class, most first.
  func found() throws -> [(name: String, number: Int)] {
    var numbers: [UInt32: Int] = [:]
    for track in try scanner.tracks(SHELF_TRACK_TRACKED) { numbers[track.class_id, default: 0] += 1 }
    return numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      (source.name(of: $0.key), $0.value)
    }
  }
}
