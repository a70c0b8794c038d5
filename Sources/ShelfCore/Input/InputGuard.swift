/// Lets through what can be a box and says of the rest why not: one odd row never costs the frame.
struct InputGuard {
  let table: DetectionTable
  private let lowScore: Float
  private let maxClasses: UInt32
  /// From the caller's coordinates to pixels.
  private let scale: Point
  private let farthest: Float

  /// A side shorter than this, in pixels, is no box: its aspect ratio would say nothing.
  private static let leastSide: Float = 1 / 1024

  init(table: DetectionTable, configuration: Configuration) {
    self.table = table
    lowScore = configuration.lowScore
    maxClasses = configuration.maxClasses
    scale = configuration.toPixels
    farthest = 16 * Float(max(configuration.width, configuration.height))
  }

  /// Fills the table, notes the fate of every row that is not in it, and returns how many are.
  @unsafe
  func admit(_ rows: UnsafeBufferPointer<Detection>, _ stats: inout Statistics, _ fates: FateSheet) -> Int {
    var kept = 0
    var isHeap = false
    for row in 0..<rows.count {
      var d = unsafe rows[row]
      d.box = d.box.scaled(scale.x, scale.y)
      if isOrdinary(d), kept < table.capacity {
        table.put(d, row: row, at: kept)
        kept &+= 1
      } else if let fate = fate(d) {
        count(fate, &stats)
        fates.note(Fate(fate), of: row)
      } else {
        if !isHeap {
          table.makeHeap(kept)
          isHeap = true
        }
        stats.overflow &+= 1
        fates.note(Fate(.overflow), of: replaceWorst(by: d, row: row, kept))
      }
    }
    stats.rows &+= UInt64(rows.count)
    return kept
  }

  /// Whether nothing is wrong with a row: `fate` in few comparisons, all false for NaN.
  @inline(__always)
  private func isOrdinary(_ d: Detection) -> Bool {
    let b = d.box
    let corners = SIMD4(b.x1, b.y1, b.x2, b.y2)
    let sides = corners.highHalf - corners.lowHalf
    let isNear = (corners .<= farthest) .& (corners .>= -farthest)
    let isLong = SIMD4(lowHalf: sides, highHalf: sides) .>= Self.leastSide
    return lanes(isNear .& isLong) == 0x0101_0101
      && d.score >= lowScore && d.score <= 1 && d.classID < maxClasses
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
    return d.score < lowScore ? .ignored : nil
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
