/// The one order of a frame's rows, and which of them lie together.
///
/// Lives until the rows are thinned out, before association.
struct RowArrangement {
  private let buckets: ScoreBuckets
  private let frame: Point
  /// Where the boxes lie, by their places in the one order, and in which strips each begins and ends.
  private let index: StripIndex<4>
  private let windows: Column<SIMD4<UInt8>>
  /// The rows that were not taken out, as bits.
  private let present: Column<UInt64>

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = configuration.ordersRows ? Int(configuration.maxDetections) : 0
    buckets = ScoreBuckets(&arena, isUsed: configuration.ordersRows)
    frame = configuration.frame
    index = StripIndex(&arena, capacity: capacity)
    windows = arena.column(SIMD4<UInt8>.self, capacity)
    present = arena.column(UInt64.self, (capacity &+ 63) >> 6)
  }

  /// Brings the rows of a frame, of which nothing is known yet, into the one order and notes where they lie.
  @_optimize(speed)
  func arrange(_ rows: DetectionTable, count: Int) {
    rows.order(count, buckets: buckets)
    let scale = StripIndex<4>.Scale(0, 0, frame.x, frame.y)
    var filling = index.begin(count)
    for i in 0..<count {
      let own = scale.strips(of: rows.boxes.corners(i))
      windows[i] = SIMD4(truncatingIfNeeded: own)
      index.add(own.x, own.y, own.z, own.w, &filling)
      index.endBlock(&filling)
    }
    index.end(filling)
    restore(count)
  }

  /// All rows are there, also those that were taken out.
  func restore(_ count: Int) {
    for block in 0..<count >> 6 { present[block] = .max }
    if count & 63 > 0 { present[count >> 6] = Self.bit(count) &- 1 }
  }

  @inline(__always)
  private static func bit(_ i: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: i) }

  @inline(__always)
  func has(_ i: Int) -> Bool { present[i >> 6] & Self.bit(i) != 0 }

  /// The row is found no more.
  @inline(__always)
  func remove(_ i: Int) { present[i >> 6] &= ~Self.bit(i) }

  /// Calls back with the rows behind row `i` that may overlap it and were not taken out.
  @inline(__always)
  func eachOverlapping(_ i: Int, below count: Int, _ body: (Int) -> Void) {
    index.each(
      in: SIMD4(truncatingIfNeeded: windows[i]), from: i &+ 1, below: count, among: { present[$0] }, body)
  }
}

/// Where the rows of each bucket of scores begin.
struct ScoreBuckets {
  let starts: Column<UInt16>

  static let count = 256
  /// More in one bucket are not sorted by moving them one by one.
  static let most = 16

  @inline(__always)
  init(_ arena: inout Arena, isUsed: Bool) {
    starts = arena.column(UInt16.self, isUsed ? ScoreBuckets.count : 0)
  }
}

extension DetectionTable {
  /// Sorts places, and then moves every row once; detectors mostly give them in order.
  func order(_ count: Int, buckets: ScoreBuckets) {
    for i in 0..<count { origin[i] = UInt16(truncatingIfNeeded: i) }
    var sorted = 1
    while sorted < count, !precedes(sorted, sorted &- 1) { sorted &+= 1 }
    guard sorted < count else { return }
    if fill(buckets, count) <= ScoreBuckets.most {
      insertionSort(count)
    } else {
      heapSort(origin, 0..<count) { precedes(Int($0), Int($1)) }
    }
    for i in 0..<count where Int(origin[i]) != i { moveCycle(from: i) }
  }

  /// Puts the places of the rows into buckets by their scores, the best first.
  ///
  /// Returns how many there are in the fullest.
  private func fill(_ buckets: ScoreBuckets, _ count: Int) -> Int {
    let starts = buckets.starts
    @inline(__always)
    func bucket(_ i: Int) -> Int {
      let place = (1 - score[i]) * Float(ScoreBuckets.count)
      return min(Int(place), ScoreBuckets.count &- 1)
    }
    for b in 0..<ScoreBuckets.count { starts[b] = 0 }
    for i in 0..<count { starts[bucket(i)] &+= 1 }
    var sum: UInt16 = 0
    var most: UInt16 = 0
    for b in 0..<ScoreBuckets.count {
      let own = starts[b]
      most = max(most, own)
      starts[b] = sum
      sum &+= own
    }
    for i in 0..<count {
      let b = bucket(i)
      origin[Int(starts[b])] = UInt16(truncatingIfNeeded: i)
      starts[b] &+= 1
    }
    return Int(most)
  }

  /// For places that are nearly in order.
  private func insertionSort(_ count: Int) {
    for k in 1..<max(1, count) {
      let own = origin[k]
      var to = k
      while to > 0, precedes(Int(own), Int(origin[to &- 1])) {
        origin[to] = origin[to &- 1]
        to &-= 1
      }
      origin[to] = own
    }
  }

  /// Brings to its place every row that has to make room for the one before.
  private func moveCycle(from first: Int) {
    let box = boxes[first]
    let score = score[first]
    let classID = classID[first]
    let row = row[first]
    var to = first
    while Int(origin[to]) != first {
      let from = Int(origin[to])
      boxes[to] = boxes[from]
      self.score[to] = self.score[from]
      self.classID[to] = self.classID[from]
      self.row[to] = self.row[from]
      origin[to] = UInt16(truncatingIfNeeded: to)
      to = from
    }
    boxes[to] = box
    self.score[to] = score
    self.classID[to] = classID
    self.row[to] = row
    origin[to] = UInt16(truncatingIfNeeded: to)
  }
}
