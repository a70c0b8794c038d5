/// One frame of a simulation.
public struct Frame: Equatable, Sendable {
  /// From 1.
  public let number: Int
  /// The frame was dropped: the detector saw nothing of it.
  public let isDropped: Bool
  /// What the detector reported, best score first.
  public let detections: [Detection]
  /// What was really there: items at least 30 % inside the image.
  public let items: [VisibleItem]
}

/// One box of the detector; the numbers are the ones that are written.
public struct Detection: Equatable, Sendable {
  /// Left edge in pixels, tenths.
  public let x: Float
  /// Top edge in pixels, tenths.
  public let y: Float
  /// Width in pixels, tenths.
  public let width: Float
  /// Height in pixels, tenths.
  public let height: Float
  /// 0.1 to 0.99, hundredths.
  public let score: Float
  /// From 0.
  public let classID: Int
  /// What it is a box of, which no counter may know.
  public let origin: Origin

  /// What a box is a box of.
  public enum Origin: Equatable, Sendable {
    /// An item, by its number.
    case item(Int)
    /// A second box of an item, by its number.
    case second(Int)
    /// A steady false box fixed to the shelf, by its number.
    case shelfClutter(Int)
    /// A steady false box fixed to the image, by its number.
    case imageClutter(Int)
    /// A passing false box.
    case passing
  }
}

/// An item as it really is in a frame, whole, in pixels.
public struct VisibleItem: Equatable, Sendable {
  /// Its number, from 1.
  public let id: Int
  /// From 0.
  public let classID: Int
  /// Left edge in pixels, tenths.
  public let x: Float
  /// Top edge in pixels, tenths.
  public let y: Float
  /// Width in pixels, tenths.
  public let width: Float
  /// Height in pixels, tenths.
  public let height: Float
  /// The part neither outside the image nor hidden, 0 to 1.
  public let visibility: Float
}
