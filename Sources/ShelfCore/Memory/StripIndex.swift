/// Which of many things may touch a window, as bit sets: 64 at a time, in the order of their numbers.
///
/// The plane is cut into strips, along x and along y. Of each strip there are two sets per axis: the things that
/// begin in it or before, and those that end in it or behind. So four words and three ANDs tell which of 64
/// things touch a window, however large; what is found may lie a strip too far. `kinds` is 4 for boxes. Points
/// need but 2: of each strip the things that lie before it, since what begins before it ends there too.
///
/// A strip is named by where its words begin, `kinds` times its number.
struct StripIndex<let kinds: Int> {
  /// x and y side by side: of a block and a strip the sets that begin, then those that end.
  private let sets: Column<SIMD2<UInt64>>
  private let words: Column<UInt64>

  static var usualStrips: Int { 64 }

  @inline(__always)
  init(_ arena: inout Arena, capacity: Int, strips: Int = StripIndex.usualStrips) {
    let count = Self.blocks(of: capacity) &* strips &* (kinds / 2)
    sets = arena.column(SIMD2<UInt64>.self, count)
    words = sets.split(into: UInt64.self, 2 &* count)
  }

  /// Each block is 64 things.
  @inline(__always)
  private static func blocks(of count: Int) -> Int { (count &+ 63) >> 6 }

  // MARK: Filling

  /// Where the next thing goes.
  struct Filling {
    fileprivate let strips: Int
    fileprivate var base = 0
    fileprivate var bit: UInt64 = 1
  }

  /// Forgets all; `count` things are to come.
  func begin(_ count: Int, strips: Int = StripIndex.usualStrips) -> Filling {
    for i in 0..<Self.blocks(of: count) &* strips &* (kinds / 2) { sets[i] = SIMD2() }
    return Filling(strips: strips)
  }

  /// Takes in the next thing, which begins in the strips `x1` and `y1` and ends in `x2` and `y2`; points end
  /// where they begin.
  ///
  /// After every 64 things, at least, `endBlock` is called.
  @inline(__always)
  func add(_ x1: UInt32, _ y1: UInt32, _ x2: UInt32, _ y2: UInt32, _ filling: inout Filling) {
    if kinds == 2 {
      words[filling.base &+ Int(x1) &+ 2] |= filling.bit
      words[filling.base &+ Int(y1) &+ 3] |= filling.bit
    } else {
      words[filling.base &+ Int(x1)] |= filling.bit
      words[filling.base &+ Int(y1) &+ 1] |= filling.bit
      words[filling.base &+ Int(x2) &+ 2] |= filling.bit
      words[filling.base &+ Int(y2) &+ 3] |= filling.bit
    }
    filling.bit &<<= 1
  }

  /// Completes the block where its 64 things are in.
  @inline(__always)
  func endBlock(_ filling: inout Filling) {
    guard filling.bit == 0 else { return }
    spread(filling.base, filling.strips)
    filling.base &+= filling.strips &* kinds
    filling.bit = 1
  }

  /// All are in.
  func end(_ filling: Filling) {
    if filling.bit != 1 { spread(filling.base, filling.strips) }
  }

  /// From the strips where things begin to all strips behind, from those where they end to all before.
  @_optimize(speed) @inline(never)
  private func spread(_ base: Int, _ strips: Int) {
    let first = base / 2
    var begun = sets[first]
    if kinds == 2 {
      for s in 1..<strips {
        begun |= sets[first &+ s]
        sets[first &+ s] = begun
      }
    } else {
      let last = first &+ strips &* 2 &- 1
      var open = SIMD2<UInt64>()
      // Two at a time, for half the cost of the loop; there is an even number.
      for s in 0..<strips / 2 {
        begun |= sets[first &+ 4 &* s]
        sets[first &+ 4 &* s] = begun
        begun |= sets[first &+ 4 &* s &+ 2]
        sets[first &+ 4 &* s &+ 2] = begun
        open |= sets[last &- 4 &* s]
        sets[last &- 4 &* s] = open
        open |= sets[last &- 4 &* s &- 2]
        sets[last &- 4 &* s &- 2] = open
      }
    }
  }

  // MARK: Finding

  /// Of the block whose words begin at `base` the things that may touch a window, given by its strips.
  @inline(__always)
  func touching(_ window: SIMD4<UInt32>, from base: Int) -> UInt64 {
    if kinds == 2 {
      let before = words[base &+ Int(window.x)] | words[base &+ Int(window.y) &+ 1]
      return words[base &+ Int(window.z) &+ 2] & words[base &+ Int(window.w) &+ 3] & ~before
    }
    return words[base &+ Int(window.z)] & words[base &+ Int(window.w) &+ 1]
      & words[base &+ Int(window.x) &+ 2] & words[base &+ Int(window.y) &+ 3]
  }

  /// Calls back with the things, from number `first` on, that may touch a window, where `among` has the bit of
  /// their block.
  ///
  /// For an index of the usual number of strips.
  @inline(__always)
  func each(
    in window: SIMD4<UInt32>, from first: Int = 0, below count: Int, among: (Int) -> UInt64 = { _ in .max },
    _ body: (Int) -> Void
  ) {
    var block = first >> 6
    // None before `first`.
    var mask = UInt64.max &<< UInt64(truncatingIfNeeded: first)
    while block &* 64 < count {
      let start = block &* 64
      var found = touching(window, from: start &* (Self.usualStrips &* kinds / 64)) & mask & among(block)
      while found != 0 {
        let lowest = found.trailingZeroBitCount
        found &= found &- 1
        body(start | lowest)
      }
      mask = .max
      block &+= 1
    }
  }
}

/// From coordinates to strips.
extension StripIndex {
  struct Scale {
    /// Of the names of strips.
    let perPixel: SIMD4<Float>
    private let offset: SIMD4<Float>
    private let last: SIMD8<Int16>
    private let lastPoint: HalfTile
    private let mask: SIMD4<UInt32>

    /// The strips share the way from one corner to the other; the outermost take what lies beyond.
    @inline(__always)
    init(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float, strips: Int = StripIndex.usualStrips) {
      let names = Float(kinds &* (kinds == 2 ? strips &- 1 : strips))
      // Corners of boxes lie within 16 times the larger side, and no more than twice that is asked for: below
      // 32,768.
      let most = kinds == 2 ? Float.infinity : 1000 / max(x2 - x1, y2 - y1)
      let x = min(names / (x2 - x1), most)
      let y = min(names / (y2 - y1), most)
      perPixel = SIMD4(x, y, x, y)
      offset = SIMD4(-x1, -y1, -x1, -y1) * perPixel
      last = SIMD8(repeating: Int16(truncatingIfNeeded: kinds &* strips &- 1))
      lastPoint = HalfTile(repeating: names - 1)
      mask = SIMD4(repeating: UInt32(truncatingIfNeeded: kinds &* strips &- kinds))
    }

    /// The strips of corners, x and y of one and of the opposite one.
    @inline(__always)
    func strips(of corners: SIMD4<Float>) -> SIMD4<UInt32> { strips(at: corners * perPixel + offset) }

    /// The same from pixels times `perPixel`.
    @inline(__always)
    func strips(at position: SIMD4<Float>) -> SIMD4<UInt32> {
      // With 1.5 * 2^23 added the integer, rounded, is the lower half of the bits: no conversion that could trap.
      if kinds == 2 {
        // Points may lie anywhere, and not even NaN may leave the range.
        var inside = lastPoint.replacing(with: position, where: position .< lastPoint)
        inside = HalfTile().replacing(with: inside, where: inside .> 0)
        return unsafe unsafeBitCast(inside + 12_582_912, to: SIMD4<UInt32>.self) & mask
      }
      let number = unsafe unsafeBitCast(position + 12_582_912, to: SIMD8<Int16>.self)
      let zero = SIMD8<Int16>()
      let positive = number.replacing(with: zero, where: number .< zero)
      let inside = positive.replacing(with: last, where: last .< positive)
      return unsafe unsafeBitCast(inside, to: SIMD4<UInt32>.self) & mask
    }
  }
}
