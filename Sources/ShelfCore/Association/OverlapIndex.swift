/// Which tracks a row may overlap enough, by their predicted boxes.
///
/// Boxes count as shrunk about their centres: IoU >= least holds only between boxes whose centres are, along
/// either axis, no farther apart than `apart` of the sum of both sizes.
struct OverlapIndex {
  let index: StripIndex<4>

  @inline(__always)
  init(_ arena: inout Arena, tracks: Int) {
    index = StripIndex(&arena, capacity: tracks, strips: Self.strips)
  }

  static let strips = 32

  /// How many strips are worth their filling: for few tracks, which are all in one block, half of them.
  @inline(__always)
  static func strips(for tracks: Int) -> Int { tracks <= 32 ? strips / 2 : strips }

  /// How rows and tracks are shrunk, and the strips of a picture.
  struct Scale {
    let strips: StripIndex<4>.Scale
    /// Strips that the shrunk box of a track takes per pixel of half its size.
    let reach: SIMD4<Float>
    // Of a row, whose corners are x1 y1 x2 y2: how much of a corner, and of the opposite one.
    private let own: SIMD4<Float>
    private let opposite: SIMD4<Float>
    private let slack: SIMD4<Float>

    /// Of a quarter of a strip, so that no rounding parts boxes that touch.
    private static let room: Float = 1 / 16

    @inline(__always)
    init(frame: Point, least: Float, tracks: Int) {
      strips = StripIndex<4>.Scale(0, 0, frame.x, frame.y, strips: OverlapIndex.strips(for: tracks))
      let apart = 0.5 * (1 - least) / (1 + least) + 1e-5
      reach = strips.perPixel * (2 * apart)
      own = strips.perPixel * (0.5 + apart)
      opposite = strips.perPixel * (0.5 - apart)
      slack = SIMD4(-Self.room, -Self.room, Self.room, Self.room)
    }

    /// Where the shrunk box begins, in x and y, and where it ends.
    @inline(__always)
    func ends(of corners: SIMD4<Float>) -> SIMD4<UInt32> {
      strips.strips(
        at: corners * own + SIMD4(lowHalf: corners.highHalf, highHalf: corners.lowHalf) * opposite + slack)
    }

    /// Where four shrunk boxes begin and end along an axis.
    @inline(__always)
    func span(_ middle: HalfTile, _ halfSize: HalfTile, _ perPixel: Float, _ reach: Float) -> (
      first: SIMD4<UInt32>, last: SIMD4<UInt32>
    ) {
      let position = middle * perPixel
      let half = halfSize * reach + Self.room
      return (strips.strips(at: position - half), strips.strips(at: position + half))
    }
  }

  @_optimize(speed)
  func fill(_ position: TileColumn<4>, count n: Int, _ scale: Scale) {
    var filling = index.begin(n, strips: Self.strips(for: n))
    for h in 0..<(n &+ 3) >> 2 {
      add(position, half: h, scale, &filling)
      index.endBlock(&filling)
    }
    index.end(filling)
  }

  /// Takes in four tracks.
  @inline(__always)
  private func add(
    _ position: TileColumn<4>, half h: Int, _ scale: Scale, _ filling: inout StripIndex<4>.Filling
  ) {
    let halfHeight = position[half: h, 3] * 0.5
    let halfWidth = position[half: h, 2] * halfHeight
    let x = scale.span(position[half: h, 0], halfWidth, scale.strips.perPixel.x, scale.reach.x)
    let y = scale.span(position[half: h, 1], halfHeight, scale.strips.perPixel.y, scale.reach.y)
    // Unrolled by hand: a lane is only cheap to get at where its number is known.
    index.add(x.first[0], y.first[0], x.last[0], y.last[0], &filling)
    index.add(x.first[1], y.first[1], x.last[1], y.last[1], &filling)
    index.add(x.first[2], y.first[2], x.last[2], y.last[2], &filling)
    index.add(x.first[3], y.first[3], x.last[3], y.last[3], &filling)
  }
}
