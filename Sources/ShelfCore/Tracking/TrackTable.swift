/// The life of a track.
///
/// Raw values are the bits by which callers ask for tracks.
package enum TrackState: UInt8 {
  case tentative = 1
  case tracked = 2
  case lost = 4
  /// On its way out: gone before the update returns.
  case ended = 0
}

/// All tracks as columns, dense: the slots 0..<count are alive, removal moves the last track into the hole.
struct TrackTable {
  let kalman: KalmanState
  let id: Column<UInt64>
  let lastSeenUs: Column<UInt64>
  let state: Column<UInt8>
  private let states: Column<UInt64>
  /// Row of this frame given to the track, or -1; also -1 in slots without a track.
  let match: Column<Int16>
  /// The same, eight tracks at a time.
  private let matches: Column<SIMD8<Int16>>
  let score: Column<Float>
  let hits: Column<UInt32>
  let missed: Column<UInt32>
  /// Updates since birth, the birth included, as long as the track is tentative.
  let age: Column<UInt8>
  let votes: Column<ClassVotes>
  /// Where the track was last observed.
  ///
  /// Rows x and y of the centre, y of the lower edge.
  let sighting: TileColumn<3>
  let trail: Trail

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = Int(configuration.maxTracks)
    self.capacity = capacity
    kalman = KalmanState(&arena, configuration)
    id = arena.column(UInt64.self, capacity)
    lastSeenUs = arena.column(UInt64.self, capacity)
    score = arena.column(Float.self, capacity)
    hits = arena.column(UInt32.self, capacity)
    missed = arena.column(UInt32.self, capacity)
    votes = arena.column(ClassVotes.self, capacity)
    sighting = TileColumn(&arena, capacity: capacity)
    matches = arena.column(SIMD8<Int16>.self, Tiles.count(of: capacity))
    match = matches.split(into: Int16.self, Tiles.count(of: capacity) &* Tiles.width)
    states = arena.column(UInt64.self, Tiles.count(of: capacity))
    state = states.split(into: UInt8.self, Tiles.count(of: capacity) &* Tiles.width)
    age = arena.column(UInt8.self, capacity)
    trail = Trail(&arena, tracks: capacity, length: Int(configuration.trailLength))
  }

  let capacity: Int

  /// The box of the Kalman state: predicted before association, corrected after it.
  @inline(__always)
  func box(_ i: Int) -> Box { kalman.box(i) }

  /// The rows given to the tracks of a tile.
  @inline(__always)
  func rows(tile t: Int, _ detections: DetectionTable) -> RowTile { detections.gather(match, tile: t) }

  /// The tracks of a tile that are in one of these states, of `count` tracks in all: a bit in the byte of each.
  @inline(__always)
  func lanes(tile t: Int, in wanted: UInt8, count: Int) -> UInt64 {
    let those = states[t] & (UInt64(wanted) &* 0x0101_0101_0101_0101)
    let left = count &- t &* Tiles.width
    let all = left < Tiles.width ? (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 : UInt64.max
    return (those | those >> 1 | those >> 2) & 0x0101_0101_0101_0101 & all
  }

  /// No track has a row.
  func forgetMatches(count: Int) {
    for t in 0..<Tiles.count(of: count) { matches[t] = SIMD8(repeating: -1) }
  }

  @inline(__always)
  func anchor(_ i: Int, _ anchor: Gate.Anchor) -> Point {
    Point(x: sighting[i, 0], y: sighting[i, anchor == .bottom ? 2 : 1])
  }

  @inline(__always)
  func isConfirmed(_ i: Int) -> Bool { state[i] != TrackState.tentative.rawValue }

  /// Copies everything but the trail, which is handed over by its own index.
  func copy(_ from: Int, to: Int) {
    kalman.copy(from, to: to)
    id[to] = id[from]
    lastSeenUs[to] = lastSeenUs[from]
    state[to] = state[from]
    match[to] = match[from]
    score[to] = score[from]
    hits[to] = hits[from]
    missed[to] = missed[from]
    age[to] = age[from]
    votes[to] = votes[from]
    sighting.copy(from, to: to)
  }
}

/// Where tracks were observed: rows x and y of the centre, y of the lower edge.
///
/// A track that was not stands at `RowTile.none`.
struct Sightings {
  let places: TileColumn<3>

  @inline(__always)
  init(_ arena: inout Arena, capacity: Int) {
    places = TileColumn(&arena, capacity: capacity)
  }

  @inline(__always)
  func note(tile t: Int, _ x: Tile, _ y: Tile, _ bottom: Tile) {
    places[tile: t, 0] = x
    places[tile: t, 1] = y
    places[tile: t, 2] = bottom
  }

  /// For the last track: behind it in its tile there is none.
  func note(last track: Int, _ box: Box) {
    if track & (Tiles.width &- 1) == 0 {
      let none = Tile(repeating: RowTile.none.x1)
      note(tile: track >> 3, none, none, none)
    }
    places[track, 0] = box.center.x
    places[track, 1] = box.center.y
    places[track, 2] = box.y2
  }
}
