/// Collapses double boxes: hard NMS, or soft-NMS (Bodla et al., ICCV 2017) that lowers their scores.
struct SoftNMS {
  let table: DetectionTable
  let configuration: Configuration

  /// Works on the first `count` rows, which come best first, and returns how many are left.
  func apply(count: Int, _ fates: FateSheet) -> Int {
    configuration.nms == .hard ? applyHard(count, fates) : applySoft(count, fates)
  }

  /// A row goes when it overlaps one that stays.
  private func applyHard(_ count: Int, _ fates: FateSheet) -> Int {
    var left = 0
    for i in 0..<count {
      var stays = true
      var k = 0
      while stays, k < left {
        if table.mayOverlap(i, k) { stays = weaken(i, by: table.box(k), of: table.classID[k]) }
        k &+= 1
      }
      if stays {
        if i != left { table.swapAt(i, left) }
        left &+= 1
      } else {
        fates.note(Fate(.suppressed), of: Int(table.row[i]))
      }
    }
    return left
  }

  private func applySoft(_ count: Int, _ fates: FateSheet) -> Int {
    var left = count
    var best = 0
    while best < left {
      var first = best
      for i in best &+ 1..<max(left, best &+ 1) where table.precedes(i, first) { first = i }
      table.swapAt(best, first)
      let box = table.box(best)
      var i = best &+ 1
      while i < left {
        if !table.mayOverlap(i, best) || weaken(i, by: box, of: table.classID[best]) {
          i &+= 1
        } else {
          fates.note(Fate(.suppressed), of: Int(table.row[i]))
          left &-= 1
          table.swapAt(i, left)
        }
      }
      best &+= 1
    }
    return left
  }

  /// Lowers the score of a row that overlaps a better one.
  ///
  /// False where nothing is left of it.
  private func weaken(_ i: Int, by box: Box, of classID: UInt16) -> Bool {
    if configuration.nmsClasses, table.classID[i] != classID { return true }
    let iou = table.box(i).iou(box)
    switch configuration.nms {
    case .off:
      return true
    case .hard:
      return iou <= configuration.nmsIoU
    case .linear:
      if iou > configuration.nmsIoU { table.score[i] *= 1 - iou }
    case .gaussian:
      if iou > 0 { table.score[i] *= negativeExponential(-iou * iou / configuration.nmsSigma) }
    }
    return table.score[i] >= configuration.lowScore
  }
}
