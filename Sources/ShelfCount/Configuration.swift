public import CShelfCount

/// What a scanner is told at its start, filled with the defaults of a preset.
///
/// Values out of range are refused when a ``Scanner`` is made.
public struct Configuration: Sendable {
  /// Where the defaults come from.
  public enum Preset: Int32, Sendable {
    /// The default: counts places on a shelf before a moving camera.
    case shelf = 0
    /// ByteTrack as published (Zhang et al., ECCV 2022), its holes closed; counts tracks.
    case byteTrack = 1
    /// The app this library re-creates, for comparison; counts tracks.
    case seed = 2
    /// For things that move before a standing camera (belts, cars, people), also where the detector hardly
    /// knows them: scores of 0.1 to 0.4, classes that change; counts tracks.
    case moving = 3
  }

  /// The `shelf_config` itself, for fields that have no name here yet.
  public var c: shelf_config

  /// A configuration of that preset for frames of that size in pixels.
  public init(width: Int, height: Int, preset: Preset = .shelf) {
    c = shelf_config()
    // Cannot fail: the size and the preset are right.
    _ = shelf_config_init(&c, MemoryLayout<shelf_config>.size, preset.rawValue)
    self.width = width
    self.height = height
  }
}

// MARK: Size, unit and capacity

extension Configuration {
  /// Width of a frame in pixels, 1...32768.
  public var width: Int {
    get { Int(c.width) }
    set { c.width = UInt32(clamping: newValue) }
  }

  /// Height of a frame in pixels, 1...32768.
  public var height: Int {
    get { Int(c.height) }
    set { c.height = UInt32(clamping: newValue) }
  }

  /// Unit of all boxes and points: pixels.
  public var units: Units {
    get { Units(rawValue: c.units) ?? .pixel }
    set { c.units = newValue.rawValue }
  }

  /// Frames per second; one nominal frame is 1/fps.
  ///
  /// 0.01...1000, default 30.
  public var fps: Float {
    get { c.fps }
    set { c.fps = newValue }
  }

  /// Tentative, tracked and lost tracks together.
  ///
  /// 1...16384, default 256.
  public var maxTracks: Int {
    get { Int(c.max_tracks) }
    set { c.max_tracks = UInt32(clamping: newValue) }
  }

  /// Rows kept per update, the best by score.
  ///
  /// 1...16384, default 300.
  public var maxDetections: Int {
    get { Int(c.max_detections) }
    set { c.max_detections = UInt32(clamping: newValue) }
  }

  /// Tracks considered per row, the best by IoU.
  ///
  /// 1...64, default 8. There is room for half as many a row on average (matcher `optimal`: for all); in a crowd
  /// that has more each row keeps its share.
  public var maxCandidates: Int {
    get { Int(c.max_candidates) }
    set { c.max_candidates = UInt32(clamping: newValue) }
  }

  /// By item: places on the shelf.
  ///
  /// 1...4096, default 1024.
  public var maxItems: Int {
    get { Int(c.max_items) }
    set { c.max_items = UInt32(clamping: newValue) }
  }

  /// 0...32, default 4.
  public var maxGates: Int {
    get { Int(c.max_gates) }
    set { c.max_gates = UInt32(clamping: newValue) }
  }

  /// Entries the log holds until they are taken.
  ///
  /// 1...65536, default 128.
  public var maxEvents: Int {
    get { Int(c.max_events) }
    set { c.max_events = UInt32(clamping: newValue) }
  }

  /// Class ids are below this number.
  ///
  /// 1...65536, default 80.
  public var maxClasses: Int {
    get { Int(c.max_classes) }
    set { c.max_classes = UInt32(clamping: newValue) }
  }

  /// Points kept per track for drawing; 0: none.
  ///
  /// 0...1024, default 60.
  public var trailLength: Int {
    get { Int(c.trail_length) }
    set { c.trail_length = UInt32(clamping: newValue) }
  }

}
