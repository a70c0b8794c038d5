import Testing

@testable import ShelfCore

/// Both filters of the core against the float64 reference over 1,000 frames, covariance included.
@Suite("Kalman filter, 1,000 frames")
struct KalmanCovarianceTests {
  /// Tracks in three tiles, the last one not full.
  private static let tracks = 21

  @Test("State, covariance and symmetry agree with float64", arguments: [Configuration.Kalman.blas, .closed])
  func agreesWithReference(backend: Configuration.Kalman) {
    withKalman(backend) { kalman in
      var random = Random(7)
      var references: [KalmanReference] = []
      for track in 0..<Self.tracks {
        let box = Self.box(track, frame: 0, &random)
        kalman.start(track, at: box)
        references.append(KalmanReference(box))
      }
      for frame in 1...1000 {
        let dt: Float = frame % 10 == 0 ? 2.5 : 1
        _ = kalman.predict(count: Self.tracks, dt: dt)
        var rows = [RowTile](repeating: .empty, count: Tiles.count(of: Self.tracks))
        for track in 0..<Self.tracks {
          references[track].predict(dt: Double(dt))
          // Every track misses now and then, each in other frames.
          guard (frame + track) % 7 != 0 else { continue }
          let box = Self.box(track, frame: Float(frame), &random)
          rows[track / 8].put(box, lane: track % 8)
          references[track].update(box)
        }
        for (t, tile) in rows.enumerated() { kalman.correct(tile: t, by: .init(tile)) }
      }
      for track in 0..<Self.tracks {
        expectEqual(kalman, track, references[track])
        if backend == .blas { expectSymmetricAndPositive(kalman, track) }
      }
    }
  }

  @Test("CBLAS calls of a prediction do not grow with the number of tracks", arguments: [1, 10, 100, 300])
  func callsPerFrame(count: Int) {
    withKalman(.blas) { kalman in
      for track in 0..<count { kalman.start(track, at: Box(x1: 0, y1: 0, x2: 10, y2: 20)) }
      #expect(kalman.predict(count: count, dt: 1) == 5)
    }
  }

  private func expectEqual(_ kalman: KalmanState, _ track: Int, _ reference: KalmanReference) {
    for row in 0..<4 {
      let isAspect = row == 2
      #expect(abs(Double(kalman.position[track, row]) - reference.mean[row, 0]) < (isAspect ? 1e-5 : 1e-3))
      #expect(
        abs(Double(kalman.velocity[track, row]) - reference.mean[row + 4, 0]) < (isAspect ? 1e-5 : 1e-3))
      for (value, i) in [
        (kalman.positionVariance(track, row), row), (kalman.velocityVariance(track, row), row + 4),
      ] {
        let expected = reference.covariance[i, i]
        #expect(value > 0)
        #expect(abs(Double(value) - expected) <= 1e-4 * expected)
      }
    }
  }

  /// Symmetric to the last bit, and every leading minor positive (by Gauss elimination).
  private func expectSymmetricAndPositive(_ kalman: KalmanState, _ track: Int) {
    var p = (0..<8).map { i in (0..<8).map { Double(kalman.covarianceEntry(track, i, $0)) } }
    for i in 0..<8 { for j in 0..<i { #expect(p[i][j] == p[j][i]) } }
    for k in 0..<8 {
      #expect(p[k][k] > 0)
      for i in k + 1..<8 {
        let factor = p[i][k] / p[k][k]
        for j in k..<8 { p[i][j] -= factor * p[k][j] }
      }
    }
  }

  private static func box(_ track: Int, frame: Float, _ random: inout Random) -> Box {
    let height = 40 + Float(track) * 3
    let x = 100 + Float(track) * 5 + frame * 1.5 + random.uniform(-2, 2)
    let y = 80 + Float(track) * 2 + random.uniform(-2, 2)
    let half = height * 0.3 + random.uniform(-0.5, 0.5)
    return Box(x1: x - half, y1: y - height / 2, x2: x + half, y2: y + height / 2 + random.uniform(-1, 1))
  }

  private func withKalman(_ backend: Configuration.Kalman, _ body: (KalmanState) -> Void) {
    var configuration = Configuration(preset: .byteTrack)
    configuration.maxTracks = 300
    configuration.kalman = backend
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: Arena.alignment)
    defer { block.deallocate() }
    var arena = Arena(base: block)
    let kalman = KalmanState(&arena, configuration)
    for slot in 0..<304 { kalman.pad(slot) }
    body(kalman)
  }
}

extension KalmanReference {
  fileprivate init(_ box: Box) {
    self.init(
      cx: Double(box.center.x), cy: Double(box.center.y), aspect: Double(box.width / box.height),
      height: Double(box.height))
  }

  fileprivate mutating func update(_ box: Box) {
    update(
      cx: Double(box.center.x), cy: Double(box.center.y), aspect: Double(box.width / box.height),
      height: Double(box.height))
  }
}

extension RowTile {
  fileprivate static var empty: RowTile {
    var rows = RowTile(x1: Tile(), y1: Tile(), x2: Tile(), y2: Tile())
    for lane in 0..<8 { rows.put(none, lane: lane) }
    return rows
  }

  fileprivate mutating func put(_ box: Box, lane: Int) {
    x1[lane] = box.x1
    y1[lane] = box.y1
    x2[lane] = box.x2
    y2[lane] = box.y2
  }
}

extension KalmanState {
  fileprivate func covarianceEntry(_ track: Int, _ i: Int, _ j: Int) -> Float {
    let full = covariance.full
    let row = FullCovariance.row(min(i & 3, j & 3), max(i & 3, j & 3))
    if i < 4, j < 4 { return full.a[track, row] }
    if i >= 4, j >= 4 { return full.c[track, row] }
    // B, or its mirror image.
    let (position, velocity) = i < 4 ? (i, j - 4) : (j, i - 4)
    return (position <= velocity ? full.upper : full.lower)[track, row]
  }

  fileprivate func positionVariance(_ track: Int, _ row: Int) -> Float {
    covariance.backend == .blas
      ? covarianceEntry(track, row, row) : covariance.closed[track, row == 2 ? 3 : 0]
  }

  fileprivate func velocityVariance(_ track: Int, _ row: Int) -> Float {
    covariance.backend == .blas
      ? covarianceEntry(track, row + 4, row + 4) : covariance.closed[track, row == 2 ? 5 : 2]
  }
}
