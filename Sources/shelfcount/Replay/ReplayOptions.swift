import CShelfCount

/// What the user asked of `shelfcount replay`.
struct ReplayOptions {
  var input = ""
  var showsHelp = false

  var size: (width: Int, height: Int)?
  var fps = 30.0
  var frames: Int?
  var classes: Set<UInt32>?

  var presetName = "shelf"
  var preset = SHELF_PRESET_SHELF
  var gates = GateOptions()
  var maxTracks: Int?
  var maxDetections: Int?
  /// Changes to the preset, in the order they were asked for.
  private var changes: [(inout shelf_config) -> Void] = []

  var tracksPath: String?
  var eventsPath: String?
  var logPath: String?
  var itemsPath: String?
  var statePath: String?
  var stateInterval = 1000
  var isJSON = false
  var isQuiet = false

  /// The outputs asked for, by their options.
  var outputs: [(option: String, path: String)] {
    [("--tracks", tracksPath), ("--events", eventsPath), ("--log", logPath), ("--items", itemsPath)]
      .compactMap { option, path in path.map { (option, $0) } }
  }

  var state: StateFile? { statePath.map { StateFile(path: $0, interval: stateInterval) } }

  mutating func change(_ change: @escaping (inout shelf_config) -> Void) {
    changes.append(change)
  }

  /// The preset with the changes asked for, its tables not yet sized.
  ///
  /// `adjust` comes between the two: what is better known than the preset's defaults, but not asked for.
  func configuration(
    width: Int, height: Int, adjust: (inout shelf_config) -> Void = { _ in }
  ) throws -> shelf_config {
    var config = try Presets.configuration(preset)
    config.width = UInt32(width)
    config.height = UInt32(height)
    config.fps = Float(fps)
    // Nobody draws here.
    config.trail_length = 0
    config.max_items = UInt32(Limits.items)
    adjust(&config)
    for change in changes { change(&config) }
    try checkThresholds(config)
    return config
  }

  /// The configuration with tables so large that no row, track or event of the stream is lost.
  func fit(_ configuration: shelf_config, to stream: DetectionStream) -> shelf_config {
    fit(configuration, largestClass: stream.largestClass, largestFrame: stream.largestFrame)
  }

  /// The same for rows of which only this is known.
  func fit(_ configuration: shelf_config, largestClass: UInt32, largestFrame: Int) -> shelf_config {
    var config = configuration
    config.max_classes = max(config.max_classes, largestClass + 1)
    let detections = maxDetections ?? min(max(300, largestFrame), Limits.table)
    let tracks = maxTracks ?? min(max(256, 2 * detections), Limits.table)
    config.max_detections = UInt32(detections)
    config.max_tracks = UInt32(tracks)
    config.max_gates = UInt32(gates.shapes.count)
    // A gate writes at most one entry per track in one update.
    let most = config.count_by == Int32(SHELF_BY_ITEM) ? max(tracks, Limits.items) : tracks
    config.max_events = UInt32(min(max(1, gates.shapes.count) * most, Limits.events))
    return config
  }

  func checkGates() throws {
    guard gates.hasBand || !gates.isBandAsked else {
      throw Failure.usage("--no-band contradicts --band and --axis")
    }
    guard gates.shapes.count <= Limits.gates else {
      throw Failure.usage("at most \(Limits.gates) bands, lines and zones")
    }
  }

  func checkStandardOutput() throws {
    guard outputs.filter({ $0.path == "-" }).count <= 1 else {
      throw Failure.usage("only one of --tracks, --events, --log and --items can go to standard output")
    }
  }

  private func checkThresholds(_ config: shelf_config) throws {
    let (low, high, new) = (config.low_score, config.high_score, config.new_score)
    guard low <= high else { throw Failure.usage("--low (\(low)) is above --high (\(high))") }
    guard high <= new else { throw Failure.usage("--high (\(high)) is above --new (\(new))") }
  }
}

/// The ranges of shelfcount.h that options are held against.
enum Limits {
  static let table = 16384
  static let events = 65536
  static let gates = 32
  static let items = 4096
  static let side = 32768
}
