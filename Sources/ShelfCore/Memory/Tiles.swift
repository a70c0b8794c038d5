/// Eight tracks side by side: two SSE or NEON registers, one of AVX.
typealias Tile = SIMD8<Float>

enum Tiles {
  static let width = 8

  /// The number of tiles that hold so many tracks.
  @inline(__always)
  static func count(of tracks: Int) -> Int { (tracks &+ 7) >> 3 }
}

/// `rows` numbers per track, tile by tile: row r of tracks 8t...8t+7 is the vector `t * rows + r`.
///
/// All tracks of a row block lie in one run of memory without holes, whatever the capacity: BLAS sees one
/// long vector, our own kernels see eight lanes at a time.
struct TileColumn {
  let rows: Int
  let vectors: Column<Tile>

  @inline(__always)
  subscript(tile tile: Int, row: Int) -> Tile {
    get { vectors[tile &* rows &+ row] }
    nonmutating set { vectors[tile &* rows &+ row] = newValue }
  }

  @inline(__always)
  subscript(track: Int, row: Int) -> Float {
    get { unsafe floats(track, row).pointee }
    nonmutating set { unsafe floats(track, row).pointee = newValue }
  }

  @unsafe @inline(__always)
  private func floats(_ track: Int, _ row: Int) -> UnsafeMutablePointer<Float> {
    let vector = unsafe UnsafeMutableRawPointer(vectors.address((track >> 3) &* rows &+ row))
    return unsafe vector.assumingMemoryBound(to: Float.self) + (track & 7)
  }

  /// Copies one track's numbers to another place.
  @inline(__always)
  func copy(_ from: Int, to: Int) {
    for row in 0..<rows { self[to, row] = self[from, row] }
  }
}
