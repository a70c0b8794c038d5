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

  /// Least and most that height and aspect ratio may be predicted to be, so that a box stays a box: what rows
  /// can have.
  static let leastHeight: Float = 1 / 1024
  static let mostHeight: Float = 1_048_576
  static let leastAspect: Float = 1e-7
  static let mostAspect: Float = 1_073_741_824

  static let aspect = 2
  static let height = 3
}

/// Means and covariances of all tracks, tile by tile.
struct KalmanState {
  /// Rows cx, cy, a, h.
  let position: TileColumn<4>
  let velocity: TileColumn<4>
  let covariance: Covariance

  /// Storage of one of the two backends; the other one has no columns.
  struct Covariance {
    #if BLAS
      let backend: Configuration.Kalman
    #else
      /// The only one of this build.
      @inline(__always) var backend: Configuration.Kalman { .closed }
    #endif
    let closed: TileColumn<6>
    let full: FullCovariance
  }

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let capacity = Int(configuration.maxTracks)
    position = TileColumn(&arena, capacity: capacity)
    velocity = TileColumn(&arena, capacity: capacity)
    #if BLAS
      covariance = Covariance(
        backend: configuration.kalman,
        closed: TileColumn(&arena, capacity: configuration.kalman == .closed ? capacity : 0),
        full: FullCovariance(&arena, capacity: configuration.kalman == .blas ? capacity : 0))
    #else
      covariance = Covariance(
        closed: TileColumn(&arena, capacity: capacity), full: FullCovariance(&arena, capacity: 0))
    #endif
  }

  @inline(__always)
  func center(_ track: Int) -> Point { Point(x: position[track, 0], y: position[track, 1]) }

  /// The box of a track's mean.
  @inline(__always)
  func box(_ track: Int) -> Box { Self.box(position, track) }

  @inline(__always)
  static func box(_ position: TileColumn<4>, _ track: Int) -> Box {
    let halfHeight = position[track, 3] * 0.5
    let halfWidth = position[track, 2] * halfHeight
    let x = position[track, 0]
    let y = position[track, 1]
    return Box(x1: x - halfWidth, y1: y - halfHeight, x2: x + halfWidth, y2: y + halfHeight)
  }

  /// Moves the first `count` tracks forward by dt nominal frames.
  ///
  /// Returns the number of CBLAS calls.
  func predict(count: Int, dt: Float) -> Int {
    let tiles = Tiles.count(of: count)
    guard tiles > 0 else { return 0 }
    switch covariance.backend {
    case .closed:
      predictClosed(tiles: tiles, dt: dt)
      return 0
    case .blas:
      #if BLAS
        return predictBLAS(tiles: tiles, dt: dt)
      #else
        return 0
      #endif
    }
  }

  /// Keeps a predicted box a box.
  @inline(__always)
  func limit(_ aspect: Tile, _ height: Tile, tile t: Int) {
    position[tile: t, ConstantVelocityModel.aspect] = smaller(
      larger(aspect, Tile(repeating: ConstantVelocityModel.leastAspect)),
      Tile(repeating: ConstantVelocityModel.mostAspect))
    position[tile: t, ConstantVelocityModel.height] = smaller(
      larger(height, Tile(repeating: ConstantVelocityModel.leastHeight)),
      Tile(repeating: ConstantVelocityModel.mostHeight))
  }

  /// Corrects the tracks of a tile by their rows.
  @inline(__always)
  func correct(tile t: Int, by z: Measurement) {
    switch covariance.backend {
    case .closed: correctClosed(tile: t, by: z)
    case .blas:
      #if BLAS
        correctFull(tile: t, by: z)
      #endif
    }
  }

  /// What the tracks of a tile were measured at, and the weight of that, 1 or 0.
  struct Measurement {
    var cx: Tile
    var cy: Tile
    var aspect: Tile
    var height: Tile
    var weight: Tile

    @inline(__always)
    init(_ rows: RowTile) {
      height = rows.y2 - rows.y1
      cx = (rows.x1 + rows.x2) * 0.5
      cy = (rows.y1 + rows.y2) * 0.5
      aspect = (rows.x2 - rows.x1) / height
      weight = Tile().replacing(with: 1, where: rows.isThere)
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
    let h2 = height * height
    switch covariance.backend {
    case .closed: startClosed(track, h2: h2)
    case .blas: covariance.full.start(track, h2: h2)
    }
  }

  /// Lets a new track start with the motion of the picture.
  ///
  /// Never with -0: the sign of an unmatched lane's correction, +0 or -0, depends on what the lane held before.
  func setVelocity(_ track: Int, _ v: Point) {
    velocity[track, 0] = v.x + 0
    velocity[track, 1] = v.y + 0
  }

  /// Copies a track to another slot.
  func copy(_ from: Int, to: Int) {
    position.copy(from, to: to)
    velocity.copy(from, to: to)
    switch covariance.backend {
    case .closed: covariance.closed.copy(from, to: to)
    case .blas: covariance.full.copy(from, to: to)
    }
  }

  /// Gives a slot without a track a harmless state, so that the kernels may work on whole tiles: a box as far out
  /// as `RowTile.none`, which no row overlaps.
  func pad(_ slot: Int) {
    let far = RowTile.none.x1
    start(slot, at: Box(x1: far, y1: 0, x2: far + 1024, y2: 1))
  }
}
