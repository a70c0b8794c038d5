/// The part of the map that is not a table.
struct MapState: BitwiseCopyable {
  var pose = Pose(cx: 0, cy: 0)
  var hasPose = false
  var optics: Optics
  var opticsEstimate = OpticsEstimate()
  var registration: Int32 = 0
  var itemCount = 0
  /// Views of the last frame.
  var viewCount = 0
  /// Pieces of map begun so far, less one.
  var piece: UInt16 = 0
  var nextID: UInt64 = 1
  /// Places that this frame would have opened, had there been room.
  var wanted = 0
  /// Places not opened because the table was full.
  var refused: UInt64 = 0

  // Motion per nominal frame in shelf coordinates: of late, and smoothed.
  var vx: Float = 0
  var vy: Float = 0
  var slowX: Float = 0
  var slowY: Float = 0
  /// The last pose that was found, and how many frames ago.
  var found = Pose(cx: 0, cy: 0)
  var sinceFound: Float = 0
  /// Frames without a found pose, halved by a nudge.
  var coast = 0
  /// Those of them whose motion was not measured either.
  var reckoned = 0
  /// Frames that showed plenty of which nothing fitted.
  var lost = 0
  var typicalViews: Float = 0
  /// Of the places that the pose was looked for with, those in the picture before it was.
  var itemsInPicture = 0
  /// The fit rests on one or two boxes: their height says little.
  var isThin = false

  /// Height over width of the items seen whole.
  var aspect: Float = 0
  var typicalHeight: Float = 0

  /// How well the detector does just now, from the items beyond doubt.
  var hitRate: Float = 0.92

  // The level of the detector's scores.
  var level: Float = 0
  /// The emptiest score between clutter and items, and the least of an item: lower while clutter is rare.
  var valley: Float = 0
  /// How dense scores are at the valley: 0 where it parts clutter from items plainly.
  var vagueness: Float = 0
  var threshold: Float = 0
  var hasLevel = false
  var calibratedFrame: UInt64 = 0

  /// The shift to the next frame as the caller knows it.
  var given = Point(x: 0, y: 0)
  var hasGiven = false
  /// Rows of the last frame, and in which of the two tables they are.
  var lastRows = 0
  var typicalRows: Float = 0
  var isTurnOfB = false
  /// The motion of the picture's content per nominal frame, as it was measured last.
  var flow = Point(x: 0, y: 0)
  /// The shift from the last frame to this one was measured from row to row.
  var hasFlow = false

  /// The evidence speaks against a place.
  var hasRefuted = false
  /// No item beyond doubt is larger, in shelf coordinates.
  var largest = Point(x: 0, y: 0)
  /// The largest of the active items of this frame.
  var widest: Float = 0
  var tallest: Float = 0

  // Ring of past poses.
  var historyCount = 0
  var historyNext = 0
}

extension MapState {
  init(width: Float) { optics = Optics(width: width) }
}

enum PoseResult: Int32 {
  case none = 0
  case nudged = 1
  case found = 2
}
