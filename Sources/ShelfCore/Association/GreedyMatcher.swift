/// Gives rows to tracks, the best pair first.
///
/// The order is total, so the result does not depend on the order in which the pairs come.
struct GreedyMatcher {
  /// Where the pairs of each bucket of costs end.
  private let ends: Column<UInt32>
  private let places: Column<UInt32>

  private static let buckets = 256
  /// So many are sorted without buckets.
  private static let few = 64

  @inline(__always)
  init(_ arena: inout Arena) {
    ends = arena.column(UInt32.self, Self.buckets)
    places = arena.column(UInt32.self, Self.buckets)
  }

  /// Matches a range of pairs, all of them admitted by the step; reorders them.
  func match(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep) {
    guard range.count <= Self.few else { return matchByBuckets(pairs, range, step) }
    sort(pairs, range, step)
    takeInOrder(pairs, range, step)
  }

  @_optimize(speed) @inline(never)
  private func sort(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep) {
    heapSort(pairs, range) { step.bestFirst($0, $1) }
  }

  /// The seed's rule: row by row in the caller's order, each takes the best track still free.
  func matchInInputOrder(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep) {
    heapSort(pairs, range) { a, b in
      let rowA = step.detections.row[Int(a.detection)]
      let rowB = step.detections.row[Int(b.detection)]
      return rowA != rowB ? rowA < rowB : step.bestFirst(a, b)
    }
    takeInOrder(pairs, range, step)
  }

  private func takeInOrder(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep) {
    for p in range where step.areFree(pairs[p]) { step.give(pairs[p]) }
  }

  /// A crowd: costs first fall into buckets, in place, and each bucket is sorted by itself.
  @inline(never)
  private func matchByBuckets(_ pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep) {
    let scale = Float(Self.buckets &- 1) / max(step.limit, 1e-6)
    @inline(__always)
    func bucket(_ pair: Candidate) -> Int {
      let place = pair.value * scale
      return place > 0 ? min(Int(place), Self.buckets &- 1) : 0
    }
    for b in 0..<Self.buckets { ends[b] = 0 }
    for p in range { ends[bucket(pairs[p])] &+= 1 }
    var sum = UInt32(truncatingIfNeeded: range.lowerBound)
    for b in 0..<Self.buckets {
      places[b] = sum
      sum &+= ends[b]
      ends[b] = sum
    }
    for b in 0..<Self.buckets {
      while places[b] < ends[b] {
        let p = Int(places[b])
        let own = bucket(pairs[p])
        if own != b { pairs.swapAt(p, Int(places[own])) }
        places[own] &+= 1
      }
    }
    var begin = range.lowerBound
    for b in 0..<Self.buckets {
      // What the buckets before have taken need not be sorted any more.
      var free = begin
      for p in begin..<Int(ends[b]) where step.areFree(pairs[p]) {
        pairs.swapAt(p, free)
        free &+= 1
      }
      if free > begin &+ 1 { sort(pairs, begin..<free, step) }
      takeInOrder(pairs, begin..<free, step)
      begin = Int(ends[b])
    }
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
