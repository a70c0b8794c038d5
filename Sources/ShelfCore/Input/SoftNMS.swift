/// Collapses double boxes: hard NMS, or soft-NMS (Bodla et al., ICCV 2017) that lowers their scores.
struct SoftNMS {
  let table: DetectionTable
  let configuration: Configuration

  /// Works on the first `count` rows and returns how many are left.
  func apply(count: Int, _ fates: FateSheet) -> Int {
    var left = count
    var best = 0
    while best < left {
      var i = best &+ 1
      var first = best
      while i < left {
        if table.precedes(i, first) { first = i }
        i &+= 1
      }
      table.swapAt(best, first)
      let box = table.box(best)
      i = best &+ 1
      while i < left {
        let keeps = weaken(i, by: box, of: table.classID[best])
        if keeps {
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
