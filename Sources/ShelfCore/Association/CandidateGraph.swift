/// A pair of a track and a row whose boxes overlap enough to be considered.
struct Candidate: BitwiseCopyable {
  var iou: Float
  var track: UInt16
  var detection: UInt16
}

/// The sparse graph of candidates of this frame, found once and filtered by each association step.
///
/// Tracks are sorted into a grid by the centre of their predicted box; a row looks only into the cells that a
/// track overlapping it enough could lie in. Pairs come grouped by row; of more than `maxCandidates` per row
/// the best by IoU are kept (ties: lower slot), so the result does not depend on the order of the rows.
struct CandidateGraph {
  let pairs: Column<Candidate>
  private let perDetection: Int

  // Tracks in the order of their cells.
  private let slot: Column<UInt16>
  private let x1: Column<Float>
  private let y1: Column<Float>
  private let x2: Column<Float>
  private let y2: Column<Float>
  private let cellOf: Column<UInt16>
  private let cellEnd: Column<UInt16>

  private static let mostCells = 16

  init(_ arena: inout Arena, _ configuration: Configuration) {
    let tracks = Int(configuration.maxTracks)
    perDetection = Int(min(configuration.maxCandidates, configuration.maxTracks))
    pairs = arena.column(Candidate.self, Int(configuration.maxDetections) &* perDetection)
    slot = arena.column(UInt16.self, tracks)
    x1 = arena.column(Float.self, tracks)
    y1 = arena.column(Float.self, tracks)
    x2 = arena.column(Float.self, tracks)
    y2 = arena.column(Float.self, tracks)
    cellOf = arena.column(UInt16.self, tracks)
    cellEnd = arena.column(UInt16.self, Self.mostCells &* Self.mostCells &+ 1)
  }

  /// A grid over the picture; what lies outside belongs to the border cells.
  private struct Grid {
    let cells: Int
    let sx: Float
    let sy: Float

    init(tracks: Int, width: Float, height: Float) {
      var side = 1
      while side < CandidateGraph.mostCells, side &* side &* 2 < tracks { side &+= 1 }
      cells = side
      sx = Float(side) / width
      sy = Float(side) / height
    }

    @inline(__always)
    private func clamp(_ position: Float) -> Int {
      // Ordered so that NaN gives 0.
      position > 0 ? (position < Float(cells) ? Int(position) : cells &- 1) : 0
    }

    @inline(__always) func column(_ x: Float) -> Int { clamp(x * sx) }
    @inline(__always) func row(_ y: Float) -> Int { clamp(y * sy) }
  }

  struct Result {
    var count = 0
    var dropped = 0
  }

  /// Finds all pairs with an IoU of at least `least` (> 0).
  ///
  /// Returns their number, and how many were dropped.
  func build(
    tracks: TrackTable, count n: Int, detections: DetectionTable, count m: Int, least: Float,
    frame: Point
  ) -> Result {
    guard n > 0, m > 0 else { return Result() }
    let grid = Grid(tracks: n, width: frame.x, height: frame.y)
    let widest = sort(tracks, n, grid)
    // IoU >= least holds only between boxes whose sides differ by at most this factor.
    let growth = 1 / least
    var result = Result()
    for d in 0..<m {
      let box = detections.box(d)
      let reachX = reach(box.width, widest.x, growth)
      let reachY = reach(box.height, widest.y, growth)
      let center = box.center
      let left = grid.column(center.x - reachX)
      let right = grid.column(center.x + reachX)
      let bottom = grid.row(center.y + reachY)
      let first = result.count
      var row = grid.row(center.y - reachY)
      while row <= bottom {
        let begin = Int(cellEnd[row &* grid.cells &+ left])
        let end = Int(cellEnd[row &* grid.cells &+ right &+ 1])
        var k = begin
        while k < end {
          let iou = overlap(box, k)
          if iou >= least {
            keep(
              Candidate(iou: iou, track: slot[k], detection: UInt16(truncatingIfNeeded: d)),
              from: first, &result)
          }
          k &+= 1
        }
        row &+= 1
      }
    }
    return result
  }

  /// How far from a row's centre the centre of a track that overlaps it may lie.
  @inline(__always)
  private func reach(_ side: Float, _ widest: Float, _ growth: Float) -> Float {
    let other = side * growth < widest ? side * growth : widest
    return (side + other) * 0.5
  }

  @inline(__always)
  private func overlap(_ box: Box, _ k: Int) -> Float {
    box.iou(Box(x1: x1[k], y1: y1[k], x2: x2[k], y2: y2[k]))
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
    for p in first &+ 1..<result.count where isWorse(pairs[p], pairs[worst]) { worst = p }
    if isWorse(pairs[worst], pair) { pairs[worst] = pair }
  }

  private func isWorse(_ a: Candidate, _ b: Candidate) -> Bool {
    a.iou != b.iou ? a.iou < b.iou : a.track > b.track
  }

  /// Counting sort of the tracks by cell.
  ///
  /// Returns the largest width and height among them.
  private func sort(_ tracks: TrackTable, _ n: Int, _ grid: Grid) -> Point {
    let cells = grid.cells &* grid.cells
    for c in 0...cells { cellEnd[c] = 0 }
    var widest = Point(x: 0, y: 0)
    for i in 0..<n {
      let box = tracks.box(i)
      let center = box.center
      if box.width > widest.x { widest.x = box.width }
      if box.height > widest.y { widest.y = box.height }
      let cell = grid.row(center.y) &* grid.cells &+ grid.column(center.x)
      cellOf[i] = UInt16(truncatingIfNeeded: cell)
      cellEnd[cell &+ 1] &+= 1
    }
    for c in 0..<cells { cellEnd[c &+ 1] &+= cellEnd[c] }
    // Filling from the last track backwards leaves in cellEnd[c + 1] the start of cell c, in slot order.
    for i in stride(from: n &- 1, through: 0, by: -1) {
      let cell = Int(cellOf[i]) &+ 1
      cellEnd[cell] &-= 1
      let k = Int(cellEnd[cell])
      let box = tracks.box(i)
      slot[k] = UInt16(truncatingIfNeeded: i)
      x1[k] = box.x1
      y1[k] = box.y1
      x2[k] = box.x2
      y2[k] = box.y2
    }
    // Shift back: cellEnd[c] is the start of cell c, cellEnd[cells] the number of tracks.
    for c in 0..<cells { cellEnd[c] = cellEnd[c &+ 1] }
    cellEnd[cells] = UInt16(truncatingIfNeeded: n)
    return widest
  }
}
