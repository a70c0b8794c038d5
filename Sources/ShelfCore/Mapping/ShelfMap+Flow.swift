/// The motion of the picture from one frame to the next, from boxes alone.
extension ShelfMap {
  /// Matches the rows of this frame with those of the last one as they are, second boxes and clutter
  /// included: whatever they show, it moves with the shelf.
  ///
  /// Returns the shift of the picture's content, or nil where the rows do not tell.
  func followRows(_ table: DetectionTable, count: Int, dt: Float) -> Point? {
    let now = state[0].isTurnOfB ? rowsB : rowsA
    let last = state[0].isTurnOfB ? rowsA : rowsB
    let lastCount = state[0].lastRows
    now.copyRows(table, count: count, frame: frame, state[0].lens)
    state[0].isTurnOfB.toggle()
    state[0].lastRows = count
    state[0].typicalRows += (state[0].typicalRows == 0 ? 1 : 0.02) * (Float(count) - state[0].typicalRows)
    // Where most rows are missing, the few left in one frame and in the next may be different things.
    guard count > 0, lastCount > 0, Float(min(count, lastCount)) >= 0.5 * state[0].typicalRows else {
      return nil
    }

    // Where the last rows would be if the camera went on as it did.
    let expected = state[0].flow.scaled(coasting(dt), coasting(dt))
    var width: Float = 0
    // With the lens as it is known now: both frames must be straightened alike.
    last.straighten(lastCount, frame, state[0].lens)
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
    let pairs = collect(now, lastCount, count, range: range, slack: 0, usesCut: true, likeness: 0.85)
    guard pairs > 0 else { return nil }
    let found = vote(
      now, pairs, lastCount, count, range: range, sigma: sigma, width: min(width, 0.1 * frame.x), few: false,
      usesCut: true)
    guard let shift = found, shift.explained > 0.3 else { return nil }
    let dy = verticalShift(pairs, shift.x, within: 0.01 * frame.x, most: 0.45 * state[0].tallest)
    guard let dy else { return nil }
    let matched = mutualNearest(now, pairs, lastCount, count, shift.x, dy)
    learnLens(matched, last, now, expected)
    let moved = Point(x: expected.x + shift.x, y: expected.y + dy)
    state[0].flow = moved.scaled(1 / dt, 1 / dt)
    return moved
  }

  /// The caller's word on this frame's motion, which holds for one frame.
  func takeGivenMotion(dt: Float) -> Point? {
    guard state[0].hasGiven else { return nil }
    state[0].hasGiven = false
    state[0].flow = state[0].given.scaled(1 / dt, 1 / dt)
    return state[0].given
  }

  /// Where the lens bends, a pan moves the middle of the picture faster than its sides: by a share of k (3
  /// x^2 + y^2), x and y in half widths.
  ///
  /// One frame says little; all frames together say it.
  private func learnLens(_ matched: Int, _ last: Views, _ now: Views, _ expected: Point) {
    // Least squares of the shift over 1, x, y and q = 3 x^2 + y^2: x takes what is a change of scale, y what is
    // roll.
    var n = InlineArray<16, Float>(repeating: 0)
    var r = SIMD4<Float>()
    let unit = frame.x * 0.5
    var count: Float = 0
    var sum: Float = 0
    var left: Float = 1
    var right: Float = -1
    for p in 0..<matched {
      let pair = self.pairs[p]
      let v = Int(pair.view)
      guard now.cuts[v] == 0, last.cuts[Int(pair.item)] == 0 else { continue }
      let d = expected.x + pair.dx
      let x = (now.x[v] - 0.5 * d) / unit
      let y = now.y[v] / unit
      let row = SIMD4<Float>(1, x, y, 3 * x * x + y * y)
      for i in 0..<4 {
        for j in 0..<4 { n[i &* 4 &+ j] += row[i] * row[j] }
      }
      r += row * d
      sum += d
      count += 1
      left = min(left, x)
      right = max(right, x)
    }
    // From a part of the picture the bend cannot be told from other things.
    guard count >= 8, right - left > 1.2, abs(sum) > 2 * grain * count else { return }
    for i in 0..<4 { n[i &* 5] += 1e-3 }
    guard let solved = solve(&n, r) else { return }
    let mean = sum / count
    // What is left of q's own square after the elimination.
    let weight = n[15] * mean * mean
    // The rows are straightened by the present k already: the slope tells what is missing.
    let measured = state[0].lens.k + max(-0.1, min(0.1, -solved[3] / mean))
    state[0].lensWeight = 0.998 * state[0].lensWeight + weight
    state[0].lensSum = 0.998 * state[0].lensSum + weight * measured
    let k = state[0].lensSum / (state[0].lensWeight + MapTuning.lensPrior * grain * grain)
    state[0].lens.k = max(-Lens.mostDistortion, min(Lens.mostDistortion, k))
  }
}
