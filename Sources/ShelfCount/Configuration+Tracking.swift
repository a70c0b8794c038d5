import CShelfCount

// MARK: Scores and association

extension Configuration {
  /// Scores below are ignored.
  ///
  /// 0...1, default 0.1.
  public var lowScore: Float {
    get { c.low_score }
    set { c.low_score = newValue }
  }

  /// Rows whose box is larger than this share of the picture are ignored; 1: none is.
  ///
  /// 0...1, default 1, preset `moving` 0.75.
  public var maxArea: Float {
    get { c.max_area }
    set { c.max_area = newValue }
  }

  /// Scores from here are sure.
  ///
  /// `lowScore`...1, default 0.5, presets `seed` 0.6, `moving` 0.13.
  public var highScore: Float {
    get { c.high_score }
    set { c.high_score = newValue }
  }

  /// Scores from here may start a track.
  ///
  /// `highScore`...1, default 0.6, preset `moving` 0.15.
  public var newScore: Float {
    get { c.new_score }
    set { c.new_score = newValue }
  }

  /// Step 1, high rows: largest cost accepted.
  ///
  /// 0...1, default 0.8, presets `seed` 0.7, `moving` 0.6.
  public var firstCost: Float {
    get { c.first_cost }
    set { c.first_cost = newValue }
  }

  /// Step 2, low rows: largest 1 - IoU accepted.
  ///
  /// 0...1, default 0.5.
  public var secondCost: Float {
    get { c.second_cost }
    set { c.second_cost = newValue }
  }

  /// Step 3, tentative tracks: largest cost accepted.
  ///
  /// 0...1, default 0.7.
  public var thirdCost: Float {
    get { c.third_cost }
    set { c.third_cost = newValue }
  }

  /// How the score of a row changes its cost in steps 1 and 3: not at all, preset `byteTrack` by the product.
  public var fusion: Fusion {
    get { Fusion(rawValue: c.fusion) ?? .none }
    set { c.fusion = newValue.rawValue }
  }

  /// Tracks that step 2 offers to low rows: tracked ones, preset `seed` lost ones.
  public var partners: Partners {
    get { Partners(rawValue: c.partners) ?? .tracked }
    set { c.partners = newValue.rawValue }
  }

  /// Whether tentative tracks take part in step 1: in presets `shelf` and `moving`.
  public var tentativeFirst: Bool {
    get { c.tentative_first == 1 }
    set { c.tentative_first = newValue ? 1 : 0 }
  }

  /// Whether a new track starts with the motion of the picture, measured from the rows of two frames: in preset `shelf`.
  public var frameMotion: Bool {
    get { c.frame_motion == 1 }
    set { c.frame_motion = newValue ? 1 : 0 }
  }

  /// What another class means for a match: soft, presets `byteTrack` and `moving` off, `seed` hard.
  public var classGate: ClassGate {
    get { ClassGate(rawValue: c.class_gate) ?? .soft }
    set { c.class_gate = newValue.rawValue }
  }

  /// Soft class gate: added to the cost.
  ///
  /// 0...1, default 0.2.
  public var classPenalty: Float {
    get { c.class_penalty }
    set { c.class_penalty = newValue }
  }

  /// How pairs are chosen: greedy, preset `seed` as in the seed.
  public var matcher: Matcher {
    get { Matcher(rawValue: c.matcher) ?? .greedy }
    set { c.matcher = newValue.rawValue }
  }

  /// Arithmetic of the motion filter: BLAS where the build has it.
  public var kalman: Kalman {
    get { Kalman(rawValue: c.kalman) ?? .closed }
    set { c.kalman = newValue.rawValue }
  }

}

// MARK: Life, double boxes and counting

extension Configuration {
  /// A track is confirmed by this many hits in the first `confirmWindow` updates of its life.
  ///
  /// 1...32, default 2, preset `moving` 3.
  public var confirmHits: Int {
    get { Int(c.confirm_hits) }
    set { c.confirm_hits = UInt32(clamping: newValue) }
  }

  /// `confirmHits`...32, default 3, presets `byteTrack` and `seed` 2, `moving` 5.
  public var confirmWindow: Int {
    get { Int(c.confirm_window) }
    set { c.confirm_window = UInt32(clamping: newValue) }
  }

  /// Found again after up to so many missed nominal frames a track keeps its id.
  ///
  /// 0...1,000,000, default 30.
  public var lostFrames: Int {
    get { Int(c.lost_frames) }
    set { c.lost_frames = UInt32(clamping: newValue) }
  }

  /// The same in microseconds; 0: `lostFrames` holds.
  public var lostMicroseconds: Int {
    get { Int(c.lost_us) }
    set { c.lost_us = UInt32(clamping: newValue) }
  }

  /// Of two tracks that overlap more than this, on one object, the younger goes; 1: off.
  ///
  /// 0...1, default 0.85, presets `seed` and `moving` 1.
  public var duplicateIoU: Float {
    get { c.duplicate_iou }
    set { c.duplicate_iou = newValue }
  }

  /// How double boxes collapse before tracking: hard, preset `byteTrack` off, `seed` linear.
  public var nms: NMS {
    get { NMS(rawValue: c.nms) ?? .hard }
    set { c.nms = newValue.rawValue }
  }

  /// 0...1, default 0.5, presets `byteTrack` and `seed` 0.65, `moving` 0.4.
  public var nmsIoU: Float {
    get { c.nms_iou }
    set { c.nms_iou = newValue }
  }

  /// Of the Gaussian soft-NMS.
  ///
  /// 0.01...10, default 0.5.
  public var nmsSigma: Float {
    get { c.nms_sigma }
    set { c.nms_sigma = newValue }
  }

  /// Whether only boxes of one class suppress each other.
  public var nmsClasses: Bool {
    get { c.nms_classes == 1 }
    set { c.nms_classes = newValue ? 1 : 0 }
  }

  /// What counts once, of gates that do not say: places in preset `shelf`, tracks in the others.
  public var countBy: CountBy {
    get { CountBy(rawValue: c.count_by) ?? .item }
    set { c.count_by = newValue.rawValue }
  }

  /// Frames inside a band or zone, of gates that do not say.
  ///
  /// 1...10000, default 2.
  public var dwell: Int {
    get { Int(c.dwell) }
    set { c.dwell = UInt32(clamping: newValue) }
  }

  /// Whether bands count a pass without dwell too: in presets `shelf` and `moving`.
  public var crossing: Bool {
    get { c.crossing == 1 }
    set { c.crossing = newValue ? 1 : 0 }
  }

}
