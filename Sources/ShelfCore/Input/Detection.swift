/// One row of a detector's output.
package struct Detection: BitwiseCopyable {
  package var box: Box
  package var score: Float
  package var classID: UInt32

  package init(box: Box, score: Float, classID: UInt32) {
    self.box = box
    self.score = score
    self.classID = classID
  }

  /// The one order of rows, best first, that does not depend on the caller's: by score, then by content.
  func precedes(_ other: Detection) -> Bool {
    if score != other.score { return score > other.score }
    if box.x1 != other.box.x1 { return box.x1 < other.box.x1 }
    if box.y1 != other.box.y1 { return box.y1 < other.box.y1 }
    if box.x2 != other.box.x2 { return box.x2 < other.box.x2 }
    if box.y2 != other.box.y2 { return box.y2 < other.box.y2 }
    return classID < other.classID
  }
}

/// What became of one row.
package struct Fate: BitwiseCopyable {
  package enum Kind: Int32 {
    case matched = 1
    case tentative = 2
    case unmatched = 3
    case ignored = 4
    case suppressed = 5
    case overflow = 6
    case refused = 7
    case notFinite = 16
    case inverted = 17
    case empty = 18
    case tooFar = 19
    case badScore = 20
    case badClass = 21
  }

  package var trackID: UInt64
  package var kind: Int32
  package var stage: Int32

  init(_ kind: Kind, trackID: UInt64 = 0, stage: Int32 = 0) {
    self.trackID = trackID
    self.kind = kind.rawValue
    self.stage = stage
  }
}

/// Where the caller wants to hear what became of each row: an array as long as the rows, or nothing.
@safe
struct FateSheet {
  private let base: UnsafeMutablePointer<Fate>?

  @unsafe
  init(_ base: UnsafeMutablePointer<Fate>?) {
    unsafe self.base = base
  }

  var isWanted: Bool { unsafe base != nil }

  @inline(__always)
  func note(_ fate: Fate, of row: Int) {
    if let base = unsafe base { unsafe base[row] = fate }
  }
}

/// The rows of this frame that take part, as columns.
///
/// Lives for one update.
struct DetectionTable: OrderedRows {
  let x1: Column<Float>
  let y1: Column<Float>
  let x2: Column<Float>
  let y2: Column<Float>
  let score: Column<Float>
  let classID: Column<UInt16>
  /// Slot of the track this row was given to, or -1.
  let track: Column<Int16>
  /// What became of it, as long as it has no track.
  let fate: Column<UInt8>
  let stage: Column<UInt8>
  /// Place in the caller's array.
  let row: Column<Int32>
  /// Place in the one order of rows, kept when the NMS moves rows about.
  let origin: Column<UInt16>
  /// Which of 64 columns and 64 lines of the picture the box touches: no common bit, no overlap.
  let footprint: Column<SIMD2<UInt64>>

  init(_ arena: inout Arena, capacity: Int) {
    x1 = arena.column(Float.self, capacity)
    y1 = arena.column(Float.self, capacity)
    x2 = arena.column(Float.self, capacity)
    y2 = arena.column(Float.self, capacity)
    score = arena.column(Float.self, capacity)
    row = arena.column(Int32.self, capacity)
    origin = arena.column(UInt16.self, capacity)
    footprint = arena.column(SIMD2<UInt64>.self, capacity)
    classID = arena.column(UInt16.self, capacity)
    track = arena.column(Int16.self, capacity)
    fate = arena.column(UInt8.self, capacity)
    stage = arena.column(UInt8.self, capacity)
  }

  var capacity: Int { x1.count }

  @inline(__always)
  func box(_ i: Int) -> Box { Box(x1: x1[i], y1: y1[i], x2: x2[i], y2: y2[i]) }

  func detection(_ i: Int) -> Detection {
    Detection(box: box(i), score: score[i], classID: UInt32(classID[i]))
  }

  @inline(__always)
  func put(_ d: Detection, row: Int, at i: Int) {
    x1[i] = d.box.x1
    y1[i] = d.box.y1
    x2[i] = d.box.x2
    y2[i] = d.box.y2
    score[i] = d.score
    classID[i] = UInt16(truncatingIfNeeded: d.classID)
    self.row[i] = Int32(truncatingIfNeeded: row)
    track[i] = -1
    fate[i] = UInt8(Fate.Kind.unmatched.rawValue)
    stage[i] = 0
  }

  /// The order of `Detection.precedes`, column by column because it runs in the sort of every frame.
  func precedes(_ i: Int, _ j: Int) -> Bool {
    if score[i] != score[j] { return score[i] > score[j] }
    if x1[i] != x1[j] { return x1[i] < x1[j] }
    if y1[i] != y1[j] { return y1[i] < y1[j] }
    if x2[i] != x2[j] { return x2[i] < x2[j] }
    if y2[i] != y2[j] { return y2[i] < y2[j] }
    return classID[i] < classID[j]
  }

  func swapAt(_ i: Int, _ j: Int) {
    x1.swapAt(i, j)
    y1.swapAt(i, j)
    x2.swapAt(i, j)
    y2.swapAt(i, j)
    score.swapAt(i, j)
    classID.swapAt(i, j)
    track.swapAt(i, j)
    fate.swapAt(i, j)
    stage.swapAt(i, j)
    row.swapAt(i, j)
    origin.swapAt(i, j)
    footprint.swapAt(i, j)
  }

  /// Notes the order of the rows and which parts of the picture the boxes touch.
  func markFootprints(count: Int, frame: Point) {
    let sx = 64 / frame.x
    let sy = 64 / frame.y
    for i in 0..<count {
      origin[i] = UInt16(truncatingIfNeeded: i)
      footprint[i] = SIMD2(bits(x1[i] * sx, x2[i] * sx), bits(y1[i] * sy, y2[i] * sy))
    }
  }

  /// Ones from the cell of `from` to that of `to`; what lies outside belongs to the border cells.
  private func bits(_ from: Float, _ to: Float) -> UInt64 {
    let first = UInt64(from > 0 ? (from < 63 ? from : 63) : 0)
    let last = UInt64(to > 0 ? (to < 63 ? to : 63) : 0)
    return (UInt64.max << first) & (UInt64.max >> (63 &- last))
  }

  @inline(__always)
  func mayOverlap(_ i: Int, _ j: Int) -> Bool {
    let common = footprint[i] & footprint[j]
    return common.x != 0 && common.y != 0
  }
}
