/// What the frames have said about the optics: information (one over variance) and information times value of
/// tilt.x, tilt.y and k.
struct OpticsEstimate: BitwiseCopyable {
  /// Three rows of three: the symmetric matrix.
  var information = InlineArray<9, Float>(repeating: 0)
  var sums = InlineArray<3, Float>(repeating: 0)
}

/// Estimates perspective and distortion from how the picture's content moves.
extension ShelfMap {
  /// Unknowns of a frame's motion: shift, growth, turn, and depth that differs from row to row; then those of
  /// the optics.
  ///
  /// Optics move things by shares of the shift, otherwise in each part of the picture; what the hand does, zoom
  /// and roll, does not depend on the shift. One frame says little; all frames together say it.
  func learnOptics(_ matched: Int, _ last: Views, _ now: Views, _ expected: Point, _ shift: Point) {
    let unit = frame.x * 0.5
    let move = Point(x: (expected.x + shift.x) / unit, y: (expected.y + shift.y) / unit)
    let length = (move.x * move.x + move.y * move.y).squareRoot()
    guard length > 0.5 * grain / unit else { return }
    var normal = InlineArray<8, SIMD8<Float>>(repeating: SIMD8())
    var right = SIMD8<Float>()
    var used = 0
    let noise = MapTuning.opticsNoise * MapTuning.opticsNoise
    // What goes another way, as a thing that does with the camera, says little.
    let usual = (0.12 * length + 1.2 * MapTuning.opticsNoise) * unit
    for p in 0..<matched where used < MapTuning.opticsPairs {
      let pair = pairs[p]
      let v = Int(pair.view)
      guard now.cuts[v] == 0, last.cuts[Int(pair.item)] == 0 else { continue }
      let ex = pair.dx - shift.x
      let ey = pair.dy - shift.y
      // Of large boxes the edges are less sure.
      let loose = MapTuning.boxNoise * now.w[v] / unit
      let odd = (ex * ex + ey * ey) / (usual * usual)
      let weight = noise / ((noise + loose * loose) * (1 + odd))
      let x = now.x[v] / unit - 0.5 * move.x
      let y = now.y[v] / unit - 0.5 * move.y
      let mixed = -(move.x * y + move.y * x)
      let a = SIMD8(
        1, 0, x, -y, move.x * y * y, -2 * move.x * x, mixed,
        -(move.x * (3 * x * x + y * y) + 2 * move.y * x * y))
      let b = SIMD8(
        0, 1, y, x, move.y * x * x, mixed, -2 * move.y * y,
        -(move.y * (x * x + 3 * y * y) + 2 * move.x * x * y))
      for i in 0..<8 { normal[i] += (weight * a[i]) * a + (weight * b[i]) * b }
      right += a * (weight * ex / unit) + b * (weight * ey / unit)
      used &+= 1
    }
    guard used >= 6 else { return }
    normal[0][0] += 1e-4
    normal[1][1] += 1e-4
    normal[2][2] += noise / (MapTuning.zoomSpread * MapTuning.zoomSpread)
    normal[3][3] += noise / (MapTuning.rollSpread * MapTuning.rollSpread)
    normal[4][4] += noise / (MapTuning.depthSpread * MapTuning.depthSpread)
    // What is left of the last three when the others have been eliminated.
    for k in 0..<5 {
      let pivot = normal[k][k]
      for i in k &+ 1..<8 {
        let f = normal[i][k] / pivot
        normal[i] -= f * normal[k]
        right[i] -= f * right[k]
      }
    }
    take(normal, right, noise: noise)
  }

  private func take(_ normal: InlineArray<8, SIMD8<Float>>, _ right: SIMD8<Float>, noise: Float) {
    var e = state[0].opticsEstimate
    // The rows are straightened by what is known already: the rest tells what is missing.
    let now = SIMD3(state[0].optics.tilt.x, state[0].optics.tilt.y, state[0].optics.k)
    var n = InlineArray<16, Float>(repeating: 0)
    var r = SIMD4<Float>()
    let spread = SIMD3(MapTuning.tiltSpread, MapTuning.tiltSpread, MapTuning.lensSpread)
    for i in 0..<3 {
      var value = right[5 &+ i]
      for j in 0..<3 {
        let information = normal[5 &+ i][5 &+ j]
        value += information * now[j]
        let kept = MapTuning.opticsMemory * e.information[3 &* i &+ j] + information / noise
        e.information[3 &* i &+ j] = kept
        n[4 &* i &+ j] = kept
      }
      e.sums[i] = MapTuning.opticsMemory * e.sums[i] + value / noise
      n[5 &* i] += 1 / (spread[i] * spread[i])
      r[i] = e.sums[i]
    }
    n[15] = 1
    guard let solved = solve(&n, r) else { return }
    state[0].opticsEstimate = e
    let most = Optics.mostTilt
    state[0].optics.tilt = Point(
      x: clamp(solved[0], most), y: clamp(solved[1], most))
    state[0].optics.k = clamp(solved[2], Optics.mostDistortion)
  }
}
