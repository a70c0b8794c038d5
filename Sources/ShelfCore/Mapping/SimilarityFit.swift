/// Robust similarity fit: iteratively reweighted least squares with Huber's weights.
extension ShelfMap {
  /// What the fit knows of each matched pair, in rows of tiles.
  private enum Row {
    /// Where the item lies, from the pose's centre, in units of the fit.
    static let qx = 0
    static let qy = 1
    /// Where it is seen, from the picture's centre, in pixels.
    static let x = 2
    static let y = 3
    static let weightX = 4
    static let weightY = 5
    /// One over what an error in pixels is measured by.
    static let scale = 6
  }

  /// Sums over four pairs at a time: the normal equations that are not zero, and their right side.
  private struct Sums {
    var xx = HalfTile()
    var xy = HalfTile()
    var x = HalfTile()
    var y = HalfTile()
    var ww = HalfTile()
    var w = HalfTile()
    var weightX = HalfTile()
    var weightY = HalfTile()
    var a = HalfTile()
    var b = HalfTile()
    var tx = HalfTile()
    var ty = HalfTile()
  }

  /// Fits the pose to the matched pairs, with a weak pull of scale and roll to neutral: they may not drift over
  /// a long shelf.
  func fit(_ matched: Int, _ tx: Float, _ ty: Float) -> Bool {
    let pose = state[0].pose
    let unit = 0.35 * frame.x
    let isThin = matched < 3
    prepareFit(matched, isThin: isThin, unit: unit)
    let isFew = matched < 6
    let firm: Float = isFew ? 24 : 0.6
    let pull = isFew ? MapTuning.pullOfFew : MapTuning.pull
    let start = SIMD4<Float>((pose.a + pull * (1 - pose.a)) * unit, pose.b * (1 - pull) * unit, 0, 0)
    var z = SIMD4<Float>(pose.a * unit, pose.b * unit, tx, ty)
    for _ in 0..<4 {
      guard let solved = improve(z[0], z[1], z[2], z[3], matched, start: start, firm: firm) else {
        return false
      }
      z = solved
    }
    let a = z[0] / unit
    let b = z[1] / unit
    let scale = (a * a + b * b).squareRoot()
    guard scale > 0.6, scale < 1.6, abs(b) < 0.36 * a else { return false }
    state[0].pose = Pose(cx: pose.cx, cy: pose.cy, a: a, b: b).shifted(z[2], z[3])
    state[0].isThin = isThin
    return true
  }

  private func prepareFit(_ matched: Int, isThin: Bool, unit: Float) {
    let pose = state[0].pose
    for p in 0..<matched {
      let pair = pairs[p]
      let k = Int(pair.item)
      let i = Int(active[k])
      fitRows[p, Row.qx] = (items.x[i] - pose.cx) / unit
      fitRows[p, Row.qy] = (items.y[i] - pose.cy) / unit
      fitRows[p, Row.x] = px[k] + pair.dx
      fitRows[p, Row.y] = py[k] + (isThin ? 0.35 * pair.dy : pair.dy)
      fitRows[p, Row.weightX] = pair.weight
      fitRows[p, Row.weightY] = pair.weight * (views.isCutUpright(Int(pair.view)) ? 0.3 : 0.8)
      fitRows[p, Row.scale] = 1 / (0.5 * (pw[k] + min(ph[k], 1.5 * pw[k])) * 0.05 + 0.5 * grain)
    }
    // What is left of the last tile says nothing.
    for p in matched..<max(matched, (matched &+ 3) & ~3) {
      for row in 0..<7 { fitRows[p, row] = 0 }
    }
  }

  /// One round.
  ///
  /// Roll is told by heights over x alone: shifts over y are just as well rows at different depths. Not inlined
  /// and with four numbers, not one vector: its lanes would spread over the loop.
  @inline(never)
  private func improve(
    _ a: Float, _ b: Float, _ tx: Float, _ ty: Float, _ matched: Int, start: SIMD4<Float>, firm: Float
  ) -> SIMD4<Float>? {
    var s = Sums()
    let one = HalfTile(repeating: 1)
    for half in 0..<(matched &+ 3) >> 2 {
      let qx = fitRows[half: half, Row.qx]
      let qy = fitRows[half: half, Row.qy]
      let x = fitRows[half: half, Row.x] + b * qy
      let y = fitRows[half: half, Row.y]
      let scale = fitRows[half: half, Row.scale]
      let errorX = magnitude(x - (qx * a + tx)) * scale
      let errorY = magnitude(y - (qy * a + qx * b + ty)) * scale
      let wx = fitRows[half: half, Row.weightX] / larger(one, errorX)
      let wy = fitRows[half: half, Row.weightY] / larger(one, errorY)
      let wxqx = wx * qx
      let wyqx = wy * qx
      let wyqy = wy * qy
      s.xx += wxqx * qx + wyqy * qy
      s.xy += wyqy * qx
      s.x += wxqx
      s.y += wyqy
      s.ww += wyqx * qx
      s.w += wyqx
      s.weightX += wx
      s.weightY += wy
      s.a += wxqx * x + wyqy * y
      s.b += wyqx * y
      s.tx += wx * x
      s.ty += wy * y
    }
    var n = InlineArray<16, Float>(repeating: 0)
    n[0] = firm + total(s.xx)
    n[1] = total(s.xy)
    n[2] = total(s.x)
    n[3] = total(s.y)
    n[5] = firm + total(s.ww)
    n[7] = total(s.w)
    n[10] = 1e-6 + total(s.weightX)
    n[15] = 1e-6 + total(s.weightY)
    n[4] = n[1]
    n[8] = n[2]
    n[12] = n[3]
    n[13] = n[7]
    return solve(
      &n, SIMD4(firm * start[0] + total(s.a), firm * start[1] + total(s.b), total(s.tx), total(s.ty)))
  }

  /// A call: inlined, it would make the compiler take the sums apart in the loop before.
  @inline(never)
  private func total(_ sums: HalfTile) -> Float { sums.sum() }

  @inline(__always)
  private func magnitude(_ a: HalfTile) -> HalfTile {
    unsafe unsafeBitCast(unsafeBitCast(a, to: SIMD4<UInt32>.self) & 0x7fff_ffff, to: HalfTile.self)
  }

  /// Solves a symmetric positive definite 4x4 system by elimination, in place.
  func solve(_ n: inout InlineArray<16, Float>, _ right: SIMD4<Float>) -> SIMD4<Float>? {
    var r = right
    for k in 0..<4 {
      let pivot = n[k &* 5]
      guard pivot > 1e-9 else { return nil }
      for i in k &+ 1..<max(4, k &+ 1) {
        let f = n[i &* 4 &+ k] / pivot
        for j in k..<4 { n[i &* 4 &+ j] -= f * n[k &* 4 &+ j] }
        r[i] -= f * r[k]
      }
    }
    for k in stride(from: 3, through: 0, by: -1) {
      var s = r[k]
      for j in k &+ 1..<max(4, k &+ 1) { s -= n[k &* 4 &+ j] * r[j] }
      r[k] = s / n[k &* 5]
    }
    return r
  }
}
