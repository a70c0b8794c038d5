/// Gives rows to tracks, the best pair first, from the candidates that one association step admits.
///
/// Most rows and tracks have one candidate only and need no order; the rest is sorted. Both orders are
/// total, so the result does not depend on the order in which the candidates come.
struct GreedyMatcher {
  private let trackDegree: Column<UInt16>
  private let detectionDegree: Column<UInt16>

  init(_ arena: inout Arena, _ configuration: Configuration) {
    trackDegree = arena.column(UInt16.self, Int(configuration.maxTracks))
    detectionDegree = arena.column(UInt16.self, Int(configuration.maxDetections))
  }

  /// An association step: which pairs take part and at what cost.
  struct Step {
    let tracks: TrackTable
    let detections: DetectionTable
    let fusion: Configuration.Fusion
    let classGate: Configuration.ClassGate
    let classPenalty: Float
    let limit: Float
    let number: UInt8

    @inline(__always)
    func cost(_ pair: Candidate) -> Float {
      let d = Int(pair.detection)
      var cost: Float
      switch fusion {
      case .none: cost = 1 - pair.iou
      case .product: cost = 1 - pair.iou * detections.score[d]
      case .inverse: cost = (1 - pair.iou) * (1 - detections.score[d])
      }
      if classGate != .off, tracks.votes[Int(pair.track)].winner != detections.classID[d] {
        cost = classGate == .hard ? .infinity : cost + classPenalty
      }
      return cost
    }

    @inline(__always)
    func give(_ pair: Candidate) {
      tracks.match[Int(pair.track)] = Int16(truncatingIfNeeded: pair.detection)
      detections.track[Int(pair.detection)] = Int16(truncatingIfNeeded: pair.track)
      detections.stage[Int(pair.detection)] = number
    }

    @inline(__always)
    func areFree(_ pair: Candidate) -> Bool {
      tracks.match[Int(pair.track)] < 0 && detections.track[Int(pair.detection)] < 0
    }
  }

  /// Matches a range of pairs, all of them admitted by the step; reorders them.
  func match(_ pairs: Column<Candidate>, _ range: Range<Int>, step: Step, tracks n: Int, detections m: Int) {
    for i in 0..<n { trackDegree[i] = 0 }
    for i in 0..<m { detectionDegree[i] = 0 }
    for p in range {
      trackDegree[Int(pairs[p].track)] &+= 1
      detectionDegree[Int(pairs[p].detection)] &+= 1
    }
    var contested = range.lowerBound
    for p in range {
      let pair = pairs[p]
      if trackDegree[Int(pair.track)] == 1, detectionDegree[Int(pair.detection)] == 1 {
        step.give(pair)
      } else {
        pairs.swapAt(p, contested)
        contested &+= 1
      }
    }
    let rest = range.lowerBound..<contested
    heapSort(pairs, rest) { bestFirst($0, $1, step) }
    takeInOrder(pairs, rest, step)
  }

  /// The seed's rule: row by row in the caller's order, each takes the best track still free.
  func matchInInputOrder(_ pairs: Column<Candidate>, _ range: Range<Int>, step: Step) {
    heapSort(pairs, range) { a, b in
      let rowA = step.detections.row[Int(a.detection)]
      let rowB = step.detections.row[Int(b.detection)]
      return rowA != rowB ? rowA < rowB : bestFirst(a, b, step)
    }
    takeInOrder(pairs, range, step)
  }

  private func takeInOrder(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: Step) {
    for p in range where step.areFree(pairs[p]) { step.give(pairs[p]) }
  }

  /// By cost, then by slot, then by the order of rows that is not the caller's.
  private func bestFirst(_ a: Candidate, _ b: Candidate, _ step: Step) -> Bool {
    let costA = step.cost(a)
    let costB = step.cost(b)
    if costA != costB { return costA < costB }
    if a.track != b.track { return a.track < b.track }
    return step.detections.precedes(Int(a.detection), Int(b.detection))
  }
}

/// Sorts a range in place, in O(n log n) whatever its order.
@inline(__always)
func heapSort<Element: BitwiseCopyable>(
  _ column: Column<Element>, _ range: Range<Int>, by precedes: (Element, Element) -> Bool
) {
  let first = range.lowerBound
  let count = range.count
  guard count > 1 else { return }
  var start = count / 2
  var end = count
  while end > 1 {
    if start > 0 {
      start &-= 1
    } else {
      end &-= 1
      column.swapAt(first, first &+ end)
    }
    var root = start
    let moved = column[first &+ root]
    while true {
      var child = root &* 2 &+ 1
      guard child < end else { break }
      if child &+ 1 < end, precedes(column[first &+ child], column[first &+ child &+ 1]) { child &+= 1 }
      guard precedes(moved, column[first &+ child]) else { break }
      column[first &+ root] = column[first &+ child]
      root = child
    }
    column[first &+ root] = moved
  }
}
