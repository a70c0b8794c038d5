import CShelfCount

/// Tracking and counting by track as the header and the design tell it, written for clarity: doubles, plain
/// loops, no tables, nothing shared with the core.
///
/// With room for all tracks, and a motion of the picture that the caller gives in each frame.
struct ScannerReference {
  typealias Row = RowsReference.Row

  struct Track {
    var filter: KalmanReference
    var id: UInt64 = 0
    var state = SHELF_TRACK_TENTATIVE
    var classes: [UInt32: Double] = [:]
    var hits = 1
    var age = 1
    var missed = 0
    var unseen = 0.0
    var score: Double
    /// The row that it was given in this frame, as an index and in the caller's array.
    var row: Int?
    var isGone = false
    var memories: [GateReference.Memory]

    var isConfirmed: Bool { id != 0 }

    var box: [Double] {
      let (x, y, h) = (filter.mean[0, 0], filter.mean[1, 0], filter.mean[3, 0])
      let w = filter.mean[2, 0] * h
      return [x - w / 2, y - h / 2, x + w / 2, y + h / 2]
    }

    /// The class with most of the scores; ties go to the lower one.
    var classID: UInt32 {
      let best = classes.max { ($0.value, $1.key) < ($1.value, $0.key) }
      return best?.key ?? 0
    }
  }

  /// What became of a row.
  struct Fate: Equatable {
    var kind: Int
    var trackID: UInt64 = 0
    var stage = 0
  }

  /// An entry of the log.
  struct Event: Equatable {
    var gate: Int
    var trackID: UInt64
    var classID: UInt32
    var entry: GateReference.Entry
  }

  let config: shelf_config
  let gates: [GateReference]
  private(set) var tracks: [Track] = []
  /// Of the last frame: the log, and of each row its fate.
  private(set) var events: [Event] = []
  private(set) var fates: [Fate] = []
  private var rows: [Row] = []
  private var frames = 0
  private var nextID: UInt64 = 1

  init(_ config: shelf_config, _ gates: [shelf_gate]) {
    self.config = config
    self.gates = gates.map { GateReference($0, config) }
  }

  /// Which of the caller's rows a track was given, or -1.
  func number(of track: Track) -> Int { track.row.map { rows[$0].number } ?? -1 }

  /// One frame, `elapsed` nominal frames after the last, in which the picture moved by `motion`.
  mutating func update(
    _ given: [shelf_detection], elapsed: Double = 1, motion: (x: Double, y: Double)? = nil
  ) {
    frames += 1
    events = []
    expire(elapsed)
    admit(given)
    for i in tracks.indices {
      tracks[i].filter.predict(dt: elapsed)
      tracks[i].filter.keepBox()
    }
    associate()
    for i in tracks.indices { correct(i) }
    removeDuplicates()
    settle()
    removeGone()
    giveBirth(motion.map { ($0.x / elapsed, $0.y / elapsed) })
    for i in tracks.indices where tracks[i].row != nil { showToGates(i) }
    for track in tracks {
      guard let row = track.row else { continue }
      let kind = track.isConfirmed ? SHELF_FATE_MATCHED : SHELF_FATE_TENTATIVE
      fates[rows[row].number] = Fate(kind: kind, trackID: track.id, stage: stages[row] ?? 0)
    }
  }

  /// Found again after so many missed frames, and half a frame for jitter.
  private mutating func expire(_ elapsed: Double) {
    for i in tracks.indices {
      tracks[i].row = nil
      tracks[i].unseen += elapsed
      tracks[i].isGone = tracks[i].unseen > Double(config.lost_frames) + 1.5
    }
    removeGone()
  }

  private func takes(_ row: shelf_detection) -> Bool {
    let area = Double(row.box.x2 - row.box.x1) * Double(row.box.y2 - row.box.y1)
    let largest = Double(config.max_area) * Double(config.width) * Double(config.height)
    return row.score >= config.low_score && (config.max_area == 1 || area <= largest)
  }

  /// What takes part: rows from the low score on, none too large, of these the best, of these what the NMS leaves.
  private mutating func admit(_ given: [shelf_detection]) {
    fates = given.map { Fate(kind: takes($0) ? SHELF_FATE_SUPPRESSED : SHELF_FATE_IGNORED) }
    let strong = given.indices.filter { takes(given[$0]) }
      .sorted { given[$0].score > given[$1].score }
    let room = Int(config.max_detections)
    for i in strong.dropFirst(room) { fates[i].kind = SHELF_FATE_OVERFLOW }
    rows = RowsReference.suppress(strong.prefix(room).map { Row(given[$0], $0) }, config)
    for row in rows { fates[row.number].kind = SHELF_FATE_UNMATCHED }
    stages = [:]
  }

  // MARK: Association

  /// The step that gave a row to its track.
  private var stages: [Int: Int] = [:]
  /// The IoU of every predicted track with every row, taken before the correction; 0 where they are no
  /// candidates.
  private var before: [[Double]] = []
  /// Pairs that a row had too many of.
  private(set) var dropped = 0
  /// Pairs whose IoU is so near the least that rounding decides whether they are any.
  private(set) var uncertain = 0
  /// The least IoU that any step could accept.
  private var leastIoU: Double {
    let most = max(config.first_cost, config.second_cost, config.third_cost)
    return config.fusion == SHELF_FUSION_INVERSE ? 0 : 1 - Double(most)
  }

  private var taken: Set<Int> { Set(tracks.compactMap(\.row)) }

  private mutating func associate() {
    before = tracks.map { track in rows.map { RowsReference.iou(track.box, $0.box) } }
    uncertain += before.joined().count { abs($0 - max(leastIoU, 1e-6)) < 1e-6 }
    let candidates = rows.indices.map { r in
      tracks.indices.filter { before[$0][r] > 1e-6 && before[$0][r] >= leastIoU }
        .sorted { (before[$1][r], $0) < (before[$0][r], $1) }
    }
    let share = share(of: candidates.map(\.count))
    for r in rows.indices {
      let kept = Set(candidates[r].prefix(share))
      for t in tracks.indices where !kept.contains(t) { before[t][r] = 0 }
      dropped += max(0, candidates[r].count - share)
    }
    let tentative = SHELF_TRACK_TENTATIVE
    let first = SHELF_TRACK_TRACKED | SHELF_TRACK_LOST | (config.tentative_first == 1 ? tentative : 0)
    var second = 0
    if Int(config.partners) & SHELF_PARTNER_TRACKED != 0 { second |= SHELF_TRACK_TRACKED }
    if Int(config.partners) & SHELF_PARTNER_LOST != 0 { second |= SHELF_TRACK_LOST }
    match(1, first, high: true, config.first_cost, config.fusion)
    match(2, second, high: false, config.second_cost, Int32(SHELF_FUSION_NONE))
    match(3, tentative, high: true, config.third_cost, config.fusion)
  }

  /// How many candidates a row keeps, where rows have so many.
  private func share(of counts: [Int]) -> Int {
    let most = Int(min(config.max_candidates, config.max_tracks))
    let average = config.matcher == SHELF_MATCHER_OPTIMAL ? most : (most + 1) / 2
    let places = Int(config.max_detections) * average
    return counts.reduce(0) { $0 + min($1, most) } <= places ? most : places / counts.count
  }

  private func cost(_ track: Int, _ row: Int, _ fusion: Int32) -> Double {
    let iou = before[track][row]
    let score = rows[row].score
    var cost = 1 - iou
    if fusion == SHELF_FUSION_PRODUCT { cost = 1 - iou * score }
    if fusion == SHELF_FUSION_INVERSE { cost = (1 - iou) * (1 - score) }
    guard config.class_gate != SHELF_CLASS_OFF, tracks[track].classID != rows[row].classID else {
      return cost
    }
    return config.class_gate == SHELF_CLASS_HARD ? .infinity : cost + Double(config.class_penalty)
  }

  private mutating func match(_ step: Int, _ states: Int, high: Bool, _ limit: Float, _ fusion: Int32) {
    var pairs: [RowsReference.Pair] = []
    let taken = taken
    for t in tracks.indices where tracks[t].state & states != 0 && tracks[t].row == nil {
      for r in rows.indices
      where (rows[r].score >= Double(config.high_score)) == high && before[t][r] > 1e-6 && !taken.contains(r)
      {
        let cost = cost(t, r, fusion)
        if cost <= Double(limit) { pairs.append(RowsReference.Pair(cost: cost, track: t, row: r)) }
      }
    }
    for pair in RowsReference.match(pairs, limit: Double(limit), config.matcher, rows: rows) {
      tracks[pair.track].row = pair.row
      stages[pair.row] = step
    }
  }

  private mutating func correct(_ i: Int) {
    guard let row = tracks[i].row else { return }
    let m = rows[row].measurement
    tracks[i].filter.update(cx: m.cx, cy: m.cy, aspect: m.aspect, height: m.height)
  }

  // MARK: Life

  /// Of two tracks that overlap, where one has a row that the other, as it was predicted, might have had, the
  /// younger goes; its row starts nothing.
  private mutating func removeDuplicates() {
    guard config.duplicate_iou < 1 else { return }
    for a in tracks.indices {
      for b in tracks.indices where a != b {
        guard let row = tracks[b].row, before[a][row] > 0 else { continue }
        guard tracks[a].isConfirmed || tracks[b].isConfirmed else { continue }
        if config.class_gate == SHELF_CLASS_HARD, tracks[a].classID != tracks[b].classID { continue }
        guard RowsReference.iou(tracks[a].box, tracks[b].box) > Double(config.duplicate_iou) else { continue }
        let both = tracks[a].isConfirmed && tracks[b].isConfirmed
        let younger = both ? (tracks[a].id > tracks[b].id ? a : b) : (tracks[a].isConfirmed ? b : a)
        tracks[younger].isGone = true
        if let row = tracks[younger].row { fates[rows[row].number].kind = SHELF_FATE_SUPPRESSED }
      }
    }
  }

  /// The last track moves into the hole: of tracks confirmed in one frame the first in the list has the lower id.
  private mutating func removeGone() {
    var i = 0
    while i < tracks.count {
      if tracks[i].isGone {
        tracks.swapAt(i, tracks.count - 1)
        tracks.removeLast()
      } else {
        i += 1
      }
    }
  }

  private mutating func settle() {
    for i in tracks.indices where !tracks[i].isGone {
      if let row = tracks[i].row {
        tracks[i].hits += 1
        (tracks[i].missed, tracks[i].unseen, tracks[i].score) = (0, 0, rows[row].score)
        tracks[i].classes[rows[row].classID, default: 0] += rows[row].score
        if tracks[i].isConfirmed { tracks[i].state = SHELF_TRACK_TRACKED }
      } else {
        tracks[i].missed += 1
        if tracks[i].state == SHELF_TRACK_TRACKED {
          tracks[i].state = SHELF_TRACK_LOST
          tracks[i].filter.stopHeight()
        }
      }
      guard !tracks[i].isConfirmed else { continue }
      tracks[i].age += 1
      let left = Int(config.confirm_window) - tracks[i].age
      if tracks[i].hits >= config.confirm_hits {
        confirm(i)
      } else if tracks[i].hits + left < Int(config.confirm_hits) {
        tracks[i].isGone = true
      }
    }
  }

  private mutating func confirm(_ i: Int) {
    tracks[i].id = nextID
    tracks[i].state = SHELF_TRACK_TRACKED
    nextID += 1
  }

  private mutating func giveBirth(_ velocity: (x: Double, y: Double)?) {
    let taken = taken
    let free = rows.indices.filter {
      rows[$0].score >= Double(config.new_score) && !taken.contains($0)
        && fates[rows[$0].number].kind == SHELF_FATE_UNMATCHED
    }
    for row in free.sorted(by: { rows[$0].score > rows[$1].score }) {
      let m = rows[row].measurement
      var filter = KalmanReference(cx: m.cx, cy: m.cy, aspect: m.aspect, height: m.height)
      if let velocity, config.frame_motion == 1 { filter.move(velocity.x, velocity.y) }
      tracks.append(
        Track(
          filter: filter, classes: [rows[row].classID: rows[row].score], score: rows[row].score, row: row,
          memories: gates.map { _ in GateReference.Memory() }))
      if frames == 1 || config.confirm_hits == 1 { confirm(tracks.count - 1) }
    }
  }

  // MARK: Gates

  private mutating func showToGates(_ i: Int) {
    guard let row = tracks[i].row else { return }
    for (g, gate) in gates.enumerated() {
      let entry = gate.see(rows[row].box, isConfirmed: tracks[i].isConfirmed, &tracks[i].memories[g])
      guard let entry else { continue }
      events.append(Event(gate: g, trackID: tracks[i].id, classID: tracks[i].classID, entry: entry))
    }
  }
}
