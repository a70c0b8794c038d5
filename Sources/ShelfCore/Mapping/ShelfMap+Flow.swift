/// The motion of the picture from one frame to the next, from boxes alone.
extension ShelfMap {
  /// Matches the rows of this frame with those of the last one as they are, second boxes and clutter included:
  /// whatever they show, it moves with the shelf. Returns the shift of the picture's content, or nil where the
  /// rows do not tell.
  func followRows(_ table: DetectionTable, count: Int) -> Point? {
    let now = state[0].isTurnOfB ? rowsB : rowsA
    let last = state[0].isTurnOfB ? rowsA : rowsB
    let lastCount = state[0].lastRows
    let kept = now.copyRows(table, count: count, frame: frame, state[0].lens)
    state[0].isTurnOfB.toggle()
    state[0].lastRows = kept
    state[0].typicalRows += (state[0].typicalRows == 0 ? 1 : 0.02) * (Float(kept) - state[0].typicalRows)
    // Where most rows are missing, the few left in one frame and in the next may be different things.
    guard kept > 0, lastCount > 0, Float(min(kept, lastCount)) >= 0.5 * state[0].typicalRows else { return nil }

    // Where the last rows would be if the camera went on as it did.
    let pose = state[0].pose
    let v = Point(x: state[0].vx, y: state[0].vy)
    let expected = Point(x: -(pose.a * v.x - pose.b * v.y), y: -(pose.b * v.x + pose.a * v.y))
    var width: Float = 0
    for k in 0..<lastCount {
      px[k] = last.x[k] + expected.x
      py[k] = last.y[k] + expected.y
      pw[k] = last.w[k]
      ph[k] = last.h[k]
      firmness[k] = 10 * last.score[k]
      classes[k] = last.classID[k]
      width += last.w[k]
    }
    width /= Float(lastCount)
    let range = min(max(0.9 * width, 0.06 * frame.x), 0.2 * frame.x)
    let sigma = min(max(0.3 * width, 0.015 * frame.x), 0.05 * frame.x)
    let pairs = collect(now, lastCount, kept, range: range, slack: 0, usesCut: true, likeness: 0.85)
    guard pairs > 0 else { return nil }
    let found = vote(
      now, pairs, lastCount, kept, range: range, sigma: sigma, width: min(width, 0.1 * frame.x), few: false,
      usesCut: true)
    guard let shift = found, shift.explained > 0.3 else { return nil }
    guard let dy = verticalShift(pairs, shift.x, within: 0.01 * frame.x) else { return nil }
    let matched = mutualNearest(now, pairs, lastCount, kept, shift.x, dy)
    learnLens(matched, last, now, expected)
    return Point(x: expected.x + shift.x, y: expected.y + dy)
  }

  /// Where the lens bends, a pan moves the middle of the picture faster than its sides: by a share of
  /// k (3 x^2 + y^2), x and y in half widths. One frame says little; all frames together say it.
  private func learnLens(_ matched: Int, _ last: Views, _ now: Views, _ expected: Point) {
    // Least squares of the shift over 1, x and q = 3 x^2 + y^2; a change of scale is what x takes.
    var s = InlineArray<6, Float>(repeating: 0)
    var t = InlineArray<3, Float>(repeating: 0)
    let unit = frame.x * 0.5
    var n = 0
    for p in 0..<matched {
      let pair = self.pairs[p]
      let v = Int(pair.view)
      guard now.cuts[v] == 0, last.cuts[Int(pair.item)] == 0 else { continue }
      let d = expected.x + pair.dx
      let x = (now.x[v] - 0.5 * d) / unit
      let y = now.y[v] / unit
      let q = 3 * x * x + y * y
      s[0] += 1
      s[1] += x
      s[2] += q
      s[3] += x * x
      s[4] += x * q
      s[5] += q * q
      t[0] += d
      t[1] += d * x
      t[2] += d * q
      n &+= 1
    }
    guard n >= 6 else { return }
    // Gauss, in the order 1, x, q: what is left of q is its slope.
    let count = s[0]
    let xx = s[3] - s[1] * s[1] / count
    let xq = s[4] - s[1] * s[2] / count
    let qq = s[5] - s[2] * s[2] / count
    let dx = t[1] - s[1] * t[0] / count
    let dq = t[2] - s[2] * t[0] / count
    guard xx > 1e-3 else { return }
    let spread = qq - xq * xq / xx
    let slope = dq - dx * xq / xx
    let mean = t[0] / count
    let weight = spread * mean * mean
    guard weight > 0 else { return }
    // The rows are straightened by the present k already: the slope tells what is missing.
    let missing = -slope / spread / mean
    let measured = state[0].lens.k + max(-0.1, min(0.1, missing))
    state[0].lensWeight = 0.998 * state[0].lensWeight + weight
    state[0].lensSum = 0.998 * state[0].lensSum + weight * measured
    let k = state[0].lensSum / (state[0].lensWeight + MapTuning.lensPrior)
    state[0].lens.k = max(-Lens.mostDistortion, min(Lens.mostDistortion, k))
  }
}
