/// The sparse graph of candidates of this frame, found once and filtered by each association step.
///
/// An index of the predicted boxes tells which tracks a row may overlap enough; the IoU with these is computed.
/// Pairs come grouped by row; of more than `maxCandidates` per row the best by IoU are kept (ties: lower slot).
/// All rows share the places for pairs: in a frame that has more, each row keeps the best of an equal share. So
/// the result does not depend on the order of the rows.
struct CandidateGraph {
  let pairs: Column<Candidate>
  private let perDetection: Int
  private let places: Int
  private let index: OverlapIndex
  /// In a crowd: the IoUs of a row with all tracks, and how many are about as large.
  let ious: Column<HalfTile>
  let counts: Column<UInt16>

  /// A row with more pairs than these is taken for part of a crowd.
  private static let crowd = 8
  static let levels = 128
  private static var wordsPerTrack: Int { 4 &* OverlapIndex.strips / 64 }

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let tracks = Int(configuration.maxTracks)
    perDetection = Int(min(configuration.maxCandidates, configuration.maxTracks))
    places = Int(configuration.maxDetections) &* Int(configuration.candidateShare)
    // With room for the last row, which is seen to have none after it.
    pairs = arena.column(Candidate.self, places &+ perDetection)
    index = OverlapIndex(&arena, tracks: tracks)
    ious = arena.column(HalfTile.self, (tracks &+ 3) / 4)
    counts = arena.column(UInt16.self, Self.levels)
  }

  /// Leaves the places of the pairs alone, but not the room behind them.
  @inline(__always)
  func keepPairs(in arena: inout Arena) { _ = arena.column(Candidate.self, places) }

  /// How many pairs there are, how many of them, at the front, have a high row, and how many were dropped.
  struct Result {
    var count = 0
    var high = 0
    var dropped = 0
  }

  /// What all rows of a frame are compared with.
  struct Search {
    let position: TileColumn<4>
    let tracks: Int
    let halves: Int
    let least: Float
    /// Pairs that a row keeps.
    let share: Int
    /// Of a row with more pairs it matters which are kept, or it is part of a crowd.
    let most: Int

    @inline(__always)
    fileprivate init(_ kalman: KalmanState, tracks: Int, least: Float, share: Int) {
      position = kalman.position
      self.tracks = tracks
      halves = (tracks &+ 3) >> 2
      self.least = least
      self.share = share
      most = min(share, CandidateGraph.crowd)
    }
  }

  /// Finds all pairs with an IoU of at least `least` (> 0), those of rows from the score `high` on first.
  @_optimize(speed)
  func build(
    _ kalman: KalmanState, count n: Int, detections: DetectionTable, count m: Int, high: Float, least: Float,
    frame: Point
  ) -> Result {
    guard n > 0, m > 0 else { return Result() }
    let search = Search(kalman, tracks: n, least: least, share: perDetection)
    let result = find(search, detections, m, high: high, frame)
    guard result.count > places else { return result }
    let fair = Search(kalman, tracks: n, least: least, share: places / m)
    return find(fair, detections, m, high: high, frame)
  }

  /// Ends as soon as there are more pairs than places.
  @_optimize(speed) @inline(never)
  private func find(
    _ search: Search, _ detections: DetectionTable, _ m: Int, high: Float, _ frame: Point
  ) -> Result {
    let scale = OverlapIndex.Scale(frame: frame, least: search.least, tracks: search.tracks)
    self.index.fill(search.position, count: search.tracks, scale)
    let index = index.index
    return eachRow(detections, m, high: high) {
      pair($0, detections.boxes.corners($0), search, index, scale, &$1)
    }
  }

  @inline(__always)
  private func eachRow(
    _ detections: DetectionTable, _ m: Int, high: Float, _ pair: (Int, inout Result) -> Void
  ) -> Result {
    var result = Result()
    for d in 0..<m where detections.score[d] >= high && result.count <= places {
      pair(d, &result)
    }
    result.high = result.count
    for d in 0..<m where detections.score[d] < high && result.count <= places {
      pair(d, &result)
    }
    return result
  }

  @inline(__always)
  private func pair(
    _ d: Int, _ corners: SIMD4<Float>, _ search: Search, _ index: StripIndex<4>, _ scale: OverlapIndex.Scale,
    _ result: inout Result
  ) {
    let row = UInt16(truncatingIfNeeded: d)
    let box = Box(x1: corners.x, y1: corners.y, x2: corners.z, y2: corners.w)
    let ends = scale.ends(of: corners)
    let first = result.count
    var count = first
    // Where the words of a block begin: those of 64 tracks.
    var base = 0
    while base < search.tracks &* Self.wordsPerTrack {
      var touching = index.touching(ends, from: base)
      let block = base / Self.wordsPerTrack
      base &+= 64 &* Self.wordsPerTrack
      while touching != 0 {
        let track = block | touching.trailingZeroBitCount
        touching &= touching &- 1
        // Slots without a track, looked at with the last ones, overlap nothing.
        let iou = box.iou(KalmanState.box(search.position, track))
        guard iou >= search.least else { continue }
        guard count &- first < search.most else { return pairWithCrowd(row, box, search, &result) }
        pairs[count] = Candidate(value: iou, track: UInt16(truncatingIfNeeded: track), detection: row)
        count &+= 1
      }
    }
    result.count = count
  }
}
