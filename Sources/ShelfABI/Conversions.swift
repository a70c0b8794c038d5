import CShelfCount
import ShelfCore

/// A configuration of the core, or the status that says why there is none.
enum Reading {
  case success(Configuration)
  case failure(shelf_status)
}

@unsafe
func read(_ config: UnsafePointer<shelf_config>?) -> Reading {
  guard let config = unsafe config else { return .failure(failure(SHELF_ERROR_ARGUMENT)) }
  let size = unsafe Int(config.pointee.struct_size)
  guard size >= FirstRelease.config else { return .failure(failure(SHELF_ERROR_VERSION)) }
  guard let preset = unsafe Configuration.Preset(rawValue: config.pointee.preset) else {
    return .failure(failure(SHELF_ERROR_ARGUMENT))
  }
  let defaults = Configuration(preset: preset)
  let given = unsafe readPrefix(config, size: size, over: shelf_config(defaults, size: 0))
  guard let configuration = Configuration(given, over: defaults) else {
    return .failure(failure(SHELF_ERROR_ARGUMENT))
  }
  switch configuration.problem() {
  case .argument: return .failure(failure(SHELF_ERROR_ARGUMENT))
  case .unsupported: return .failure(failure(SHELF_ERROR_UNSUPPORTED))
  case nil: return .success(configuration)
  }
}

extension Configuration {
  /// Nil where a number names no choice; ranges are the core's business.
  init?(_ c: shelf_config, over defaults: Configuration) {
    guard let units = Units(rawValue: c.units), let fusion = Fusion(rawValue: c.fusion),
      let classGate = ClassGate(rawValue: c.class_gate), let matcher = Matcher(rawValue: c.matcher),
      let kalman = Kalman(rawValue: c.kalman), let nms = NMS(rawValue: c.nms),
      let countBy = CountBy(rawValue: c.count_by),
      c.tentative_first <= 1, c.frame_motion <= 1, c.nms_classes <= 1, c.crossing <= 1
    else { return nil }
    self = defaults
    width = c.width
    height = c.height
    self.units = units
    fps = c.fps
    maxTracks = c.max_tracks
    maxDetections = c.max_detections
    maxCandidates = c.max_candidates
    maxItems = c.max_items
    maxGates = c.max_gates
    maxEvents = c.max_events
    maxClasses = c.max_classes
    trailLength = c.trail_length
    lowScore = c.low_score
    highScore = c.high_score
    newScore = c.new_score
    firstCost = c.first_cost
    secondCost = c.second_cost
    thirdCost = c.third_cost
    self.fusion = fusion
    partners = c.partners
    tentativeFirst = c.tentative_first == 1
    frameMotion = c.frame_motion == 1
    self.classGate = classGate
    classPenalty = c.class_penalty
    self.matcher = matcher
    self.kalman = kalman
    confirmHits = c.confirm_hits
    confirmWindow = c.confirm_window
    lostFrames = c.lost_frames
    lostUs = c.lost_us
    duplicateIoU = c.duplicate_iou
    self.nms = nms
    nmsIoU = c.nms_iou
    nmsSigma = c.nms_sigma
    nmsClasses = c.nms_classes == 1
    self.countBy = countBy
    dwell = c.dwell
    crossing = c.crossing == 1
    maxArea = c.max_area
  }
}

extension shelf_config {
  init(_ c: Configuration, size: UInt32) {
    self.init(
      struct_size: size, preset: c.preset.rawValue, width: c.width, height: c.height, units: c.units.rawValue,
      fps: c.fps, max_tracks: c.maxTracks, max_detections: c.maxDetections, max_candidates: c.maxCandidates,
      max_items: c.maxItems, max_gates: c.maxGates, max_events: c.maxEvents, max_classes: c.maxClasses,
      trail_length: c.trailLength,
      low_score: c.lowScore, high_score: c.highScore, new_score: c.newScore, first_cost: c.firstCost,
      second_cost: c.secondCost, third_cost: c.thirdCost, fusion: c.fusion.rawValue, partners: c.partners,
      tentative_first: c.tentativeFirst ? 1 : 0,
      frame_motion: c.frameMotion ? 1 : 0, class_gate: c.classGate.rawValue,
      class_penalty: c.classPenalty, matcher: c.matcher.rawValue, kalman: c.kalman.rawValue,
      confirm_hits: c.confirmHits, confirm_window: c.confirmWindow, lost_frames: c.lostFrames,
      lost_us: c.lostUs, duplicate_iou: c.duplicateIoU, nms: c.nms.rawValue, nms_iou: c.nmsIoU,
      nms_sigma: c.nmsSigma, nms_classes: c.nmsClasses ? 1 : 0, count_by: c.countBy.rawValue, dwell: c.dwell,
      crossing: c.crossing ? 1 : 0, max_area: c.maxArea)
  }
}

/// The default: the upright band 0.45...0.55.
func defaultGate(size: UInt32) -> shelf_gate {
  var gate = shelf_gate()
  gate.struct_size = size
  gate.kind = Int32(SHELF_GATE_BAND)
  gate.units = Int32(SHELF_UNITS_FRACTION)
  gate.count_by = Int32(SHELF_FOLLOW_CONFIG)
  gate.crossing = Int32(SHELF_FOLLOW_CONFIG)
  gate.every = 1
  gate.margin = 0.01
  setBand(&gate, isUpright: true, 0.45, 0.55)
  return gate
}

func setBand(_ gate: inout shelf_gate, isUpright: Bool, _ lo: Float, _ hi: Float) {
  gate.kind = Int32(SHELF_GATE_BAND)
  gate.units = Int32(SHELF_UNITS_FRACTION)
  gate.point_count = 4
  for i in 0..<4 {
    let across = i < 2 ? lo : hi
    let along: Float = i & 1 == 0 ? 0 : 1
    setPoint(&gate, i, isUpright ? shelf_point(x: across, y: along) : shelf_point(x: along, y: across))
  }
}

private func setPoint(_ gate: inout shelf_gate, _ i: Int, _ point: shelf_point) {
  unsafe withUnsafeMutableBytes(of: &gate.points) { bytes in
    unsafe bytes.storeBytes(
      of: point, toByteOffset: i &* MemoryLayout<shelf_point>.stride, as: shelf_point.self)
  }
}

/// The gate in pixels with what it left to the configuration filled in; nil where it is none.
func resolve(_ given: shelf_gate, _ configuration: Configuration) -> Gate? {
  let follow = Int32(SHELF_FOLLOW_CONFIG)
  guard let kind = Gate.Kind(rawValue: given.kind), let anchor = Gate.Anchor(rawValue: given.anchor),
    let units = Configuration.Units(rawValue: given.units),
    (follow...1).contains(given.count_by), (follow...1).contains(given.crossing),
    given.every <= 1, given.point_count <= Gate.mostPoints
  else { return nil }
  let byItem = given.count_by == follow ? configuration.countBy == .item : given.count_by == SHELF_BY_ITEM
  // Without a map there are no items.
  guard !byItem || configuration.countsItems else { return nil }
  var scaled = configuration
  scaled.units = units
  let scale = scaled.toPixels
  var points = InlineArray<16, Point>(repeating: Point(x: 0, y: 0))
  unsafe withUnsafeBytes(of: given.points) { bytes in
    for i in 0..<Int(given.point_count) {
      let point = unsafe bytes.load(
        fromByteOffset: i &* MemoryLayout<shelf_point>.stride, as: shelf_point.self)
      points[i] = Point(x: point.x * scale.x, y: point.y * scale.y)
    }
  }
  return Gate(
    kind: kind, anchor: anchor, byItem: byItem,
    crossing: given.crossing == follow ? configuration.crossing : given.crossing == 1,
    dwell: given.dwell == 0 ? configuration.dwell : given.dwell, every: given.every == 1,
    margin: given.margin * scale.x, pointCount: Int(given.point_count), points: points)
}

extension shelf_point {
  init(_ p: Point) { self.init(x: p.x, y: p.y) }
}

extension shelf_box {
  init(_ b: Box) { self.init(x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2) }
}

extension shelf_item {
  init(_ i: ItemReport) {
    self.init(
      id: i.id, last_frame: i.lastFrame, place: shelf_box(i.place), box: shelf_box(i.box), score: i.score,
      evidence: i.evidence, class_id: i.classID, state: i.state, hits: i.hits, expected: i.expected,
      in_band: i.inBand, reserved: 0)
  }
}

extension shelf_event {
  init(_ e: Event) {
    self.init(
      frame: e.frame, emitted_frame: e.emittedFrame, time_us: e.timeUs, track_id: e.trackID,
      item_id: e.itemID,
      box: shelf_box(e.box), kind: e.kind, delta: e.delta, direction: e.direction, reason: e.reason,
      gate: e.gate, class_id: e.classID, score: e.score, evidence: e.evidence)
  }
}

extension shelf_counts {
  init(_ r: CountReport, size: UInt32) {
    let total = r.forward &+ r.backward &+ r.undirected
    self.init(
      struct_size: size, inside: r.inside, total: total, forward: r.forward, backward: r.backward,
      undirected: r.undirected, passed: r.passed, low: total &- r.doubtfulCounted,
      high: total &+ r.doubtfulOpen)
  }
}

extension shelf_stats {
  init(_ scanner: Scanner, size: UInt32) {
    self.init()
    struct_size = size
    for slot in 0..<scanner.trackCount {
      switch scanner.trackState(slot) {
      case Int32(SHELF_TRACK_TENTATIVE): tentative &+= 1
      case Int32(SHELF_TRACK_TRACKED): tracked &+= 1
      default: lost &+= 1
      }
    }
    let s = scanner.statistics
    frames = scanner.frames
    time_us = scanner.timeUs
    rows = s.rows
    rows_not_finite = s.notFinite
    rows_inverted = s.inverted
    rows_empty = s.empty
    rows_too_far = s.tooFar
    rows_bad_score = s.badScore
    rows_bad_class = s.badClass
    rows_overflow = s.overflow
    rows_suppressed = s.suppressed
    candidates_dropped = s.candidatesDropped
    tracks_started = s.started
    tracks_confirmed = s.confirmed
    tracks_removed = s.removed
    tracks_refused = s.refused
    duplicates = s.duplicates
    events = s.events
    events_dropped = s.eventsDropped
    blas_calls = s.blasCalls
    let pose = scanner.poseReport
    items = UInt32(truncatingIfNeeded: scanner.itemCount)
    registration = pose.registration
    pose_x = pose.x
    pose_y = pose.y
    pose_scale = pose.scale
    pose_roll = pose.roll
    lens = pose.lens
    pieces = pose.pieces
    items_folded = s.itemsFolded
    items_refused = scanner.itemsRefused
  }
}
