/// Where a row overlaps many tracks, all IoUs are computed four at a time, and the best pairs chosen from their
/// histogram: the cost stays proportional to the number of tracks, whatever lies on what.
extension CandidateGraph {
  @_optimize(speed) @inline(never)
  func pairWithCrowd(_ row: UInt16, _ box: Box, _ search: Search, _ result: inout Result) {
    let found = measure(
      HalfTile(repeating: box.x1), HalfTile(repeating: box.y1), HalfTile(repeating: box.x2),
      HalfTile(repeating: box.y2), area: box.area, search)
    let kept = min(found, search.share)
    // The level at which the pairs kept are used up, and how many of it are still wanted.
    var cut = Self.levels &- 1
    var wanted = kept
    while Int(counts[cut]) < wanted {
      wanted &-= Int(counts[cut])
      cut &-= 1
    }
    take(row, search, above: cut, at: result.count, best: wanted, at: result.count &+ kept &- wanted)
    result.dropped &+= found &- kept
    result.count &+= kept
  }

  /// Computes the IoUs of a box with all tracks and their histogram; returns how many are enough.
  ///
  /// Never inlined: as arguments the corners stay vectors, and `larger` one instruction.
  @_optimize(speed) @inline(never)
  private func measure(
    _ x1: HalfTile, _ y1: HalfTile, _ x2: HalfTile, _ y2: HalfTile, area: Float, _ search: Search
  ) -> Int {
    for level in 0..<Self.levels { counts[level] = 0 }
    let position = search.position
    var enough = SIMD4<Int32>()
    for h in 0..<search.halves {
      // `Box.iou`, to the last bit; slots without a track overlap nothing.
      let halfHeight = position[half: h, 3] * 0.5
      let halfWidth = position[half: h, 2] * halfHeight
      let (left, top) = (position[half: h, 0] - halfWidth, position[half: h, 1] - halfHeight)
      let (right, bottom) = (position[half: h, 0] + halfWidth, position[half: h, 1] + halfHeight)
      let width = larger(HalfTile(), smaller(right, x2) - larger(left, x1))
      let height = larger(HalfTile(), smaller(bottom, y2) - larger(top, y1))
      let shared = width * height
      let ious = shared / (area + (right - left) * (bottom - top) - shared)
      self.ious[h] = ious
      enough &+= SIMD4().replacing(with: 1, where: ious .>= search.least)
      // In 16 bits: what SSE2 can take a lane out of.
      let levels = unsafe unsafeBitCast(self.levels(ious), to: SIMD8<UInt16>.self)
      counts[Int(levels[0])] &+= 1
      counts[Int(levels[2])] &+= 1
      counts[Int(levels[4])] &+= 1
      counts[Int(levels[6])] &+= 1
    }
    return Int(enough.wrappedSum())
  }

  /// Writes the pairs above a level to one place, and the best so many of that level to another.
  @inline(__always)
  private func take(
    _ row: UInt16, _ search: Search, above cut: Int, at first: Int, best wanted: Int, at second: Int
  ) {
    let least = SIMD4(repeating: Int32(truncatingIfNeeded: cut))
    let iou = ious.split(into: Float.self, search.halves &* 4)
    var above = first
    var end = second
    for h in 0..<search.halves {
      var there = lanes(levels(ious[h]) .>= least)
      while there != 0 {
        let track = h &* 4 &+ nextLane(&there)
        let pair = Candidate(value: iou[track], track: UInt16(truncatingIfNeeded: track), detection: row)
        if levels(HalfTile(repeating: iou[track]))[0] > least[0] {
          pairs[above] = pair
          above &+= 1
        } else if end &- second < wanted {
          insert(pair, second, &end)
        } else if pairs[end &- 1].isWorse(than: pair) {
          end &-= 1
          insert(pair, second, &end)
        }
      }
    }
  }

  /// Inserts a pair into those from `first` on, the best first.
  @inline(__always)
  private func insert(_ pair: Candidate, _ first: Int, _ end: inout Int) {
    var to = end
    while to > first, pairs[to &- 1].isWorse(than: pair) {
      pairs[to] = pairs[to &- 1]
      to &-= 1
    }
    pairs[to] = pair
    end &+= 1
  }

  /// The first seven bits of the IoUs, got at without a conversion that could trap.
  @inline(__always)
  private func levels(_ ious: HalfTile) -> SIMD4<Int32> {
    // Below 2 even where an IoU of 1 was rounded up.
    let bits = unsafe unsafeBitCast(1 + ious * 0.9999, to: SIMD4<Int32>.self)
    return bits &>> 16 & Int32(truncatingIfNeeded: Self.levels &- 1)
  }
}
