/// Where a row may overlap very many tracks, all IoUs are computed four at a time, and the best pairs chosen
/// from their histogram: the cost stays proportional to the number of tracks, whatever lies on what.
extension CandidateGraph {
  @inline(never)
  func pairWithCrowd(_ d: Int, _ box: Box, _ range: Range<Int>, least: Float, _ result: inout Result) {
    let row = UInt16(truncatingIfNeeded: d)
    let first = result.count
    var found = first
    for h in range.lowerBound >> 2..<(range.upperBound &+ 3) >> 2 {
      let ious = self.ious(half: h, box)
      // Unrolled by hand: a lane is only cheap to get at where its number is known.
      found &+= add(ious, 0, h, row, at: found, least)
      found &+= add(ious, 1, h, row, at: found, least)
      found &+= add(ious, 2, h, row, at: found, least)
      found &+= add(ious, 3, h, row, at: found, least)
    }
    if found &- first > perDetection {
      chooseBest(first..<found)
      result.dropped &+= found &- first &- perDetection
      found = first &+ perDetection
    }
    result.count = found
  }

  /// Writes the pair of a lane; returns 1 where it is one, and 0 where the next may take its place.
  @inline(__always)
  private func add(_ ious: HalfTile, _ lane: Int, _ h: Int, _ row: UInt16, at p: Int, _ least: Float) -> Int {
    pairs[p] = Candidate(value: ious[lane], track: slot[h &* 4 &+ lane], detection: row)
    return ious[lane] >= least ? 1 : 0
  }

  /// `Box.iou` of four tracks, to the last bit; 0 or less where there is no overlap.
  @inline(__always)
  private func ious(half h: Int, _ box: Box) -> HalfTile {
    let x1 = boxes[half: h, 0] - boxes[half: h, 2]
    let y1 = boxes[half: h, 1] - boxes[half: h, 3]
    let x2 = boxes[half: h, 0] + boxes[half: h, 2]
    let y2 = boxes[half: h, 1] + boxes[half: h, 3]
    let zero = HalfTile()
    let width = larger(
      zero, smaller(x2, HalfTile(repeating: box.x2)) - larger(x1, HalfTile(repeating: box.x1)))
    let height = larger(
      zero, smaller(y2, HalfTile(repeating: box.y2)) - larger(y1, HalfTile(repeating: box.y1)))
    let shared = width * height
    return shared / (box.area + (x2 - x1) * (y2 - y1) - shared)
  }

  /// Brings the best `perDetection` pairs of one row to the front.
  private func chooseBest(_ range: Range<Int>) {
    for level in 0..<Self.levels { counts[level] = 0 }
    for p in range { counts[level(pairs[p])] &+= 1 }
    // The level at which the share of the row is used up, and how many of it are still wanted.
    var cut = Self.levels &- 1
    var wanted = perDetection
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
