/// Lets through what can be a box and says of the rest why not: one odd row never costs the frame.
struct InputGuard {
  let table: DetectionTable
  private let lowScore: Float
  private let maxClasses: UInt32
  /// From the caller's coordinates to pixels.
  private let scale: Point
  private let farthest: Float
  private let largestArea: Float

  /// A side shorter than this, in pixels, is no box: its aspect ratio would say nothing.
  private static let leastSide: Float = 1 / 1024

  @inline(__always)
  init(table: DetectionTable, configuration: Configuration) {
    self.table = table
    lowScore = configuration.lowScore
    maxClasses = configuration.maxClasses
    scale = configuration.toPixels
    largestArea = configuration.largestArea
    farthest = 16 * Float(max(configuration.width, configuration.height))
  }

  /// Fills the table, notes the fate of every row that is not in it, and returns how many are.
  @unsafe
  func admit(_ rows: UnsafeBufferPointer<Detection>, _ stats: inout Statistics, _ fates: FateSheet) -> Int {
    guard let base = rows.baseAddress else { return 0 }
    let table = table
    var kept = 0
    var isHeap = false
    var row = 0
    while row < rows.count {
      let d = unsafe inPixels(base[row])
      if isOrdinary(d), kept < table.capacity {
        table.put(d, row: row, at: kept)
        kept &+= 1
      } else {
        unsafe turnAway(base + row, row, kept, &isHeap, &stats, fates)
      }
      row &+= 1
    }
    stats.rows &+= UInt64(rows.count)
    return kept
  }

  @inline(__always)
  private func inPixels(_ given: Detection) -> Detection {
    Detection(box: given.box.scaled(scale.x, scale.y), score: given.score, classID: given.classID)
  }

  /// A row that is no box, or for which there is no room but that of a worse one.
  // Where it is given, so that the others need not lie in memory for this one's sake.
  @unsafe @inline(never)
  private func turnAway(
    _ given: UnsafePointer<Detection>, _ row: Int, _ kept: Int, _ isHeap: inout Bool,
    _ stats: inout Statistics, _ fates: FateSheet
  ) {
    let d = unsafe inPixels(given.pointee)
    if let fate = fate(d) {
      count(fate, &stats)
      return fates.note(Fate(fate), of: row)
    }
    if !isHeap {
      table.makeHeap(kept)
      isHeap = true
    }
    stats.overflow &+= 1
    fates.note(Fate(.overflow), of: replaceWorst(by: d, row: row, kept))
  }

  /// Whether nothing is wrong with a row: `fate` in few comparisons, all false for NaN.
  @inline(__always)
  private func isOrdinary(_ d: Detection) -> Bool {
    let b = d.box
    // The second corner lies beyond the first: each but on its own side.
    let outward = SIMD4(b.x1, b.y1, b.x2, b.y2) * SIMD4(-1, -1, 1, 1)
    return lanes(outward .<= farthest) == 0x0101_0101 && b.width >= Self.leastSide
      && b.height >= Self.leastSide
      && d.score >= lowScore && d.score <= 1 && d.classID < maxClasses && b.area <= largestArea
  }

  private func fate(_ d: Detection) -> Fate.Kind? {
    let box = d.box
    guard box.x1.isFinite, box.y1.isFinite, box.x2.isFinite, box.y2.isFinite, d.score.isFinite else {
      return .notFinite
    }
    guard d.score >= 0, d.score <= 1 else { return .badScore }
    guard d.classID < maxClasses else { return .badClass }
    guard isNear(box.x1), isNear(box.y1), isNear(box.x2), isNear(box.y2) else { return .tooFar }
    guard box.width >= 0, box.height >= 0 else { return .inverted }
    guard box.width >= Self.leastSide, box.height >= Self.leastSide else { return .empty }
    return d.score < lowScore || box.area > largestArea ? .ignored : nil
  }

  @inline(__always)
  private func isNear(_ x: Float) -> Bool { x <= farthest && x >= -farthest }

  private func count(_ fate: Fate.Kind, _ stats: inout Statistics) {
    switch fate {
    case .notFinite: stats.notFinite &+= 1
    case .badScore: stats.badScore &+= 1
    case .badClass: stats.badClass &+= 1
    case .tooFar: stats.tooFar &+= 1
    case .inverted: stats.inverted &+= 1
    case .empty: stats.empty &+= 1
    default: break
    }
  }

  // The full table is a heap with the worst row at its root.

  /// Returns the row that loses.
  private func replaceWorst(by d: Detection, row: Int, _ kept: Int) -> Int {
    let worst = Int(table.row[0])
    guard d.precedes(table.detection(0)) else { return row }
    table.put(d, row: row, at: 0)
    table.sink(0, kept)
    return worst
  }
}
