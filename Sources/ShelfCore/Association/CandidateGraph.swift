/// The sparse graph of candidates of this frame, found once and filtered by each association step.
///
/// An index of the predicted boxes tells which tracks a row may overlap enough; the IoU with these is computed.
/// Pairs come grouped by row; of more than `maxCandidates` per row the best by IoU are kept (ties: lower slot),
/// so the result does not depend on the order of the rows.
struct CandidateGraph {
  let pairs: Column<Candidate>
  let perDetection: Int
  private let index: OverlapIndex
  /// In a crowd: how many pairs of a row have about this IoU.
  let counts: Column<UInt16>

  /// A row with more pairs than these is taken for part of a crowd.
  private static let crowd = 8
  static let levels = 256

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let tracks = Int(configuration.maxTracks)
    perDetection = Int(min(configuration.maxCandidates, configuration.maxTracks))
    // With room for all pairs of the last row before the best are chosen.
    pairs = arena.column(Candidate.self, Int(configuration.maxDetections) &* perDetection &+ tracks)
    index = OverlapIndex(&arena, tracks: tracks)
    counts = arena.column(UInt16.self, Self.levels)
  }

  /// How many pairs there are, how many of them, at the front, have a high row, and how many were dropped.
  struct Result {
    var count = 0
    var high = 0
    var dropped = 0
  }

  /// What all rows of a frame are compared with.
  private struct Search {
    let pairs: Column<Candidate>
    let index: OverlapIndex
    let strips: OverlapIndex.Strips
    let position: TileColumn<4>
    let tracks: Int
    let least: Float
    /// Of a row with more pairs it matters which are kept, or it is part of a crowd.
    let most: Int
  }

  /// Finds all pairs with an IoU of at least `least` (> 0), those of rows from the score `high` on first.
  @_optimize(speed)
  func build(
    _ kalman: KalmanState, count n: Int, detections: DetectionTable, count m: Int, high: Float, least: Float,
    frame: Point
  ) -> Result {
    guard n > 0, m > 0 else { return Result() }
    let strips = OverlapIndex.Strips(tracks: n, frame: frame, least: least)
    index.fill(kalman, count: n, strips)
    let search = Search(
      pairs: pairs, index: index, strips: strips, position: kalman.position, tracks: n, least: least,
      most: min(perDetection, Self.crowd))
    var result = Result()
    for d in 0..<m where detections.score[d] >= high { pair(d, detections.box(d), search, &result) }
    result.high = result.count
    for d in 0..<m where detections.score[d] < high { pair(d, detections.box(d), search, &result) }
    return result
  }

  @inline(__always)
  private func pair(_ d: Int, _ box: Box, _ search: Search, _ result: inout Result) {
    let row = UInt16(truncatingIfNeeded: d)
    let ends = search.strips.ends(of: box)
    let first = result.count
    var count = first
    var base = 0
    var block = 0
    while block < search.tracks {
      var touching = search.index.touching(ends, from: base)
      base &+= 4 &* search.strips.count
      while touching != 0 {
        let track = block &+ touching.trailingZeroBitCount
        touching &= touching &- 1
        // The last four are looked at together: those that are no tracks are parked at the origin.
        guard track < search.tracks else { continue }
        let iou = box.iou(KalmanState.box(search.position, track))
        guard iou >= search.least else { continue }
        guard count &- first < search.most else {
          return pairWithCrowd(row, box, search.position, search.tracks, least: search.least, &result)
        }
        search.pairs[count] = Candidate(value: iou, track: UInt16(truncatingIfNeeded: track), detection: row)
        count &+= 1
      }
      block &+= 64
    }
    result.count = count
  }
}
