extension Configuration {
  /// Unit of boxes and points.
  public enum Units: Int32, Sendable {
    /// Pixels of the frame.
    case pixel = 0
    /// Shares of width and height.
    case fraction = 1
  }

  /// How the score s of a row changes its cost.
  public enum Fusion: Int32, Sendable {
    /// 1 - IoU.
    case none = 0
    /// 1 - IoU * s, as ByteTrack does.
    case product = 1
    /// (1 - IoU) * (1 - s).
    case inverse = 2
  }

  /// Tracks that low rows are offered.
  public enum Partners: Int32, Sendable {
    /// Those matched in the last update.
    case tracked = 1
    /// The others.
    case lost = 2
    /// All.
    case both = 3
  }

  /// What another class means for a match.
  public enum ClassGate: Int32, Sendable {
    /// Nothing.
    case off = 0
    /// It costs `classPenalty`.
    case soft = 1
    /// It never matches.
    case hard = 2
  }

  /// How pairs of tracks and rows are chosen.
  public enum Matcher: Int32, Sendable {
    /// The globally best pair first.
    case greedy = 0
    /// Row by row in input order.
    case seed = 1
    /// The assignment of least cost, an unmatched row costing the limit of its step.
    case optimal = 2
  }

  /// Arithmetic of the motion filter.
  public enum Kalman: Int32, Sendable {
    /// Full covariance, prediction by CBLAS.
    case blas = 0
    /// The same filter split exactly into two-state filters.
    case closed = 1
  }

  /// How double boxes collapse.
  public enum NMS: Int32, Sendable {
    /// They do not.
    case off = 0
    /// The weaker goes.
    case hard = 1
    /// Its score falls by the overlap (Bodla et al. 2017).
    case linear = 2
    /// Its score falls by exp(-IoU^2 / sigma).
    case gaussian = 3
  }

  /// What counts once.
  public enum CountBy: Int32, Sendable {
    /// A number in the picture.
    case track = 0
    /// A place on the shelf.
    case item = 1
  }
}
