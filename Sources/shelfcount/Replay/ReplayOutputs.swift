import CShelfCount
import ShelfMedia

/// The files that a replay writes besides its summary.
struct ReplayOutputs {
  private let tracks: TrackWriter?
  private let events: EventWriter?
  private let lines: [JSONLinesWriter]
  private let log: LogWriter?
  private let items: ItemWriter?
  private let files: [(option: String, file: OutputFile)]

  var wantsTracks: Bool { tracks != nil }

  /// Opens what `options` ask for; the input and the outputs are kept from overwriting each other.
  ///
  /// Of files that an interrupted run has begun, what it knew of is kept.
  init(_ options: ReplayOptions, sparing inputs: [OutputFile.Taken], firstFrame: Int, begun: ReplayState?)
    throws
  {
    var files: [(option: String, file: OutputFile)] = []
    var taken = inputs
    func create(_ path: String?, _ option: String) throws -> OutputFile? {
      guard let path else { return nil }
      let kept = begun?.outputs.first { $0.option == option }?.size ?? 0
      let file = try OutputFile.create(path, sparing: taken, keeping: kept)
      guard options.state == nil || file.identity?.isRegular == true else {
        throw Failure.usage("\(option): with --state a regular file is wanted, not \(file.name)")
      }
      taken.append((file.identity, "the output of \(option)"))
      files.append((option, file))
      return file
    }
    tracks = try create(options.tracksPath, "--tracks").map { TrackWriter(file: $0) }
    // The library counts updates from 1.
    let offset = firstFrame - 1
    let events = try create(options.eventsPath, "--events")
    let log = try create(options.logPath, "--log")
    self.events = Self.asLines(events) ? nil : events.map { EventWriter(file: $0, frameOffset: offset) }
    self.log = Self.asLines(log) ? nil : try log.map { try LogWriter(file: $0, frameOffset: offset) }
    lines = [(events, true), (log, false)].filter { Self.asLines($0.0) }.compactMap { file, isCountsOnly in
      file.map { JSONLinesWriter(file: $0, frameOffset: offset, isCountsOnly: isCountsOnly) }
    }
    items = try create(options.itemsPath, "--items").map { try ItemWriter(file: $0, frameOffset: offset) }
    self.files = files
  }

  func write(tracks: [shelf_track], frame: Int) throws {
    try self.tracks?.write(tracks, frame: frame)
  }

  func write(events: [shelf_event]) throws {
    try self.events?.write(events)
    try log?.write(events)
    for writer in lines { try writer.write(events) }
  }

  func write(items: [shelf_item]) throws { try self.items?.write(items) }

  private static func asLines(_ file: OutputFile?) -> Bool { file?.name.hasSuffix(".jsonl") == true }

  /// Hands on what is buffered, for readers that follow a live run.
  func flush() throws {
    for (_, file) in files { try file.flush() }
  }

  func close() throws {
    for (_, file) in files { try file.close() }
  }

  /// Has all on the disk, and tells how long the files are.
  func save() throws -> [(option: String, size: Int)] {
    try files.map { ($0.option, try $0.file.save()) }
  }
}
