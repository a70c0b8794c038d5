import CShelfCount

/// A recorded stream: rows in the order of their frames.
struct DetectionStream {
  /// The number the file gives to its first frame, 0 or 1.
  let firstFrame: Int
  /// Rows of the file that were left out on request, because of their class.
  let rowsOfOtherClasses: Int
  /// Rows left out by `cut(to:)`.
  private(set) var rowsBeyondEnd = 0
  private(set) var frameNumbers: [UInt32]
  private(set) var detections: [shelf_detection]

  /// Sorts by frame if need be; rows of one frame keep their order.
  init(
    firstFrame: Int, frameNumbers: [UInt32], detections: [shelf_detection], rowsOfOtherClasses: Int,
    isSorted: Bool
  ) {
    self.firstFrame = firstFrame
    self.rowsOfOtherClasses = rowsOfOtherClasses
    self.frameNumbers = frameNumbers
    self.detections = detections
    guard !isSorted else { return }
    let order = frameNumbers.indices.sorted {
      (frameNumbers[$0], $0) < (frameNumbers[$1], $1)
    }
    self.frameNumbers = order.map { frameNumbers[$0] }
    self.detections = order.map { detections[$0] }
  }

  /// Frames up to the last one with a row.
  var length: Int {
    frameNumbers.last.map { Int($0) + 1 - firstFrame } ?? 0
  }

  var largestClass: UInt32 {
    detections.lazy.map(\.class_id).max() ?? 0
  }

  var largestFrame: Int {
    var largest = 0
    var start = 0
    while start < frameNumbers.count {
      let end = endOfFrame(from: start)
      largest = max(largest, end - start)
      start = end
    }
    return largest
  }

  /// Leaves out the rows behind the first `length` frames.
  mutating func cut(to length: Int) {
    let kept = frameNumbers.firstIndex { Int($0) - firstFrame >= length } ?? frameNumbers.count
    rowsBeyondEnd = frameNumbers.count - kept
    frameNumbers.removeLast(rowsBeyondEnd)
    detections.removeLast(rowsBeyondEnd)
  }

  /// Calls `body` for `length` frames in turn, empty ones too, with the frame's index from 0 and its rows.
  func forEachFrame(
    length: Int, _ body: (Int, UnsafeBufferPointer<shelf_detection>) throws -> Void
  ) throws {
    try detections.withUnsafeBufferPointer { rows in
      var start = 0
      for index in 0..<length {
        var end = start
        if start < frameNumbers.count, Int(frameNumbers[start]) == index + firstFrame {
          end = endOfFrame(from: start)
        }
        try body(index, UnsafeBufferPointer(rebasing: rows[start..<end]))
        start = end
      }
    }
  }

  /// The rows of one frame, by its index from 0.
  func rows(ofFrame index: Int) -> ArraySlice<shelf_detection> {
    var low = 0
    var high = frameNumbers.count
    while low < high {
      let middle = (low + high) / 2
      if Int(frameNumbers[middle]) < index + firstFrame { low = middle + 1 } else { high = middle }
    }
    guard low < frameNumbers.count, Int(frameNumbers[low]) == index + firstFrame else { return [] }
    return detections[low..<endOfFrame(from: low)]
  }

  private func endOfFrame(from start: Int) -> Int {
    var end = start + 1
    while end < frameNumbers.count, frameNumbers[end] == frameNumbers[start] { end += 1 }
    return end
  }
}
