/// The motion of the picture from one frame to the next, from boxes alone.
extension ShelfMap {
  /// Matches the rows of this frame with those of the last one as they are, second boxes and clutter included:
  /// whatever they show, it moves with the shelf. Returns the shift of the picture's content, or nil where the
  /// rows do not tell.
  func followRows(_ table: DetectionTable, count: Int) -> Point? {
    let now = state[0].isTurnOfB ? rowsB : rowsA
    let last = state[0].isTurnOfB ? rowsA : rowsB
    let lastCount = state[0].lastRows
    let kept = now.copyRows(table, count: count, frame: frame)
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
    return Point(x: expected.x + shift.x, y: expected.y + dy)
  }
}
