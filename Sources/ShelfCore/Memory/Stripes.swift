/// A plane cut into stripes, upright and lying, that knows which things lie in which: what may touch a window is
/// found sixty-four things at a time, in the order of their numbers.
///
/// For each edge between two stripes it keeps the set of things that lie before it, hence two look-ups tell
/// what lies between two edges, however far apart. The answer may hold things that lie a stripe too far.
/// `kinds` is 2 for points, and 4 for boxes, whose ends are kept apart from their beginnings.
struct Stripes<let kinds: Int> {
  /// By word of the sets, then kind, then edge.
  private let sets: Column<UInt>
  private let present: Column<UInt>

  private static var edges: Int { 64 }
  private static var bits: Int { UInt.bitWidth }

  init(_ arena: inout Arena, capacity: Int) {
    present = arena.column(UInt.self, Self.words(capacity))
    sets = arena.column(UInt.self, Self.words(capacity) &* kinds &* Self.edges)
  }

  @inline(__always)
  private static func words(_ count: Int) -> Int { (count &+ bits &- 1) / bits }

  @inline(__always)
  private static func bit(_ i: Int) -> UInt { 1 &<< UInt(truncatingIfNeeded: i & (bits &- 1)) }

  @inline(__always)
  private func place(_ word: Int, _ kind: Int, _ edge: UInt32) -> Int {
    (word &* kinds &+ kind) &* Self.edges &+ Int(edge)
  }

  // MARK: Filling

  /// Forgets all; `count` things are to come.
  func begin(_ count: Int) {
    for i in 0..<Self.words(count) &* kinds &* Self.edges { sets[i] = 0 }
    restore(count)
  }

  /// Takes in thing `i`, which lies in these stripes, first and last; those of points are the same.
  @inline(__always)
  func add(_ i: Int, _ at: SIMD4<UInt32>) {
    for kind in 0..<kinds { sets[place(i / Self.bits, kind, at[kind] &+ 1)] |= Self.bit(i) }
  }

  /// All are in.
  @_optimize(speed)
  func end(_ count: Int) {
    for row in 0..<Self.words(count) &* kinds {
      let first = row &* Self.edges
      var sum: UInt = 0
      for edge in first..<first &+ Self.edges {
        sum |= sets[edge]
        sets[edge] = sum
      }
    }
  }

  /// All are there, also those that were taken out.
  func restore(_ count: Int) {
    for word in 0..<Self.words(count) { present[word] = .max }
    if count % Self.bits > 0 { present[count / Self.bits] = Self.bit(count) &- 1 }
  }

  // MARK: Finding

  @inline(__always)
  func has(_ i: Int) -> Bool { present[i / Self.bits] & Self.bit(i) != 0 }

  /// The thing is found no more.
  @inline(__always)
  func remove(_ i: Int) { present[i / Self.bits] &= ~Self.bit(i) }

  /// Calls back with the things, from number `first` on, that may touch a window given by its stripes.
  @inline(__always)
  func each(in window: SIMD4<UInt32>, from first: Int = 0, below count: Int, _ body: (Int) -> Void) {
    var word = first / Self.bits
    // None before `first`.
    var mask = 0 &- Self.bit(first)
    while word &* Self.bits < count {
      let begun = sets[place(word, 0, window.z &+ 1)] & sets[place(word, 1, window.w &+ 1)]
      let ended = sets[place(word, kinds &- 2, window.x)] | sets[place(word, kinds &- 1, window.y)]
      var found = begun & ~ended & mask & present[word]
      while found != 0 {
        body(word &* Self.bits &+ found.trailingZeroBitCount)
        found &= found &- 1
      }
      mask = .max
      word &+= 1
    }
  }
}

/// From coordinates, x and y of two corners, to the numbers of stripes: 0...62, of which the outermost take what
/// lies beyond.
struct StripeScale {
  private let perPixel: SIMD4<Float>
  private let offset: SIMD4<Float>
  private static let last: Float = 62

  /// The stripes share the way from one corner to the other.
  init(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) {
    let sx = (Self.last + 1) / (x2 - x1)
    let sy = (Self.last + 1) / (y2 - y1)
    perPixel = SIMD4(sx, sy, sx, sy)
    offset = SIMD4(-x1, -y1, -x1, -y1) * perPixel
  }

  @inline(__always)
  func stripes(_ corners: SIMD4<Float>) -> SIMD4<UInt32> {
    var position = corners * perPixel + offset
    let last = HalfTile(repeating: Self.last)
    // Not even NaN leaves the range.
    position = last.replacing(with: position, where: position .< last)
    position = HalfTile().replacing(with: position, where: position .> 0)
    // With 2^23 added the integer, rounded, is the fraction's bits.
    return unsafe unsafeBitCast(position + 8_388_608, to: SIMD4<UInt32>.self) & 63
  }
}
