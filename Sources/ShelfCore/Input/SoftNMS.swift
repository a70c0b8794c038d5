/// How double boxes are collapsed.
package struct Suppression {
  package var kind: Configuration.NMS
  package var iou: Float
  package var sigma: Float
  /// Only boxes of one class suppress each other.
  package var byClass: Bool
  /// A row whose score has sunk below this goes.
  package var leastScore: Float

  package init(
    kind: Configuration.NMS, iou: Float, sigma: Float, byClass: Bool, leastScore: Float
  ) {
    self.kind = kind
    self.iou = iou
    self.sigma = sigma
    self.byClass = byClass
    self.leastScore = leastScore
  }

  package var isInRange: Bool {
    iou >= 0 && iou <= 1 && sigma >= 0.01 && sigma <= 10 && leastScore >= 0 && leastScore <= 1
  }
}

/// Rows that can be thinned out.
protocol SuppressibleRows: OrderedRows {
  func box(_ i: Int) -> Box
  func isSameClass(_ i: Int, _ j: Int) -> Bool
  /// Brings the rows that stay to the front, in the order they have, and returns how many there are.
  ///
  /// `isWeakened(i, j)` says that row i goes because of row j, which stays and comes before it.
  func keepBest(_ count: Int, where isWeakened: (Int, Int) -> Bool) -> Int
  /// Multiplies a row's score and returns it.
  func scaleScore(_ i: Int, by factor: Float) -> Float
  /// The row is about to be taken out.
  func noteSuppressed(_ i: Int)
}

extension SuppressibleRows {
  func keepBest(_ count: Int, where isWeakened: (Int, Int) -> Bool) -> Int {
    var left = 0
    for i in 0..<count {
      var stays = true
      var k = 0
      while stays, k < left {
        stays = !isWeakened(i, k)
        k &+= 1
      }
      if stays {
        if i != left { swapAt(i, left) }
        left &+= 1
      } else {
        noteSuppressed(i)
      }
    }
    return left
  }
}

/// Collapses double boxes: hard NMS, or soft-NMS (Bodla et al., ICCV 2017) that lowers their scores.
struct SoftNMS<Rows: SuppressibleRows> {
  let rows: Rows
  let suppression: Suppression

  init(rows: Rows, _ suppression: Suppression) {
    self.rows = rows
    self.suppression = suppression
  }

  /// Works on the first `count` rows, which come best first, and returns how many are left.
  @inline(never)
  func apply(count: Int) -> Int {
    switch suppression.kind {
    case .off: count
    case .hard: rows.keepBest(count) { doubles($0, $1) }
    case .linear, .gaussian: applySoft(count)
    }
  }

  private func applySoft(_ count: Int) -> Int {
    var left = count
    var best = 0
    while best < left {
      var first = best
      for i in best &+ 1..<max(left, best &+ 1) where rows.precedes(i, first) { first = i }
      rows.swapAt(best, first)
      var i = best &+ 1
      while i < left {
        if weaken(i, by: best) {
          i &+= 1
        } else {
          rows.noteSuppressed(i)
          left &-= 1
          rows.swapAt(i, left)
        }
      }
      best &+= 1
    }
    return left
  }

  /// Whether a row shows what a better one shows.
  @inline(__always)
  private func doubles(_ i: Int, _ k: Int) -> Bool {
    if suppression.byClass, !rows.isSameClass(i, k) { return false }
    return rows.box(i).iou(rows.box(k)) > suppression.iou
  }

  /// Lowers the score of a row that overlaps a better one.
  ///
  /// False where nothing is left of it.
  @inline(never)
  private func weaken(_ i: Int, by k: Int) -> Bool {
    if suppression.byClass, !rows.isSameClass(i, k) { return true }
    let iou = rows.box(i).iou(rows.box(k))
    var factor: Float = 1
    if suppression.kind == .linear {
      if iou > suppression.iou { factor = 1 - iou }
    } else if iou > 0 {
      factor = negativeExponential(-iou * iou / suppression.sigma)
    }
    return rows.scaleScore(i, by: factor) >= suppression.leastScore
  }
}

/// The rows of a frame's table, with the sheet that hears of those that go.
struct TableRows: SuppressibleRows {
  let table: DetectionTable
  let arrangement: RowArrangement
  let fates: FateSheet

  func precedes(_ i: Int, _ j: Int) -> Bool { table.precedes(i, j) }
  func swapAt(_ i: Int, _ j: Int) { table.swapAt(i, j) }
  func box(_ i: Int) -> Box { table.box(i) }
  func isSameClass(_ i: Int, _ j: Int) -> Bool { table.classID[i] == table.classID[j] }

  /// Asks only where boxes lie together.
  func keepBest(_ count: Int, where isWeakened: (Int, Int) -> Bool) -> Int {
    let arrangement = arrangement
    arrangement.restore(count)
    for i in 0..<count where arrangement.has(i) {
      arrangement.eachOverlapping(i, below: count) { j in
        if isWeakened(j, i) { arrangement.remove(j) }
      }
    }
    var left = 0
    for i in 0..<count {
      if arrangement.has(i) {
        if i != left { table.swapAt(i, left) }
        left &+= 1
      } else {
        noteSuppressed(i)
      }
    }
    return left
  }

  func scaleScore(_ i: Int, by factor: Float) -> Float {
    table.score[i] *= factor
    return table.score[i]
  }

  func noteSuppressed(_ i: Int) { fates.note(Fate(.suppressed), of: Int(table.row[i])) }
}
