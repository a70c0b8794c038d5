/// The motion model: state (cx, cy, a, h) and its velocity per nominal frame, a = width / height.
///
/// Noise as in ByteTrack (Zhang et al., ECCV 2022), all of it diagonal: standard deviations of cx, cy and h
/// are proportional to h, those of the aspect ratio fixed. F and Q scale with dt, in nominal frames.
enum ConstantVelocityModel {
  /// Process noise, variance per frame: position (h/20)^2, velocity (h/160)^2.
  static let positionNoise: Float = 1 / 400
  static let velocityNoise: Float = 1 / 25600
  static let aspectNoise: Float = 1e-4
  static let aspectVelocityNoise: Float = 1e-10

  /// Measurement noise: (h/20)^2, and 0.1^2 for the aspect ratio.
  static let measurementNoise: Float = 1 / 400
  static let aspectMeasurementNoise: Float = 1e-2

  /// Variances of a new track: (2 h/20)^2 and (10 h/160)^2.
  static let initialPosition: Float = 1 / 100
  static let initialVelocity: Float = 1 / 256
  static let initialAspect: Float = 1e-4
  static let initialAspectVelocity: Float = 1e-10

  /// Least height and aspect ratio that a prediction may shrink to, so that a box stays a box.
  static let leastHeight: Float = 1 / 1024
  static let leastAspect: Float = 1e-7

  static let aspect = 2
  static let height = 3
}

/// Means and covariances of all tracks, tile by tile.
struct KalmanState {
  /// Rows cx, cy, a, h.
  let position: TileColumn
  let velocity: TileColumn
  /// What was measured in this frame, rows cx, cy, a, h; only lanes with `measured` 1 count.
  let measurement: TileColumn
  let measured: TileColumn
  let covariance: Covariance

  /// Storage of one of the two backends; the other one has no columns.
  struct Covariance {
    let backend: Configuration.Kalman
    let closed: TileColumn
    /// The 4x4 blocks [A B; Bt C] of the full covariance, each block row-major over 16 rows.
    let a: TileColumn
    let b: TileColumn
    let bt: TileColumn
    let c: TileColumn
    let scratch: TileColumn
  }

  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = Int(configuration.maxTracks)
    position = arena.tiles(4, capacity: capacity)
    velocity = arena.tiles(4, capacity: capacity)
    measurement = arena.tiles(4, capacity: capacity)
    measured = arena.tiles(1, capacity: capacity)
    let full = configuration.kalman == .blas ? capacity : 0
    covariance = Covariance(
      backend: configuration.kalman,
      closed: arena.tiles(6, capacity: configuration.kalman == .closed ? capacity : 0),
      a: arena.tiles(16, capacity: full), b: arena.tiles(16, capacity: full),
      bt: arena.tiles(16, capacity: full), c: arena.tiles(16, capacity: full),
      scratch: arena.tiles(16, capacity: full))
  }

  /// Moves the first `count` tracks forward by dt nominal frames.
  ///
  /// Returns the number of CBLAS calls.
  func predict(count: Int, dt: Float) -> Int {
    let tiles = Tiles.count(of: count)
    guard tiles > 0 else { return 0 }
    var calls = 0
    switch covariance.backend {
    case .closed:
      predictClosed(tiles: tiles, dt: dt)
      for i in 0..<tiles &* 4 { position.vectors[i] += velocity.vectors[i] * dt }
    case .blas:
      #if BLAS
        calls = predictBLAS(tiles: tiles, dt: dt)
      #endif
    }
    for t in 0..<tiles {
      position[tile: t, 2] = atLeast(ConstantVelocityModel.leastAspect, position[tile: t, 2])
      position[tile: t, 3] = atLeast(ConstantVelocityModel.leastHeight, position[tile: t, 3])
      measured[tile: t, 0] = Tile()
    }
    return calls
  }

  /// Corrects every track that `measured` names by its measurement.
  func correct(count: Int) {
    let tiles = Tiles.count(of: count)
    switch covariance.backend {
    case .closed: correctClosed(tiles: tiles)
    case .blas:
      #if BLAS
        correctFull(tiles: tiles)
      #endif
    }
  }

  /// Puts a new track at a box.
  func start(_ track: Int, at box: Box) {
    let height = box.height
    let center = box.center
    position[track, 0] = center.x
    position[track, 1] = center.y
    position[track, 2] = box.width / height
    position[track, 3] = height
    for row in 0..<4 { velocity[track, row] = 0 }
    measured[track, 0] = 0
    let h2 = height * height
    switch covariance.backend {
    case .closed: startClosed(track, h2: h2)
    case .blas:
      #if BLAS
        startFull(track, h2: h2)
      #endif
    }
  }

  /// Lets a new track start with the motion of the picture.
  ///
  /// Never with -0: the sign of an unmatched lane's correction, +0 or -0, depends on what the lane held before.
  func setVelocity(_ track: Int, _ v: Point) {
    velocity[track, 0] = v.x + 0
    velocity[track, 1] = v.y + 0
  }

  /// Gives the filter what a track was matched to.
  func measure(_ track: Int, as box: Box) {
    let center = box.center
    let height = box.height
    measurement[track, 0] = center.x
    measurement[track, 1] = center.y
    measurement[track, 2] = box.width / height
    measurement[track, 3] = height
    measured[track, 0] = 1
  }

  /// Copies a track to another slot.
  func copy(_ from: Int, to: Int) {
    position.copy(from, to: to)
    velocity.copy(from, to: to)
    switch covariance.backend {
    case .closed: covariance.closed.copy(from, to: to)
    case .blas:
      covariance.a.copy(from, to: to)
      covariance.b.copy(from, to: to)
      covariance.bt.copy(from, to: to)
      covariance.c.copy(from, to: to)
    }
  }

  /// Gives a slot without a track a harmless state, so that the kernels may work on whole tiles.
  func pad(_ slot: Int) {
    start(slot, at: Box(x1: -0.5, y1: -0.5, x2: 0.5, y2: 0.5))
  }

  @inline(__always)
  private func atLeast(_ least: Float, _ v: Tile) -> Tile {
    v.replacing(with: least, where: v .< least)
  }
}
