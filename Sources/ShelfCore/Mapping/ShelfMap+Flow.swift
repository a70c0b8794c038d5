/// The motion of the picture from one frame to the next, from boxes alone.
extension ShelfMap {
  /// Matches the rows of this frame with those of the last one as they are, second boxes and clutter
  /// included: whatever they show, it moves with the shelf.
  ///
  /// Returns the shift of the picture's content, or nil where the rows do not tell.
  func followRows(_ table: DetectionTable, count: Int, dt: Float) -> Point? {
    state[0].isTurnOfB.toggle()
    return state[0].isTurnOfB
      ? follow(rowsA, rowsB, table, count, dt) : follow(rowsB, rowsA, table, count, dt)
  }

  // Not inlined: the tables that take turns are read where they lie.
  @inline(never)
  private func follow(
    _ now: Views, _ last: Views, _ table: DetectionTable, _ count: Int, _ dt: Float
  ) -> Point? {
    let lastCount = state[0].lastRows
    now.copyRows(table, count: count, frame: frame, state[0].optics)
    state[0].lastRows = count
    state[0].typicalRows += (state[0].typicalRows == 0 ? 1 : 0.02) * (Float(count) - state[0].typicalRows)
    // Where most rows are missing, the few left in one frame and in the next may be different things.
    guard count > 0, lastCount > 0, Float(min(count, lastCount)) >= 0.5 * state[0].typicalRows else {
      return nil
    }

    // Where the last rows would be if the camera went on as it did.
    let expected = state[0].flow.scaled(coasting(dt), coasting(dt))
    var width: Float = 0
    // With the optics as they are known now: both frames must be straightened alike.
    last.straighten(lastCount, frame, state[0].optics)
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
    learnOptics(matched, last, now, expected, Point(x: shift.x, y: dy))
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
}
