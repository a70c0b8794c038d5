/// The constants of the map, one set for all detectors and pans.
enum MapTuning {
  // Merging of double boxes.
  static let mergeIoU: Float = 0.5
  static let mergePart: Float = 0.75
  /// A box that ends within this share of the width from a border counts as cut by it.
  static let cutMargin: Float = 0.012
  /// Further boxes on one thing are not independent of the best: this share of what they would add if they were.
  static let witness: Float = 0.5

  /// What an odd shape adds to the score asked of a place, as a share of the detector's level.
  static let shapeWeight: Float = 0.3
  /// By how much shapes differ that are neither alike nor odd, as a factor.
  static let alike: Float = 1.2
  /// By how much the shapes of a row differ in which none is odd, as a factor.
  static let motley: Float = 1.4
  /// What a neighbour's shape takes from it, as a share of the level, where scores tell nothing.
  static let likenessWeight: Float = 0.15
  /// Where the emptiest score between clutter and items is looked for, as a share of the level: scores near 1
  /// are squeezed, so that clutter comes nearer to it.
  static let usualValley: Float = 0.72
  static let squeezedValley: Float = 0.9
  static let valleySpread: Float = 0.05

  // Giving views to items, in item sizes.
  static let gate: Float = 0.38
  /// Least score that opens a place.
  static let leastNewScore: Float = 0.22
  /// Places with less than this share of a view's support do not keep it from opening another.
  static let weakPlace: Float = 0.65

  // Evidence: log-likelihood ratio "item : clutter".
  static let countEvidence: Float = 8
  static let countHits: UInt32 = 5
  /// While there is nothing to compare it with, a place with less support waits.
  static let plainSupport: Float = 0.6
  /// Hits, and their share of the frames that ought to show it, of a place that its score may say nothing of.
  static let strangerHits: Float = 10
  static let strangerRate: Float = 0.8
  static let mostEvidence: Float = 22
  /// Of an item beyond doubt, by which others are measured.
  static let plainEvidence: Float = 12
  static let dropEvidence: Float = -12
  static let hitRate: Float = 0.92
  static let clutterHitRate: Float = 0.42
  /// Of a hit that says what hits say on average.
  static let usualScore: Float = 0.46
  static let hitGain: Float = 0.784  // log(0.92 / 0.42)
  /// Frames of pose history: an item that is first seen in the band was in it before.
  static let history = 128

  // Spots that stand in the picture, in their own sizes: how far the shelf must have passed, how exactly they
  // stay, and, of one that may yet be none, how far the shelf may pass unseen.
  static let spotWay: Float = 1.5
  static let spotSlack: Float = 0.1
  static let spotGap: Float = 0.25
  /// Frames for which a spot may hide: one that is known, and one that may be none.
  static let spotMemory: UInt16 = 900
  static let spotPatience: UInt16 = 8

  // Optics, in half widths of the picture: what a box's place and size are unsure by from frame to frame, the
  // latter as a share of the size. What zoom and roll do in a frame they go on with for some fifty: their
  // spreads stand for that.
  static let opticsNoise: Float = 0.0047
  static let boxNoise: Float = 0.03
  /// Pairs of a frame that are looked at: more say little more.
  static let opticsPairs = 32
  static let opticsMemory: Float = 0.998
  static let zoomSpread: Float = 0.015
  static let rollSpread: Float = 0.015
  static let depthSpread: Float = 0.2
  static let tiltSpread: Float = 0.03
  static let lensSpread: Float = 0.05

  // Pose.
  static let pull: Float = 0.03
  /// With few items in view, when the map alone can tell how large they are here.
  static let pullOfFew: Float = 0.01
  static let fitWeight: Float = 6
  static let priorWidth: Float = 0.3
  static let learning: Float = 0.12
  /// A place seen this often learns less from each further look: a map that never settles bends, a little in
  /// each pass.
  static let settledHits: Float = 256
  /// After a longer gap, in nominal frames, how the camera moved before says nothing: it is where it was.
  static let longestGap: Float = 60
  static let lostFrames = 15
  /// Where nothing is known, the last motion is good for the place of new things for so many frames.
  static let reckonedFrames = 300
  /// Coasting by which a camera that turned unseen is looked for where it was.
  static let turnFrames = 5
  /// After so many frames without a pose it may be anywhere in reach: longer makes the search no wider.
  static let longestCoast = 300
  /// Most bins of the vote.
  static let bins = 512
}
