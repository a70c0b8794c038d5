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
  /// The box of the Kalman state, rows x1, y1, x2, y2: predicted before association, corrected after it.
  let corners: TileColumn
  let id: Column<UInt64>
  let lastSeenUs: Column<UInt64>
  let state: Column<UInt8>
  /// Row of this frame given to the track, or -1.
  let match: Column<Int16>
  let score: Column<Float>
  let hits: Column<UInt32>
  let missed: Column<UInt32>
  /// Updates since birth, the birth included, as long as the track is tentative.
  let age: Column<UInt8>
  let votes: Column<ClassVotes>
  /// Where the track was last observed: centre and lower edge of the row.
  let lastX: Column<Float>
  let lastY: Column<Float>
  let lastBottom: Column<Float>
  let trail: Trail

  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = Int(configuration.maxTracks)
    kalman = KalmanState(&arena, configuration)
    corners = arena.tiles(4, capacity: capacity)
    id = arena.column(UInt64.self, capacity)
    lastSeenUs = arena.column(UInt64.self, capacity)
    score = arena.column(Float.self, capacity)
    hits = arena.column(UInt32.self, capacity)
    missed = arena.column(UInt32.self, capacity)
    votes = arena.column(ClassVotes.self, capacity)
    lastX = arena.column(Float.self, capacity)
    lastY = arena.column(Float.self, capacity)
    lastBottom = arena.column(Float.self, capacity)
    match = arena.column(Int16.self, capacity)
    state = arena.column(UInt8.self, capacity)
    age = arena.column(UInt8.self, capacity)
    trail = Trail(&arena, tracks: capacity, length: Int(configuration.trailLength))
  }

  var capacity: Int { id.count }

  @inline(__always)
  func box(_ i: Int) -> Box {
    Box(x1: corners[i, 0], y1: corners[i, 1], x2: corners[i, 2], y2: corners[i, 3])
  }

  @inline(__always)
  func isConfirmed(_ i: Int) -> Bool { state[i] != TrackState.tentative.rawValue }

  /// Recomputes the corners of the first `count` tracks from their Kalman state.
  func placeCorners(count: Int) {
    for t in 0..<Tiles.count(of: count) {
      let x = kalman.position[tile: t, 0]
      let y = kalman.position[tile: t, 1]
      let halfHeight = kalman.position[tile: t, 3] * 0.5
      let halfWidth = kalman.position[tile: t, 2] * halfHeight
      corners[tile: t, 0] = x - halfWidth
      corners[tile: t, 1] = y - halfHeight
      corners[tile: t, 2] = x + halfWidth
      corners[tile: t, 3] = y + halfHeight
    }
  }

  /// Puts one track's corners at a box.
  func place(_ i: Int, _ box: Box) {
    corners[i, 0] = box.x1
    corners[i, 1] = box.y1
    corners[i, 2] = box.x2
    corners[i, 3] = box.y2
  }

  /// Copies everything but the trail, which is handed over by its own index.
  func copy(_ from: Int, to: Int) {
    kalman.copy(from, to: to)
    corners.copy(from, to: to)
    id[to] = id[from]
    lastSeenUs[to] = lastSeenUs[from]
    state[to] = state[from]
    match[to] = match[from]
    score[to] = score[from]
    hits[to] = hits[from]
    missed[to] = missed[from]
    age[to] = age[from]
    votes[to] = votes[from]
    lastX[to] = lastX[from]
    lastY[to] = lastY[from]
    lastBottom[to] = lastBottom[from]
  }
}
