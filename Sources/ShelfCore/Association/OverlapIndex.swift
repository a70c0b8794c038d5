/// Which tracks a row may overlap, as bit sets.
///
/// The picture is cut into strips, along x and along y. Of each strip there are two sets per axis: the tracks
/// that begin in it or before, and those that end in it or behind. Four words and three ANDs so tell which of
/// 64 tracks touch a box.
///
/// Boxes count as shrunk about their centres: IoU >= least holds only between boxes whose centres are, along
/// either axis, no farther apart than `apart` of the sum of both sizes.
struct OverlapIndex {
  /// x and y side by side: of block b and strip s the sets that begin are 2 (b * strips + s), those that end
  /// the next.
  private let sets: Column<SIMD2<UInt64>>
  private let words: Column<UInt64>

  @inline(__always)
  init(_ arena: inout Arena, tracks: Int) {
    let count = 2 &* Self.blocks(of: tracks) &* Strips.count(of: tracks)
    sets = arena.column(SIMD2<UInt64>.self, count)
    words = sets.split(into: UInt64.self, 2 &* count)
  }

  /// Each block is 64 tracks.
  @inline(__always)
  static func blocks(of tracks: Int) -> Int { (tracks &+ 63) >> 6 }

  /// The strips of a picture; what lies outside belongs to the first and the last ones.
  ///
  /// A strip is named by where its words begin, four times its number.
  struct Strips {
    let count: Int
    let perPixel: Point
    /// Strips that the shrunk box of a track takes per pixel of half its size.
    let reach: Point
    private let last: SIMD8<Int16>
    private let mask: UInt32
    // Of a row, whose corners are x1 y1 x2 y2: how much of a corner, and of the opposite one.
    private let own: SIMD4<Float>
    private let opposite: SIMD4<Float>
    private let slack: SIMD4<Float>

    /// Of a strip, so that no rounding parts boxes that touch.
    private static let room: Float = 1 / 16

    init(tracks: Int, frame: Point, least: Float) {
      count = Self.count(of: tracks)
      let apart = 0.5 * (1 - least) / (1 + least) + 1e-5
      let scale = Float(4 &* count &- 4)
      // Boxes lie within 16 times the larger side, and no more than twice that is theirs: below 32,768.
      let most = 1000 / max(frame.x, frame.y)
      perPixel = Point(x: min(scale / frame.x, most), y: min(scale / frame.y, most))
      reach = perPixel.scaled(2 * apart, 2 * apart)
      last = SIMD8(repeating: Int16(truncatingIfNeeded: 4 &* count &- 1))
      mask = UInt32(truncatingIfNeeded: 4 &* count &- 4)
      let both = SIMD4(perPixel.x, perPixel.y, perPixel.x, perPixel.y)
      own = both * (0.5 + apart)
      opposite = both * (0.5 - apart)
      slack = SIMD4(-Self.room, -Self.room, Self.room, Self.room)
    }

    static func count(of tracks: Int) -> Int { tracks <= 16 ? 16 : tracks <= 128 ? 32 : 64 }

    /// Where the shrunk box begins, in x and y, and where it ends.
    @inline(__always)
    func ends(of box: Box) -> SIMD4<UInt32> {
      let corners = SIMD4(box.x1, box.y1, box.x2, box.y2)
      return strip(corners * own + SIMD4(box.x2, box.y2, box.x1, box.y1) * opposite + slack)
    }

    /// Any strip where a position does not fit 16 bits.
    @inline(__always)
    func strip(_ position: SIMD4<Float>) -> SIMD4<UInt32> {
      // With 1.5 * 2^23 added the integer, rounded, is the lower half of the bits: no conversion that could trap.
      let number = unsafe unsafeBitCast(position + 12_582_912, to: SIMD8<Int16>.self)
      let zero = SIMD8<Int16>()
      let positive = number.replacing(with: zero, where: number .< zero)
      let inside = positive.replacing(with: last, where: last .< positive)
      return unsafe unsafeBitCast(inside, to: SIMD4<UInt32>.self) & mask
    }

    /// Where four shrunk boxes begin and end along an axis.
    @inline(__always)
    func span(_ middle: HalfTile, _ halfSize: HalfTile, _ perPixel: Float, _ reach: Float) -> (
      first: SIMD4<UInt32>, last: SIMD4<UInt32>
    ) {
      let position = middle * perPixel
      let half = halfSize * reach + Self.room
      return (strip(position - half), strip(position + half))
    }
  }

  /// The tracks that touch a box with these ends, of the block whose words begin there.
  @inline(__always)
  func touching(_ ends: SIMD4<UInt32>, from base: Int) -> UInt64 {
    words[base &+ Int(ends.z)] & words[base &+ Int(ends.w) &+ 1]
      & words[base &+ Int(ends.x) &+ 2] & words[base &+ Int(ends.y) &+ 3]
  }

  func fill(_ kalman: KalmanState, count n: Int, _ strips: Strips) {
    for i in 0..<Self.blocks(of: n) &* strips.count &* 2 { sets[i] = SIMD2() }
    var base = 0
    var bit: UInt64 = 1
    for h in 0..<(n &+ 3) >> 2 {
      mark(kalman, half: h, base, &bit, strips)
      if bit == 0 {
        spread(base, strips)
        base &+= strips.count &* 4
        bit = 1
      }
    }
    if bit != 1 { spread(base, strips) }
  }

  /// Enters four tracks into the strips where they begin and end.
  @inline(__always)
  private func mark(_ kalman: KalmanState, half h: Int, _ base: Int, _ bit: inout UInt64, _ strips: Strips) {
    let halfHeight = kalman.position[half: h, 3] * 0.5
    let halfWidth = kalman.position[half: h, 2] * halfHeight
    let x = strips.span(kalman.position[half: h, 0], halfWidth, strips.perPixel.x, strips.reach.x)
    let y = strips.span(kalman.position[half: h, 1], halfHeight, strips.perPixel.y, strips.reach.y)
    // Unrolled by hand: a lane is only cheap to get at where its number is known.
    enter(x.first[0], y.first[0], x.last[0], y.last[0], base, &bit)
    enter(x.first[1], y.first[1], x.last[1], y.last[1], base, &bit)
    enter(x.first[2], y.first[2], x.last[2], y.last[2], base, &bit)
    enter(x.first[3], y.first[3], x.last[3], y.last[3], base, &bit)
  }

  @inline(__always)
  private func enter(
    _ x1: UInt32, _ y1: UInt32, _ x2: UInt32, _ y2: UInt32, _ base: Int, _ bit: inout UInt64
  ) {
    words[base &+ Int(x1)] |= bit
    words[base &+ Int(y1) &+ 1] |= bit
    words[base &+ Int(x2) &+ 2] |= bit
    words[base &+ Int(y2) &+ 3] |= bit
    bit &<<= 1
  }

  /// From the strips where tracks begin to all strips behind, from those where they end to all before.
  @inline(never)
  private func spread(_ base: Int, _ strips: Strips) {
    let first = base / 2
    let last = first &+ strips.count &* 2 &- 1
    var begun = sets[first]
    var open = sets[last]
    for s in 1..<strips.count {
      begun |= sets[first &+ 2 &* s]
      sets[first &+ 2 &* s] = begun
      open |= sets[last &- 2 &* s]
      sets[last &- 2 &* s] = open
    }
  }
}
