/// The sparse graph of candidates of this frame, found once and filtered by each association step.
///
/// A sweep along x finds them: tracks are sorted into bins by the centre of their predicted box, and a row
/// tests four tracks at a time, of the bins only in which a track overlapping it enough could lie. Pairs come
/// grouped by row; of more than `maxCandidates` per row the best by IoU are kept (ties: lower slot), so the
/// result does not depend on the order of the rows.
struct CandidateGraph {
  let pairs: Column<Candidate>
  let perDetection: Int

  // Tracks in the order of their bins.
  let slot: Column<UInt16>
  /// Rows cx, cy, half the width, half the height, area times the share that an overlap must have.
  let boxes: HalfTileColumn<5>
  private let binOf: Column<UInt32>
  private let binsOf: Column<SIMD4<UInt32>>
  private let binStart: Column<UInt16>
  /// In a crowd: how many pairs of a row have about this IoU.
  let counts: Column<UInt16>

  private static let mostBins = 256
  /// More tracks than these in the bins of a row are taken for a crowd.
  private static let crowd = 64
  static let levels = 256

  init(_ arena: inout Arena, _ configuration: Configuration) {
    let tracks = Int(configuration.maxTracks)
    perDetection = Int(min(configuration.maxCandidates, configuration.maxTracks))
    // With room for all pairs of the last row before the best are chosen.
    pairs = arena.column(Candidate.self, Int(configuration.maxDetections) &* perDetection &+ tracks)
    slot = arena.column(UInt16.self, (tracks &+ 3) & ~3)
    boxes = HalfTileColumn(&arena, capacity: tracks)
    binsOf = arena.column(SIMD4<UInt32>.self, (tracks &+ 3) >> 2)
    binOf = binsOf.split(into: UInt32.self, (tracks &+ 3) & ~3)
    binStart = arena.column(UInt16.self, Self.mostBins &+ 2)
    counts = arena.column(UInt16.self, Self.levels)
  }

  /// Bins over the picture and a quarter of its width to each side, where lost tracks linger; what lies farther
  /// out belongs to the last ones.
  private struct Bins {
    let count: Int
    private let perPixel: Float
    private let offset: Float
    private let last: Float

    init(tracks: Int, width: Float) {
      var count = 16
      while count < CandidateGraph.mostBins, count < tracks { count &*= 2 }
      self.count = count
      perPixel = Float(count) / (1.5 * width)
      offset = Float(count) / 6
      last = Float(count &- 1)
    }

    @inline(__always)
    func bin(_ x: Float) -> Int {
      var position = x * perPixel + offset
      // Not even NaN leaves the range.
      position = position < last ? position : last
      position = position > 0 ? position : 0
      // With 2^23 added the integer, rounded, is the fraction's bits: no conversion that could trap.
      return Int((position + 8_388_608).bitPattern & 0x7f_ffff)
    }

    /// The same for four numbers.
    @inline(__always)
    func bins(_ x: HalfTile) -> SIMD4<UInt32> {
      var position = x * perPixel + offset
      let limit = HalfTile(repeating: last)
      position = limit.replacing(with: position, where: position .< limit)
      position = HalfTile().replacing(with: position, where: position .> 0)
      return unsafe unsafeBitCast(position + 8_388_608, to: SIMD4<UInt32>.self) & 0x7f_ffff
    }
  }

  /// How many pairs there are, how many of them, at the front, have a high row, and how many were dropped.
  struct Result {
    var count = 0
    var high = 0
    var dropped = 0
  }

  /// Finds all pairs with an IoU of at least `least` (> 0), those of rows from the score `high` on first.
  func build(
    _ kalman: KalmanState, count n: Int, detections: DetectionTable, count m: Int, high: Float, least: Float,
    width: Float
  ) -> Result {
    guard n > 0, m > 0 else { return Result() }
    let bins = Bins(tracks: n, width: width)
    // IoU >= least means to share so much of the sum of both areas; some room is left for rounding.
    let share = least / (1 + least) * 0.999
    let widest = sort(kalman, n, bins, share: share)
    var result = Result()
    for d in 0..<m where detections.score[d] >= high {
      pair(d, detections.box(d), bins, widest: widest, least: least, share: share, &result)
    }
    result.high = result.count
    for d in 0..<m where detections.score[d] < high {
      pair(d, detections.box(d), bins, widest: widest, least: least, share: share, &result)
    }
    return result
  }

  @inline(__always)
  private func pair(
    _ d: Int, _ box: Box, _ bins: Bins, widest: Float, least: Float, share: Float, _ result: inout Result
  ) {
    // IoU >= least holds only between boxes whose widths differ by at most 1 / least, and whose centres are no
    // farther apart than this share of their mean width.
    let apart = 0.5 * (1 - least) / (1 + least) + 1e-5
    let own = box.width
    let limit = own / least
    let reach = (own + (limit < widest ? limit : widest)) * apart
    let middle = (box.x1 + box.x2) * 0.5
    let begin = Int(binStart[bins.bin(middle - reach)])
    let end = Int(binStart[bins.bin(middle + reach) &+ 1])
    if end &- begin > Self.crowd { return pairWithCrowd(d, box, begin..<end, least: least, &result) }
    let first = result.count
    var h = begin >> 2
    while h &* 4 < end {
      var hits = overlaps(half: h, box, share: share)
      while hits != 0 {
        let k = h &* 4 &+ nextLane(&hits)
        let iou = box.iou(predicted(k))
        if iou >= least {
          keep(
            Candidate(value: iou, track: slot[k], detection: UInt16(truncatingIfNeeded: d)),
            from: first, &result)
        }
      }
      h &+= 1
    }
  }

  /// The box of `KalmanState.box`, to the last bit.
  @inline(__always)
  private func predicted(_ k: Int) -> Box {
    Box(
      x1: boxes[k, 0] - boxes[k, 2], y1: boxes[k, 1] - boxes[k, 3], x2: boxes[k, 0] + boxes[k, 2],
      y2: boxes[k, 1] + boxes[k, 3])
  }

  /// Which of four tracks may share at least `share` of the sum of both areas with a box: a bit in the byte of
  /// each.
  ///
  /// Where one box lies within the other along an axis, this takes more of it for shared than is.
  @inline(__always)
  private func overlaps(half h: Int, _ box: Box, share: Float) -> UInt32 {
    let center = box.center
    let width = boxes[half: h, 2] + 0.5 * box.width - magnitude(boxes[half: h, 0] - center.x)
    let height = boxes[half: h, 3] + 0.5 * box.height - magnitude(boxes[half: h, 1] - center.y)
    let isEnough = (width * height .>= boxes[half: h, 4] + share * box.area) .& (width .> 0)
    return lanes(isEnough)
  }

  @inline(__always)
  private func magnitude(_ v: HalfTile) -> HalfTile {
    unsafe unsafeBitCast(unsafeBitCast(v, to: SIMD4<UInt32>.self) & 0x7fff_ffff, to: HalfTile.self)
  }

  /// Appends a pair, or lets it replace the worst of a row that has its share.
  @inline(__always)
  private func keep(_ pair: Candidate, from first: Int, _ result: inout Result) {
    guard result.count &- first == perDetection else {
      pairs[result.count] = pair
      result.count &+= 1
      return
    }
    result.dropped &+= 1
    var worst = first
    for p in first &+ 1..<result.count where pairs[p].isWorse(than: pairs[worst]) { worst = p }
    if pairs[worst].isWorse(than: pair) { pairs[worst] = pair }
  }

  /// Counting sort of the predicted boxes by bin.
  ///
  /// Returns the largest width among them.
  private func sort(_ kalman: KalmanState, _ n: Int, _ bins: Bins, share: Float) -> Float {
    let halves = (n &+ 3) >> 2
    for h in 0..<halves { binsOf[h] = bins.bins(kalman.position[half: h, 0]) }
    // What fills up the last four goes to a bin of its own, behind the others.
    for i in n..<halves &* 4 { binOf[i] = UInt32(truncatingIfNeeded: bins.count) }
    for b in 0...bins.count &+ 1 { binStart[b] = 0 }
    for i in 0..<halves &* 4 { binStart[Int(binOf[i]) &+ 1] &+= 1 }
    var sum: UInt16 = 0
    for b in 1...bins.count &+ 1 {
      sum &+= binStart[b]
      binStart[b] = sum
    }
    // Filling from the last track backwards turns the end of bin b, binStart[b + 1], into its start.
    var widest = HalfTile()
    for back in 1..<halves &+ 1 {
      let h = halves &- back
      let cx = kalman.position[half: h, 0]
      let cy = kalman.position[half: h, 1]
      let halfHeight = kalman.position[half: h, 3] * 0.5
      let halfWidth = kalman.position[half: h, 2] * halfHeight
      let area = halfWidth * halfHeight * (4 * share)
      widest = larger(widest, halfWidth)
      @inline(__always)
      func place(_ lane: Int) {
        let i = h &* 4 &+ lane
        let bin = Int(binOf[i]) &+ 1
        let k = Int(binStart[bin] &- 1)
        binStart[bin] = UInt16(truncatingIfNeeded: k)
        slot[k] = UInt16(truncatingIfNeeded: i)
        boxes[k, 0] = cx[lane]
        boxes[k, 1] = cy[lane]
        boxes[k, 2] = halfWidth[lane]
        boxes[k, 3] = halfHeight[lane]
        boxes[k, 4] = area[lane]
      }
      // Unrolled by hand: a lane is only cheap to get at where its number is known.
      place(3)
      place(2)
      place(1)
      place(0)
    }
    for b in 0...bins.count { binStart[b] = binStart[b &+ 1] }
    // They overlap nothing.
    for k in n..<halves &* 4 { boxes[k, 2] = -.greatestFiniteMagnitude }
    return 2 * max(max(widest.x, widest.y), max(widest.z, widest.w))
  }
}
