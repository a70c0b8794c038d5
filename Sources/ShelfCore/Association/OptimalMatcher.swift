/// Gives rows to tracks so that the sum of the costs is least, an unmatched row counting as the limit: the
/// rectangular assignment problem, exactly, over sparse pairs.
///
/// Row by row along the shortest augmenting path (Jonker and Volgenant, "A shortest augmenting path algorithm
/// for dense and sparse linear assignment problems", Computing 1987); every path may also end by leaving a row
/// unmatched. A search sees only what is connected with its row, hence the cost of a frame is that of its
/// connected components. Costs are whole numbers, so that nothing is lost in the sums and the result is the
/// same on every machine; rows come in the one order, equal paths end at the lower slot.
struct OptimalMatcher {
  // Of each track that has a pair.
  private let price: Column<Int64>
  private let distance: Column<Int64>
  /// The row before it on the shortest path.
  private let previous: Column<UInt16>
  private let progress: Column<UInt8>
  /// The tracks that the search has come to, in no order.
  private let reached: Column<UInt16>
  // Of each row that has a pair.
  private let worth: Column<Int64>
  private let firstPair: Column<UInt32>

  private static let untouched: UInt8 = 0
  private static let open: UInt8 = 1
  private static let closed: UInt8 = 2
  private static let nobody = -1

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let isUsed = configuration.matcher == .optimal
    let tracks = isUsed ? Int(configuration.maxTracks) : 0
    let rows = isUsed ? Int(configuration.maxDetections) : 0
    price = arena.column(Int64.self, tracks)
    distance = arena.column(Int64.self, tracks)
    worth = arena.column(Int64.self, rows)
    firstPair = arena.column(UInt32.self, rows)
    previous = arena.column(UInt16.self, tracks)
    reached = arena.column(UInt16.self, tracks)
    progress = arena.column(UInt8.self, tracks)
  }

  /// A cost as a whole number, fine enough to tell any two that a `Float` near 1 tells apart.
  private func whole(_ cost: Float) -> Int64 { Int64((cost > 0 ? cost : 0) * 1_073_741_824) }

  /// Matches a range of pairs, all of them admitted by the step, of rows and tracks that are free; reorders
  /// them.
  @_optimize(speed)
  func match(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep) {
    let detections = step.detections
    heapSort(pairs, range) { a, b in
      a.detection != b.detection
        ? detections.precedesStrictly(Int(a.detection), Int(b.detection)) : a.track < b.track
    }
    for p in range {
      price[Int(pairs[p].track)] = 0
      progress[Int(pairs[p].track)] = Self.untouched
    }
    var begin = range.lowerBound
    while begin < range.upperBound {
      let row = Int(pairs[begin].detection)
      firstPair[row] = UInt32(truncatingIfNeeded: begin)
      worth[row] = 0
      augment(from: row, pairs, range, step)
      while begin < range.upperBound, Int(pairs[begin].detection) == row { begin &+= 1 }
    }
    for p in range
    where step.match[Int(pairs[p].track)] == Int16(truncatingIfNeeded: pairs[p].detection) {
      step.give(pairs[p])
    }
  }

  /// Takes one more row in, along the shortest path from it to a free track or to a row that is left out.
  @_optimize(speed)
  private func augment(
    from start: Int, _ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep
  ) {
    let limit = whole(step.limit)
    let owner = step.match
    var reachedCount = 0
    var row = start
    var length: Int64 = 0
    // The best end so far that leaves a row out.
    var leftOut = start
    var leftOutLength = Int64.max
    var end = Self.nobody
    while true {
      let outside = length &+ limit &- worth[row]
      if outside < leftOutLength {
        leftOutLength = outside
        leftOut = row
      }
      var p = Int(firstPair[row])
      while p < range.upperBound, Int(pairs[p].detection) == row {
        let track = Int(pairs[p].track)
        if progress[track] != Self.closed {
          let there = length &+ whole(pairs[p].value) &- worth[row] &- price[track]
          if progress[track] == Self.untouched {
            progress[track] = Self.open
            reached[reachedCount] = UInt16(truncatingIfNeeded: track)
            reachedCount &+= 1
            distance[track] = .max
          }
          if there < distance[track] {
            distance[track] = there
            previous[track] = UInt16(truncatingIfNeeded: row)
          }
        }
        p &+= 1
      }
      end = nearest(reachedCount)
      guard end >= 0, distance[end] <= leftOutLength else {
        end = Self.nobody
        break
      }
      guard owner[end] >= 0 else { break }
      progress[end] = Self.closed
      row = Int(owner[end])
      length = distance[end]
    }
    let total = end >= 0 ? distance[end] : leftOutLength
    settle(start, reachedCount, total, owner)
    if end >= 0 {
      flip(to: end, from: start, step)
    } else if leftOut != start {
      // Its track goes to the row before it.
      let freed = Int(step.outcomes.track[leftOut])
      step.outcomes.track[leftOut] = -1
      flip(to: freed, from: start, step)
    }
  }

  /// The open track at the least distance.
  @_optimize(speed)
  private func nearest(_ count: Int) -> Int {
    var best = Self.nobody
    for k in 0..<count {
      let track = Int(reached[k])
      guard progress[track] == Self.open else { continue }
      if best >= 0 {
        guard distance[track] <= distance[best] else { continue }
        if distance[track] == distance[best], track > best { continue }
      }
      best = track
    }
    return best
  }

  /// Keeps all reduced costs at 0 or more, and at 0 along the path.
  @_optimize(speed)
  private func settle(_ start: Int, _ count: Int, _ total: Int64, _ owner: Column<Int16>) {
    worth[start] &+= total
    for k in 0..<count {
      let track = Int(reached[k])
      if progress[track] == Self.closed {
        price[track] &+= distance[track] &- total
        worth[Int(owner[track])] &+= total &- distance[track]
      }
      progress[track] = Self.untouched
    }
  }

  /// Gives every track on the path to the row before it.
  private func flip(to end: Int, from start: Int, _ step: AssociationStep) {
    var track = end
    while true {
      let row = Int(previous[track])
      let left = Int(step.outcomes.track[row])
      step.outcomes.track[row] = Int16(truncatingIfNeeded: track)
      step.match[track] = Int16(truncatingIfNeeded: row)
      guard row != start else { return }
      track = left
    }
  }
}
