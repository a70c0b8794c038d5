/// An array of detections in the caller's memory.
@safe
package struct DetectionArray {
  private let base: UnsafeMutablePointer<Detection>?
  let capacity: Int

  /// Null has a capacity of 0.
  @unsafe
  package init(_ base: UnsafeMutablePointer<Detection>?, capacity: Int) {
    unsafe self.base = base
    unsafe self.capacity = base == nil ? 0 : capacity
  }

  subscript(i: Int) -> Detection {
    get {
      assert(i >= 0 && i < capacity)
      guard let base = unsafe base else {
        return Detection(box: Box(x1: 0, y1: 0, x2: 0, y2: 0), score: 0, classID: 0)
      }
      return unsafe base[i]
    }
    nonmutating set {
      assert(i >= 0 && i < capacity)
      if let base = unsafe base { unsafe base[i] = newValue }
    }
  }

  package var isFinite: Bool {
    for i in 0..<capacity {
      let row = self[i]
      guard row.box.width.isFinite, row.box.height.isFinite, row.score.isFinite else { return false }
    }
    return true
  }

  /// Keeps the best `capacity` of all rows offered; `offered` is how many came before this one.
  ///
  /// A full array is a heap with its worst row at the root.
  func offer(_ row: Detection, after offered: Int) {
    if offered < capacity {
      self[offered] = row
      if offered &+ 1 == capacity { makeHeap(capacity) }
    } else if capacity > 0, row.precedes(self[0]) {
      self[0] = row
      sink(0, capacity)
    }
  }

  /// Collapses double boxes among the first `count` rows, in any order, and returns how many are left, best
  /// first.
  package func suppress(_ suppression: Suppression, count: Int) -> Int {
    sort(count: count)
    return SoftNMS(rows: self, suppression).apply(count: count)
  }
}

extension DetectionArray: SuppressibleRows {
  func precedes(_ i: Int, _ j: Int) -> Bool { self[i].precedes(self[j]) }

  func swapAt(_ i: Int, _ j: Int) {
    let kept = self[i]
    self[i] = self[j]
    self[j] = kept
  }

  func box(_ i: Int) -> Box { self[i].box }
  func isSameClass(_ i: Int, _ j: Int) -> Bool { self[i].classID == self[j].classID }

  func scaleScore(_ i: Int, by factor: Float) -> Float {
    self[i].score *= factor
    return self[i].score
  }

  func noteSuppressed(_ i: Int) {}
}
