/// Where a row overlaps many tracks, all IoUs are computed four at a time, and the best pairs chosen from their
/// histogram: the cost stays proportional to the number of tracks, whatever lies on what.
extension CandidateGraph {
  @inline(never)
  func pairWithCrowd(_ row: UInt16, _ box: Box, _ search: Search, _ result: inout Result) {
    let position = search.position
    let n = search.tracks
    let least = search.least
    let first = result.count
    var found = first
    for h in 0..<n >> 2 {
      let ious = self.ious(position, half: h, box)
      // Unrolled by hand: a lane is only cheap to get at where its number is known.
      found &+= add(ious[0], h &* 4, row, at: found, least)
      found &+= add(ious[1], h &* 4 &+ 1, row, at: found, least)
      found &+= add(ious[2], h &* 4 &+ 2, row, at: found, least)
      found &+= add(ious[3], h &* 4 &+ 3, row, at: found, least)
    }
    for track in n & ~3..<n {
      found &+= add(box.iou(KalmanState.box(position, track)), track, row, at: found, least)
    }
    if found &- first > search.share {
      chooseBest(first..<found, search.share)
      result.dropped &+= found &- first &- search.share
      found = first &+ search.share
    }
    result.count = found
  }

  /// Writes a pair; returns 1 where it is one, and 0 where the next may take its place.
  @inline(__always)
  private func add(_ iou: Float, _ track: Int, _ row: UInt16, at p: Int, _ least: Float) -> Int {
    pairs[p] = Candidate(value: iou, track: UInt16(truncatingIfNeeded: track), detection: row)
    return iou >= least ? 1 : 0
  }

  /// `Box.iou` of four tracks, to the last bit; 0 or less where there is no overlap.
  @inline(__always)
  private func ious(_ position: TileColumn<4>, half h: Int, _ box: Box) -> HalfTile {
    let halfHeight = position[half: h, 3] * 0.5
    let halfWidth = position[half: h, 2] * halfHeight
    let x1 = position[half: h, 0] - halfWidth
    let y1 = position[half: h, 1] - halfHeight
    let x2 = position[half: h, 0] + halfWidth
    let y2 = position[half: h, 1] + halfHeight
    let zero = HalfTile()
    let width = larger(
      zero, smaller(x2, HalfTile(repeating: box.x2)) - larger(x1, HalfTile(repeating: box.x1)))
    let height = larger(
      zero, smaller(y2, HalfTile(repeating: box.y2)) - larger(y1, HalfTile(repeating: box.y1)))
    let shared = width * height
    return shared / (box.area + (x2 - x1) * (y2 - y1) - shared)
  }

  /// Brings the best `share` pairs of one row to the front.
  private func chooseBest(_ range: Range<Int>, _ share: Int) {
    for level in 0..<Self.levels { counts[level] = 0 }
    for p in range { counts[level(pairs[p])] &+= 1 }
    // The level at which the share of the row is used up, and how many of it are still wanted.
    var cut = Self.levels &- 1
    var wanted = share
    while Int(counts[cut]) < wanted {
      wanted &-= Int(counts[cut])
      cut &-= 1
    }
    var front = range.lowerBound
    for p in range where level(pairs[p]) > cut {
      pairs.swapAt(p, front)
      front &+= 1
    }
    var end = front
    for p in front..<range.upperBound where level(pairs[p]) == cut {
      pairs.swapAt(p, end)
      end &+= 1
    }
    heapSort(pairs, front..<end) { $1.isWorse(than: $0) }
  }

  /// The first eight bits of the IoU, got at without a conversion that could trap.
  @inline(__always)
  private func level(_ pair: Candidate) -> Int {
    // Below 2 even where an IoU of 1 was rounded up.
    Int((1 + pair.value * 0.9999).bitPattern >> 15) & (Self.levels &- 1)
  }
}
