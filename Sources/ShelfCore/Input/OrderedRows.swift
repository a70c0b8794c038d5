/// Rows that can be sorted in place without memory of their own.
protocol OrderedRows {
  /// Whether row i comes before row j in the one order, best first.
  func precedes(_ i: Int, _ j: Int) -> Bool
  func swapAt(_ i: Int, _ j: Int)
}

extension OrderedRows {
  /// Brings the first `count` rows into the one order, best first; detectors mostly give them so.
  func sort(count: Int) {
    var sorted = 1
    while sorted < count, !precedes(sorted, sorted &- 1) { sorted &+= 1 }
    guard sorted < count else { return }
    makeHeap(count)
    for end in stride(from: count &- 1, to: 0, by: -1) {
      swapAt(0, end)
      sink(0, end)
    }
  }

  /// Makes a heap with the last row of the order at its root.
  func makeHeap(_ count: Int) {
    for i in stride(from: count / 2 &- 1, through: 0, by: -1) { sink(i, count) }
  }

  /// Restores the heap, whose root is the last in the order, below one of its rows.
  @inline(never)
  func sink(_ start: Int, _ count: Int) {
    var root = start
    while true {
      var child = root &* 2 &+ 1
      guard child < count else { return }
      if child &+ 1 < count, precedes(child, child &+ 1) { child &+= 1 }
      guard precedes(root, child) else { return }
      swapAt(root, child)
      root = child
    }
  }
}
