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
  @inline(__always)
  func precedes(_ other: Detection) -> Bool {
    score != other.score ? score > other.score : isBefore(other)
  }

  @inline(never)
  private func isBefore(_ other: Detection) -> Bool {
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

/// The rows given to eight tracks.
struct RowTile {
  var x1: Tile
  var y1: Tile
  var x2: Tile
  var y2: Tile

  /// Stands for "no row": farther out than any row, and harmless in what is computed of it.
  static let none = Box(x1: 1_073_741_824, y1: 0, x2: 1_073_741_824, y2: 1)

  @inline(__always)
  var isThere: SIMDMask<SIMD8<Int32>> { x1 .< RowTile.none.x1 }
}

extension RowTile {
  /// From the corners of eight boxes, x1, y1, x2, y2.
  @inline(__always)
  init(_ corners: (Int) -> SIMD4<Float>) {
    let (a, b, c, d) = (corners(0), corners(1), corners(2), corners(3))
    let (e, f, g, h) = (corners(4), corners(5), corners(6), corners(7))
    x1 = Tile(a.x, b.x, c.x, d.x, e.x, f.x, g.x, h.x)
    y1 = Tile(a.y, b.y, c.y, d.y, e.y, f.y, g.y, h.y)
    x2 = Tile(a.z, b.z, c.z, d.z, e.z, f.z, g.z, h.z)
    y2 = Tile(a.w, b.w, c.w, d.w, e.w, f.w, g.w, h.w)
  }
}

/// The rows of this frame that take part, as columns.
///
/// Lives for one update.
struct DetectionTable: OrderedRows {
  /// The first stands for "no row", -1, where eight are read at once.
  private let boxesAndNone: Column<Box>
  let boxes: Column<Box>
  let score: Column<Float>
  let classID: Column<UInt16>
  /// Place in the caller's array.
  let row: Column<Int32>
  /// Place in the one order of rows, kept when the NMS moves rows about.
  let origin: Column<UInt16>

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = Int(configuration.maxDetections)
    // Where nobody asks for the order of the rows, nothing is kept of it.
    isOrdered = configuration.ordersRows
    self.capacity = capacity
    boxesAndNone = arena.column(Box.self, capacity &+ 1)
    boxes = boxesAndNone.dropFirst(capacity)
    score = arena.column(Float.self, capacity)
    row = arena.column(Int32.self, capacity)
    classID = arena.column(UInt16.self, capacity)
    origin = arena.column(UInt16.self, isOrdered ? capacity : 0)
  }

  let capacity: Int
  private let isOrdered: Bool

  @inline(__always)
  func box(_ i: Int) -> Box { boxes[i] }

  /// The rows of the tracks 8t...8t+7.
  @inline(__always)
  func gather(_ match: Column<Int16>, tile t: Int) -> RowTile {
    RowTile { lane in
      let row = Int(match[t &* Tiles.width &+ lane])
      return boxesAndNone.corners(row &+ 1)
    }
  }

  func detection(_ i: Int) -> Detection {
    Detection(box: box(i), score: score[i], classID: UInt32(classID[i]))
  }

  @inline(__always)
  func put(_ d: Detection, row: Int, at i: Int) {
    boxes[i] = d.box
    score[i] = d.score
    classID[i] = UInt16(truncatingIfNeeded: d.classID)
    self.row[i] = Int32(truncatingIfNeeded: row)
  }

  func reset() { boxesAndNone[0] = RowTile.none }

  /// The order of `Detection.precedes`, column by column because it runs in the sort of every frame.
  func precedes(_ i: Int, _ j: Int) -> Bool {
    if score[i] != score[j] { return score[i] > score[j] }
    if boxes[i].x1 != boxes[j].x1 { return boxes[i].x1 < boxes[j].x1 }
    if boxes[i].y1 != boxes[j].y1 { return boxes[i].y1 < boxes[j].y1 }
    if boxes[i].x2 != boxes[j].x2 { return boxes[i].x2 < boxes[j].x2 }
    if boxes[i].y2 != boxes[j].y2 { return boxes[i].y2 < boxes[j].y2 }
    return classID[i] < classID[j]
  }

  /// The same where no two rows may be equal: of the rows of one box given twice the one that lies first.
  func precedesStrictly(_ i: Int, _ j: Int) -> Bool {
    if score[i] != score[j] { return score[i] > score[j] }
    return precedes(i, j) || (i < j && !precedes(j, i))
  }

  @inline(never)
  func swapAt(_ i: Int, _ j: Int) {
    boxes.swapAt(i, j)
    score.swapAt(i, j)
    classID.swapAt(i, j)
    row.swapAt(i, j)
    if isOrdered { origin.swapAt(i, j) }
  }
}

/// What became of the rows: lives from association on.
struct RowOutcomes {
  /// Slot of the track a row was given to, or -1.
  let track: Column<Int16>
  /// What became of it, as long as it has no track.
  let fate: Column<UInt8>
  /// The association step that gave it its track.
  let stage: Column<UInt8>

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = Int(configuration.maxDetections)
    track = arena.column(Int16.self, capacity)
    fate = arena.column(UInt8.self, capacity)
    stage = arena.column(UInt8.self, capacity)
  }

  /// No row has a track yet.
  func begin(count: Int) {
    for i in 0..<count { track[i] = -1 }
    for i in 0..<count { fate[i] = UInt8(Fate.Kind.unmatched.rawValue) }
  }
}
