/// The Kalman filter where its noise is diagonal: an exact split into four filters of (position, velocity).
///
/// cx, cy and h share their noise and start, hence one covariance [a b; b c]; the aspect ratio has its own
/// [A B; B C]. Six numbers per track, rows a b c A B C, carry what 64 do in the full form.
extension KalmanState {
  func startClosed(_ track: Int, h2: Float) {
    let p = covariance.closed
    p[track, 0] = ConstantVelocityModel.initialPosition * h2
    p[track, 1] = 0
    p[track, 2] = ConstantVelocityModel.initialVelocity * h2
    p[track, 3] = ConstantVelocityModel.initialAspect
    p[track, 4] = 0
    p[track, 5] = ConstantVelocityModel.initialAspectVelocity
  }

  /// P = F P F' + Q dt, and the means.
  func predictClosed(tiles: Int, dt: Float) {
    let p = covariance.closed
    let positionNoise = ConstantVelocityModel.positionNoise * dt
    let velocityNoise = ConstantVelocityModel.velocityNoise * dt
    let aspectNoise = ConstantVelocityModel.aspectNoise * dt
    let aspectVelocityNoise = ConstantVelocityModel.aspectVelocityNoise * dt
    for t in 0..<tiles {
      let h = position[tile: t, 3]
      let h2 = h * h
      let c = p[tile: t, 2]
      let b = p[tile: t, 1]
      let b1 = b + c * dt
      p[tile: t, 0] = p[tile: t, 0] + (b + b1) * dt + h2 * positionNoise
      p[tile: t, 1] = b1
      p[tile: t, 2] = c + h2 * velocityNoise
      let ac = p[tile: t, 5]
      let ab = p[tile: t, 4]
      let ab1 = ab + ac * dt
      p[tile: t, 3] = p[tile: t, 3] + (ab + ab1) * dt + aspectNoise
      p[tile: t, 4] = ab1
      p[tile: t, 5] = ac + aspectVelocityNoise

      position[tile: t, 0] = position[tile: t, 0] + velocity[tile: t, 0] * dt
      position[tile: t, 1] = position[tile: t, 1] + velocity[tile: t, 1] * dt
      limit(position[tile: t, 2] + velocity[tile: t, 2] * dt, h + velocity[tile: t, 3] * dt, tile: t)
    }
  }

  @inline(__always)
  func correctClosed(tile t: Int, by z: Measurement) {
    let p = covariance.closed
    let h = position[tile: t, 3]
    let a = p[tile: t, 0]
    let b = p[tile: t, 1]
    let gain = z.weight / (a + h * h * ConstantVelocityModel.measurementNoise)
    let k = a * gain
    let kv = b * gain
    correctMean(t, row: 0, z.cx, k: k, kv: kv)
    correctMean(t, row: 1, z.cy, k: k, kv: kv)
    correctMean(t, row: 3, z.height, k: k, kv: kv)
    p[tile: t, 2] = p[tile: t, 2] - kv * b
    p[tile: t, 1] = b - k * b
    p[tile: t, 0] = a - k * a

    let aa = p[tile: t, 3]
    let ab = p[tile: t, 4]
    let aspectGain = z.weight / (aa + ConstantVelocityModel.aspectMeasurementNoise)
    let ak = aa * aspectGain
    let akv = ab * aspectGain
    correctMean(t, row: 2, z.aspect, k: ak, kv: akv)
    p[tile: t, 5] = p[tile: t, 5] - akv * ab
    p[tile: t, 4] = ab - ak * ab
    p[tile: t, 3] = aa - ak * aa
  }

  @inline(__always)
  private func correctMean(_ t: Int, row: Int, _ z: Tile, k: Tile, kv: Tile) {
    let innovation = z - position[tile: t, row]
    position[tile: t, row] = position[tile: t, row] + k * innovation
    velocity[tile: t, row] = velocity[tile: t, row] + kv * innovation
  }
}
