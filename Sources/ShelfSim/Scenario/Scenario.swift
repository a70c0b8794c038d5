/// A scene as plain numbers: what stands on the shelf, how the camera moves, what the detector gets wrong.
///
/// Lengths are shares of the picture's width or height, so that a scene looks alike in every size. A rate is
/// a probability per frame, or per item and frame, as stated. The defaults are the scene `clean`.
public struct Scenario: Equatable, Sendable {
  /// How the scene is called, for the truth.
  public var name = "clean"
  /// Size of the picture in pixels.
  public var width = 640
  /// Size of the picture in pixels.
  public var height = 640
  /// Frames per second; nothing but a statement, since all speeds are per frame.
  public var fps = 30.0
  /// Length in frames; 0: as long as the shelf takes.
  ///
  /// Where both are given, `frames` and `shelf.items`, the camera walks at the speed that fits; a shelf too
  /// long to be walked in that time is cut.
  public var frames = 0
  /// What is to be counted.
  public var shelf = Shelf()
  /// How the camera moves.
  public var path = Path()
  /// How the camera sees.
  public var optics = Optics()
  /// What the detector reports of the items.
  public var detector = Detector()
  /// What the detector reports besides.
  public var clutter = Clutter()
  /// What goes wrong now and then.
  public var mishaps = Mishaps()

  /// The scene `clean`.
  public init() {}
}

extension Scenario {
  /// What is to be counted.
  public struct Shelf: Equatable, Sendable {
    /// What kind of things pass the band.
    public enum Kind: String, Sendable {
      /// Items stand, the camera moves.
      case shelf
      /// The camera stands, items come on a conveyor belt.
      case belt
      /// The camera stands, people walk in both directions and hide each other.
      case people
    }

    /// What kind of things pass the band.
    public var kind = Kind.shelf
    /// Items in all; 0: as many as `frames` take.
    public var items = 108
    /// Rows of items, one above the other.
    public var rows = 3
    /// Items in view at a time; 0: as they fit.
    ///
    /// Where given, items stand on a square grid with so many cells in view, `rows` follows, and the path's
    /// speed, which then is meant for 100 in view, shrinks and grows with the cells.
    public var inView = 0
    /// Share of the picture's height that the rows take; above 1 the outer ones are cut off by its edge.
    public var rowSpread = 0.94
    /// Height of an item as a share of its row's height.
    public var itemHeight = 0.58
    /// By how much products differ in height and width, plus or minus this share.
    public var sizeSpread = 0.15
    /// Width of an item as a share of its height; in a grid, of its cell's.
    public var aspect = 0.55
    /// Free space between neighbours as a share of an item's width; below 0 they overlap.
    public var gap = 0.06
    /// By how much the free space varies, plus or minus this share of an item's width.
    public var gapSpread = 0.04
    /// Classes of items.
    public var classes = 2
    /// Mean length of a product block, neighbours alike in class and size, in items.
    public var block = 6
    /// Share of places that are empty.
    public var empty = 0.02
    /// Empty stretches of 0.3 to 0.8 picture widths, through all rows.
    public var stretches = 0
    /// A look-alike wall: one product at one pitch in all rows.
    public var isWall = false
    /// How far an item wanders about its place, as a share of its width.
    public var wander = 0.0

    /// The shelf of the scene `clean`.
    public init() {}
  }

  /// How the camera moves.
  public struct Path: Equatable, Sendable {
    /// The way along the shelf.
    public enum Kind: String, Sendable {
      /// From one end to the other.
      case straight
      /// With stops, changing speed and small steps back.
      case stops
      /// To the end and back to the start.
      case back
      /// Forth, back over more than half of it, and forth to the end.
      case forthBackForth = "fbf"
      /// Stops, steps back and long returns, for long streams.
      case tour
    }

    /// The way along the shelf.
    public var kind = Kind.straight
    /// Usual speed in picture widths per frame.
    public var speed = 0.011
    /// By how much the speed sways, plus or minus this share.
    public var speedSpread = 0.25
    /// Probability that the stream begins and ends amid the shelf and in motion.
    public var inMotion = 0.0
    /// Number of stops of the path `stops`; where `frames` is given at most one in 120.
    public var stops = 8
    /// Stops are made with an item's centre on the middle line or on an edge of the band.
    public var stopsAtEdge = false
    /// Hand shake: standard deviation in picture widths.
    public var shake = 0.0
    /// Vertical drift: plus or minus this share of the picture's height.
    public var drift = 0.0
    /// Zoom: plus or minus this share.
    public var zoom = 0.0
    /// Roll: plus or minus this number of degrees.
    public var roll = 0.0

    /// The path of the scene `clean`.
    public init() {}
  }

  /// How the camera sees.
  public struct Optics: Equatable, Sendable {
    /// How distortion grows with the distance from the centre.
    public enum LensModel: String, Sendable {
      /// Seen radius r of a point at radius R: r = R (1 - k R^2); from where that would turn back, r = 2/3 R.
      case polynomial
      /// R = r / (1 - k r^2), which distorts the corners less.
      case division
    }

    /// Radial distortion: how far a point half a picture width from the centre is moved, as a share of that.
    ///
    /// Above 0 barrel (inwards), below 0 pincushion.
    public var lens = 0.0
    /// How distortion grows with the distance from the centre.
    public var lensModel = LensModel.polynomial
    /// Depth parallax: rows move by 1 plus or minus this share of the nominal step.
    public var parallax = 0.0
    /// Parallax is drawn item by item, not row by row.
    public var parallaxPerItem = false
    /// Keystone: how much nearer one end of the picture's width is than the other, as a share.
    public var keystone = 0.0

    /// A perfect camera.
    public init() {}
  }

  /// What the detector reports of the items.
  public struct Detector: Equatable, Sendable {
    /// Mean score of an item.
    public var level = 0.82
    /// Standard deviation of an item's own mean.
    public var levelSpread = 0.04
    /// Standard deviation of the score from frame to frame.
    public var noise = 0.055
    /// Share of items that are always weak.
    public var weak = 0.0
    /// What share of `level` they have.
    public var weakLevel = 0.5...0.78
    /// Probability per item and frame that a burst of low scores begins.
    public var bursts = 0.0
    /// Score in a burst.
    public var burstScore = 0.1...0.6
    /// Length of a burst in frames.
    public var burstFrames = 1...10
    /// Probability per item and frame that it is missed.
    public var misses = 0.004
    /// Box jitter: standard deviation of centre and size as a share of the size.
    public var jitter = 0.01
    /// Probability per item and frame that a second box begins.
    public var doubles = 0.0
    /// IoU of second and first box.
    public var doubleIoU = 0.5...0.9
    /// Life of a second box in frames.
    public var doubleFrames = 1...20
    /// Score of a second box as a share of the first one's.
    public var doubleScore = 0.5...0.95
    /// Motion blur: what share of the score is lost at a speed of 4 % of the width per frame.
    public var blur = 0.1

    /// The detector of the scene `clean`.
    public init() {}
  }

  /// What the detector reports besides.
  public struct Clutter: Equatable, Sendable {
    /// Mean number of passing false boxes in a frame; each lives 1 to 3 frames.
    public var passing = 0.0
    /// Score of a passing false box.
    public var passingScore = 0.1...0.6
    /// Steady false boxes fixed to the image.
    public var image = 0
    /// Steady false boxes fixed to the shelf, per 100 items: beside items, across two, on the rail.
    public var shelf = 0.0
    /// Mean score of a steady false box as a share of `detector.level`.
    public var score = 0.25...0.65
    /// Probability per frame that a steady false box is reported; each has its own.
    public var hits = 0.85...1.0

    /// Hardly anything.
    public init() {}
  }

  /// What goes wrong now and then.
  public struct Mishaps: Equatable, Sendable {
    /// Hands that pass before the camera.
    public var hands = 0
    /// Blind gaps: stretches in which hardly a row is reported while the camera moves on.
    public var blindGaps = 0
    /// Length of a blind gap in frames.
    public var blindFrames = 8...29
    /// Share of the rows missing in a blind gap.
    public var blindness = 0.94
    /// Share of frames that are dropped, in runs of 1 to 3.
    public var drops = 0.0

    /// None.
    public init() {}
  }
}
