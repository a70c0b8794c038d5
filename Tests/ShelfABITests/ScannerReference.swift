import CShelfCount

/// Tracking and counting by track as the header and the design tell it, written for clarity: doubles, plain
/// loops, no tables, nothing shared with the core.
///
/// Without NMS and motion of the picture, and with room for all.
struct ScannerReference {
  struct Track {
    var filter: KalmanReference
    var id: UInt64 = 0
    var state = SHELF_TRACK_TENTATIVE
    var classes: [UInt32: Double] = [:]
    var hits = 1
    var age = 1
    var missed = 0
    var unseen = 0.0
    var row: Int?
    var isGone = false
    /// What the band remembers: the side it was last seen on, frames inside, whether it has counted.
    var side = 0
    var dwell = 0
    var hasDwelt = false
    var isCounted = false
    var lastX = 0.0

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

  let config: shelf_config
  /// Edges of the upright band in pixels.
  let band: (lo: Double, hi: Double)
  private(set) var tracks: [Track] = []
  private(set) var count = (forward: 0, backward: 0, undirected: 0, passed: 0)
  private var frames = 0
  private var nextID: UInt64 = 1

  init(_ config: shelf_config) {
    self.config = config
    band = (0.45 * Double(config.width), 0.55 * Double(config.width))
  }

  static func iou(_ a: [Double], _ b: [Double]) -> Double {
    let w = min(a[2], b[2]) - max(a[0], b[0])
    let h = min(a[3], b[3]) - max(a[1], b[1])
    guard w > 0, h > 0 else { return 0 }
    return w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)
  }

  private static func box(_ row: shelf_detection) -> [Double] {
    [row.box.x1, row.box.y1, row.box.x2, row.box.y2].map(Double.init)
  }

  /// One frame, `elapsed` nominal frames after the last; `rows` all have a score of at least `low_score`.
  mutating func update(_ rows: [shelf_detection], elapsed: Double = 1) {
    frames += 1
    for i in tracks.indices {
      tracks[i].row = nil
      tracks[i].unseen += elapsed
    }
    // Found again after so many missed frames, and half a frame for jitter.
    for i in tracks.indices where tracks[i].unseen > Double(config.lost_frames) + 1.5 {
      tracks[i].isGone = true
    }
    removeGone()
    for i in tracks.indices { tracks[i].filter.predict(dt: elapsed) }
    associate(rows)
    for i in tracks.indices { correct(i, rows) }
    let predicted = overlaps(rows)
    removeDuplicates(predicted, rows)
    settle(rows)
    removeGone()
    giveBirth(rows)
    for i in tracks.indices where tracks[i].row != nil { look(i, rows) }
  }

  // MARK: Association

  private var taken: Set<Int> { Set(tracks.compactMap(\.row)) }
  /// The IoU of every predicted track with every row, taken before the correction.
  private var before: [[Double]] = []

  private mutating func associate(_ rows: [shelf_detection]) {
    before = tracks.map { track in rows.map { Self.iou(track.box, Self.box($0)) } }
    let lost = SHELF_TRACK_LOST
    let tracked = SHELF_TRACK_TRACKED
    let tentative = SHELF_TRACK_TENTATIVE
    let first = tracked | lost | (config.tentative_first == 1 ? tentative : 0)
    let second =
      (config.partners & Int32(SHELF_PARTNER_TRACKED) != 0 ? tracked : 0)
      | (config.partners & Int32(SHELF_PARTNER_LOST) != 0 ? lost : 0)
    match(rows, first, high: true, config.first_cost, config.fusion)
    match(rows, second, high: false, config.second_cost, Int32(SHELF_FUSION_NONE))
    match(rows, tentative, high: true, config.third_cost, config.fusion)
  }

  private func cost(_ track: Int, _ row: Int, _ rows: [shelf_detection], _ fusion: Int32) -> Double {
    let iou = before[track][row]
    let score = Double(rows[row].score)
    var cost = 1 - iou
    if fusion == SHELF_FUSION_PRODUCT { cost = 1 - iou * score }
    if fusion == SHELF_FUSION_INVERSE { cost = (1 - iou) * (1 - score) }
    guard config.class_gate != SHELF_CLASS_OFF, tracks[track].classID != rows[row].class_id else {
      return cost
    }
    return config.class_gate == SHELF_CLASS_HARD ? .infinity : cost + Double(config.class_penalty)
  }

  /// All pairs that a step admits, best first; for the seed's matcher, row by row.
  private mutating func match(
    _ rows: [shelf_detection], _ states: Int, high: Bool, _ limit: Float, _ fusion: Int32
  ) {
    var pairs: [(cost: Double, track: Int, row: Int)] = []
    for t in tracks.indices where tracks[t].state & states != 0 && tracks[t].row == nil {
      for r in rows.indices
      where (rows[r].score >= config.high_score) == high && before[t][r] > 1e-6 && !taken.contains(r) {
        let cost = cost(t, r, rows, fusion)
        if cost <= Double(limit) { pairs.append((cost, t, r)) }
      }
    }
    if config.matcher == SHELF_MATCHER_SEED {
      pairs.sort { ($0.row, $0.cost, $0.track) < ($1.row, $1.cost, $1.track) }
    } else {
      pairs.sort { ($0.cost, $0.track, $0.row) < ($1.cost, $1.track, $1.row) }
    }
    for pair in pairs where tracks[pair.track].row == nil && !taken.contains(pair.row) {
      tracks[pair.track].row = pair.row
    }
  }

  private mutating func correct(_ i: Int, _ rows: [shelf_detection]) {
    guard let row = tracks[i].row else { return }
    let b = Self.box(rows[row])
    tracks[i].filter.update(
      cx: (b[0] + b[2]) / 2, cy: (b[1] + b[3]) / 2, aspect: (b[2] - b[0]) / (b[3] - b[1]),
      height: b[3] - b[1])
  }

  // MARK: Life

  /// Pairs of tracks of which one has a row that the other, as it was predicted, overlaps enough to be matched.
  private func overlaps(_ rows: [shelf_detection]) -> [(Int, Int)] {
    let least =
      config.fusion == SHELF_FUSION_INVERSE
      ? 0 : 1 - Double(max(config.first_cost, config.second_cost, config.third_cost))
    var pairs: [(Int, Int)] = []
    for a in tracks.indices {
      for b in tracks.indices where a != b {
        guard let row = tracks[b].row, before[a][row] >= least, before[a][row] > 1e-6 else { continue }
        pairs.append((a, b))
      }
    }
    return pairs
  }

  private mutating func removeDuplicates(_ pairs: [(Int, Int)], _ rows: [shelf_detection]) {
    removed = []
    guard config.duplicate_iou < 1 else { return }
    for (a, b) in pairs {
      guard tracks[a].isConfirmed || tracks[b].isConfirmed else { continue }
      if config.class_gate == SHELF_CLASS_HARD, tracks[a].classID != tracks[b].classID { continue }
      guard Self.iou(tracks[a].box, tracks[b].box) > Double(config.duplicate_iou) else { continue }
      let younger =
        tracks[a].isConfirmed && tracks[b].isConfirmed
        ? (tracks[a].id > tracks[b].id ? a : b) : (tracks[a].isConfirmed ? b : a)
      tracks[younger].isGone = true
    }
    removed = Set(tracks.compactMap { $0.isGone ? $0.row : nil })
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

  /// Rows of tracks that went as duplicates: they start nothing.
  private var removed: Set<Int> = []

  private mutating func settle(_ rows: [shelf_detection]) {
    for i in tracks.indices where !tracks[i].isGone {
      if let row = tracks[i].row {
        tracks[i].hits += 1
        tracks[i].missed = 0
        tracks[i].unseen = 0
        tracks[i].classes[rows[row].class_id, default: 0] += Double(rows[row].score)
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

  private mutating func giveBirth(_ rows: [shelf_detection]) {
    let free = rows.indices.filter {
      rows[$0].score >= config.new_score && !taken.contains($0) && !removed.contains($0)
    }
    for row in free.sorted(by: { rows[$0].score > rows[$1].score }) {
      let b = Self.box(rows[row])
      let filter = KalmanReference(
        cx: (b[0] + b[2]) / 2, cy: (b[1] + b[3]) / 2, aspect: (b[2] - b[0]) / (b[3] - b[1]),
        height: b[3] - b[1])
      tracks.append(Track(filter: filter, classes: [rows[row].class_id: Double(rows[row].score)], row: row))
      if frames == 1 || config.confirm_hits == 1 { confirm(tracks.count - 1) }
    }
  }

  // MARK: The band, by track

  private mutating func look(_ i: Int, _ rows: [shelf_detection]) {
    guard let row = tracks[i].row else { return }
    let b = Self.box(rows[row])
    let x = (b[0] + b[2]) / 2
    defer { tracks[i].lastX = x }
    let side = x < band.lo ? -1 : x > band.hi ? 1 : 0
    if side == 0 {
      guard tracks[i].isConfirmed, tracks[i].dwell < config.dwell else { return }
      tracks[i].dwell += 1
      guard tracks[i].dwell == config.dwell else { return }
      tracks[i].hasDwelt = true
      if !tracks[i].isCounted { add(direction: -tracks[i].side) }
      tracks[i].isCounted = true
      return
    }
    let (from, hasDwelt) = (tracks[i].side, tracks[i].hasDwelt)
    tracks[i].side = side
    tracks[i].dwell = 0
    tracks[i].hasDwelt = false
    guard from == -side, tracks[i].isConfirmed, !hasDwelt, !tracks[i].isCounted else { return }
    if config.crossing == 1 {
      add(direction: side)
      tracks[i].isCounted = true
    } else {
      count.passed += 1
    }
  }

  private mutating func add(direction: Int) {
    if direction > 0 { count.forward += 1 }
    if direction < 0 { count.backward += 1 }
    if direction == 0 { count.undirected += 1 }
  }
}
