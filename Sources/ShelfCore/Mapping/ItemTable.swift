/// What was decided about a place.
package enum ItemStatus: UInt8 {
  /// Not yet, or not enough evidence.
  case open = 0
  /// An item: it counts in every gate that it passes.
  case item = 1
  /// The caller said that it is none.
  case dismissed = 2
  /// The same item as another place.
  case merged = 3
}

/// The places on the shelf at which something was seen, as columns, in shelf coordinates.
struct ItemTable {
  let x: Column<Float>
  let y: Column<Float>
  let w: Column<Float>
  let h: Column<Float>
  /// Log-likelihood ratio "item : clutter" from hits and misses.
  let evidence: Column<Float>
  let scoreSum: Column<Float>
  let supportSum: Column<Float>
  /// Whole-box hits, and frames in which one was to be expected.
  let scored: Column<UInt32>
  let expected: Column<UInt32>
  let hits: Column<UInt32>
  /// Misses in a row.
  let run: Column<UInt8>
  /// What was decided about the place.
  let status: Column<UInt8>
  /// Which of its upper and lower edge was ever seen uncut: `Views.top`, `Views.bottom`.
  let edges: Column<UInt8>
  let votes: Column<ClassVotes>
  /// The class under which it counted: what is taken back is taken from there.
  let countClass: Column<UInt16>
  let id: Column<UInt64>
  /// The last whole observation: its frame, row box and score.
  let seenFrame: Column<UInt64>
  let seenBox: Column<Box>
  /// The confirmed track that showed it last.
  let trackID: Column<UInt64>
  /// Which piece of map it belongs to.
  let piece: Column<UInt16>

  let capacity: Int

  @_optimize(speed)
  init(_ arena: inout Arena, capacity: Int) {
    self.capacity = capacity
    x = arena.tiledColumn(capacity)
    y = arena.tiledColumn(capacity)
    w = arena.column(Float.self, capacity)
    h = arena.tiledColumn(capacity)
    evidence = arena.column(Float.self, capacity)
    scoreSum = arena.column(Float.self, capacity)
    supportSum = arena.column(Float.self, capacity)
    scored = arena.column(UInt32.self, capacity)
    expected = arena.column(UInt32.self, capacity)
    hits = arena.column(UInt32.self, capacity)
    votes = arena.column(ClassVotes.self, capacity)
    countClass = arena.column(UInt16.self, capacity)
    id = arena.column(UInt64.self, capacity)
    seenFrame = arena.column(UInt64.self, capacity)
    seenBox = arena.column(Box.self, capacity)
    trackID = arena.column(UInt64.self, capacity)
    piece = arena.column(UInt16.self, capacity)
    run = arena.column(UInt8.self, capacity)
    status = arena.column(UInt8.self, capacity)
    edges = arena.column(UInt8.self, capacity)
  }

  @inline(__always)
  func box(_ i: Int) -> Box {
    Box(x1: x[i] - w[i] * 0.5, y1: y[i] - h[i] * 0.5, x2: x[i] + w[i] * 0.5, y2: y[i] + h[i] * 0.5)
  }

  @inline(__always)
  func isItem(_ i: Int) -> Bool { status[i] == ItemStatus.item.rawValue }

  @inline(__always)
  func meanScore(_ i: Int) -> Float { scoreSum[i] / Float(max(1, scored[i])) }

  /// The mean of what all boxes on it said together (`Views.support`).
  @inline(__always)
  func meanSupport(_ i: Int) -> Float { supportSum[i] / Float(max(1, scored[i])) }

  func copy(_ from: Int, to: Int) {
    x[to] = x[from]
    y[to] = y[from]
    w[to] = w[from]
    h[to] = h[from]
    evidence[to] = evidence[from]
    scoreSum[to] = scoreSum[from]
    supportSum[to] = supportSum[from]
    scored[to] = scored[from]
    expected[to] = expected[from]
    hits[to] = hits[from]
    run[to] = run[from]
    status[to] = status[from]
    edges[to] = edges[from]
    votes[to] = votes[from]
    countClass[to] = countClass[from]
    id[to] = id[from]
    seenFrame[to] = seenFrame[from]
    seenBox[to] = seenBox[from]
    trackID[to] = trackID[from]
    piece[to] = piece[from]
  }
}
