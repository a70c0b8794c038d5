import CShelfCount

/// A point of the picture.
public struct Point: Sendable, Equatable {
  /// To the right.
  public var x: Float
  /// Down.
  public var y: Float

  /// A point by its coordinates.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  init(_ p: shelf_point) { self.init(x: p.x, y: p.y) }
}

/// A box by two corners; it may reach outside the picture.
public struct Box: Sendable, Equatable {
  /// Left edge.
  public var x1: Float
  /// Upper edge.
  public var y1: Float
  /// Right edge, beyond `x1`.
  public var x2: Float
  /// Lower edge, beyond `y1`.
  public var y2: Float

  /// A box by its corners.
  public init(x1: Float, y1: Float, x2: Float, y2: Float) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  init(_ b: shelf_box) { self.init(x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2) }
}

/// One row of the detector's output.
///
/// It has the layout of `shelf_detection`, so that an array of them goes to the library as it is.
public struct Detection: Sendable {
  /// Where, in the unit of the configuration.
  public var box: Box
  /// 0...1.
  public var score: Float
  /// Below `maxClasses` of the configuration.
  public var classID: UInt32

  /// A row by its box, score and class.
  public init(box: Box, score: Float, classID: UInt32 = 0) {
    self.box = box
    self.score = score
    self.classID = classID
  }
}

/// One track after the last update.
public struct Track: Sendable, Identifiable {
  /// Where a track stands in its life.
  public enum State: Int32, Sendable {
    /// Too few hits yet; it has no id and counts nowhere.
    case tentative = 1
    /// Confirmed, and matched in the last update.
    case tracked = 2
    /// Confirmed, and not matched: its box is predicted.
    case lost = 4
  }

  /// From 1, per scanner, never reused; 0 while tentative.
  public let id: UInt64
  /// Filtered; predicted while the track is lost.
  public let box: Box
  /// Of the centre, per nominal frame.
  public let velocity: Point
  /// Of the last matched row.
  public let score: Float
  /// Vote over the track's life.
  public let classID: UInt32
  /// Where it stands in its life.
  public let state: State
  /// Row of the last update that it was matched to.
  public let detection: Int?
  /// Updates since the last match.
  public let missed: Int
  /// Rows matched in its life.
  public let hits: Int

  init(_ t: shelf_track) {
    id = t.id
    box = Box(t.box)
    velocity = Point(x: t.vx, y: t.vy)
    score = t.score
    classID = t.class_id
    state = State(rawValue: t.state) ?? .tentative
    detection = t.detection < 0 ? nil : Int(t.detection)
    missed = Int(t.missed)
    hits = Int(t.hits)
  }
}
