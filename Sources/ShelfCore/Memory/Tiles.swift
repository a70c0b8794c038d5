/// Eight tracks side by side: two SSE or NEON registers, one of AVX.
typealias Tile = SIMD8<Float>
/// Four tracks side by side, for kernels that would need more registers than there are.
typealias HalfTile = SIMD4<Float>

package enum Tiles {
  package static let width = 8
  static let bytes = 32

  /// The number of tiles that hold so many tracks.
  @inline(__always)
  package static func count(of tracks: Int) -> Int { (tracks &+ 7) >> 3 }
}

extension Arena {
  /// A column of numbers that can be read tile by tile.
  @inline(__always)
  mutating func tiledColumn(_ count: Int) -> Column<Float> {
    column(Tile.self, Tiles.count(of: count)).split(into: Float.self, Tiles.count(of: count) &* Tiles.width)
  }
}

extension Column where Element == Float {
  /// Entries 8t...8t+7 of a tiled column.
  @inline(__always)
  func tile(_ t: Int) -> Tile { unsafe tiles(t)[t] }

  @inline(__always)
  func setTile(_ t: Int, _ tile: Tile) { unsafe tiles(t)[t] = tile }

  @unsafe @inline(__always)
  private func tiles(_ t: Int) -> UnsafeMutablePointer<Tile> {
    assert(holds(t &* Tiles.width &+ Tiles.width &- 1))
    return unsafe UnsafeMutableRawPointer(address(0)).assumingMemoryBound(to: Tile.self)
  }
}

/// `rows` numbers per track, tile by tile: row r of tracks 8t...8t+7 is the vector `t * rows + r`.
///
/// All tracks of a row block lie in one run of memory without holes, whatever the capacity: BLAS sees one
/// long vector, our own kernels see eight lanes at a time.
struct TileColumn<let rows: Int> {
  let vectors: Column<Tile>

  @inline(__always)
  init(_ arena: inout Arena, capacity: Int) {
    vectors = arena.column(Tile.self, rows &* Tiles.count(of: capacity))
  }

  @inline(__always)
  subscript(tile tile: Int, row: Int) -> Tile {
    get { unsafe numbers(tile, row, 0).assumingMemoryBound(to: Tile.self).pointee }
    nonmutating set { unsafe numbers(tile, row, 0).assumingMemoryBound(to: Tile.self).pointee = newValue }
  }

  /// Tracks 4h...4h+3 of a row.
  @inline(__always)
  subscript(half h: Int, row: Int) -> HalfTile {
    get { unsafe numbers(h >> 1, row, (h & 1) &* 4).assumingMemoryBound(to: HalfTile.self).pointee }
    nonmutating set {
      unsafe numbers(h >> 1, row, (h & 1) &* 4).assumingMemoryBound(to: HalfTile.self).pointee = newValue
    }
  }

  @inline(__always)
  subscript(track: Int, row: Int) -> Float {
    get { unsafe numbers(track >> 3, row, track & 7).assumingMemoryBound(to: Float.self).pointee }
    nonmutating set {
      unsafe numbers(track >> 3, row, track & 7).assumingMemoryBound(to: Float.self).pointee = newValue
    }
  }

  /// The address of a lane; the row is added last, so that it becomes part of the instruction.
  @unsafe @inline(__always)
  private func numbers(_ tile: Int, _ row: Int, _ lane: Int) -> UnsafeMutableRawPointer {
    assert(vectors.holds(tile &* rows &+ row))
    return unsafe UnsafeMutableRawPointer(vectors.address(0))
      + (tile &* (rows &* Tiles.bytes) &+ lane &* 4) + row &* Tiles.bytes
  }

  /// Copies one track's numbers to another place.
  @inline(__always)
  func copy(_ from: Int, to: Int) {
    for row in 0..<rows { self[to, row] = self[from, row] }
  }
}

// `a < b ? b : a` lane by lane, and its like: one instruction, which `pointwiseMax` is not.

@inline(__always)
func larger(_ a: Tile, _ b: Tile) -> Tile { a.replacing(with: b, where: a .< b) }

@inline(__always)
func larger(_ a: HalfTile, _ b: HalfTile) -> HalfTile { a.replacing(with: b, where: a .< b) }

@inline(__always)
func larger(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> { a.replacing(with: b, where: a .< b) }

@inline(__always)
func smaller(_ a: Tile, _ b: Tile) -> Tile { a.replacing(with: b, where: b .< a) }

@inline(__always)
func smaller(_ a: HalfTile, _ b: HalfTile) -> HalfTile { a.replacing(with: b, where: b .< a) }

@inline(__always)
func smaller(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> { a.replacing(with: b, where: b .< a) }

/// One bit for each lane of a mask, in the byte of that lane.
@inline(__always)
func lanes(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt64 {
  let bytes = unsafe SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(mask, to: SIMD8<UInt32>.self))
  return unsafe unsafeBitCast(bytes, to: UInt64.self) & 0x0101_0101_0101_0101
}

@inline(__always)
func lanes(_ mask: SIMDMask<SIMD4<Int32>>) -> UInt32 {
  let bytes = unsafe SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(mask, to: SIMD4<UInt32>.self))
  return unsafe unsafeBitCast(bytes, to: UInt32.self) & 0x0101_0101
}

/// Takes the first lane out of what `lanes` gave.
@inline(__always)
package func nextLane<Bits: FixedWidthInteger>(_ bits: inout Bits) -> Int {
  let lane = bits.trailingZeroBitCount / 8
  bits &= bits &- 1
  return lane
}
