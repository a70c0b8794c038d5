/// A horizontal shift and how well it explains what is seen, at most 1.
struct Shift {
  var x: Float
  var explained: Float
}

/// Finding the pose near its prediction: vote the shift, judge the best few, fit a similarity.
extension ShelfMap {
  func register(_ count: Int) -> PoseResult {
    let n = project(margin: 0.25)
    var strong = 0
    var meanWidth: Float = 0
    var kept = 0
    var inPicture = 0
    for k in 0..<n {
      let i = Int(active[k])
      guard items.evidence[i] > -1.5 else { continue }
      active[kept] = active[k]
      px[kept] = px[k]
      py[kept] = py[k]
      pw[kept] = pw[k]
      ph[kept] = ph[k]
      firmness[kept] = items.evidence[i]
      classes[kept] = items.votes[i].winner
      meanWidth += pw[k]
      if 2 * abs(px[k]) < frame.x, 2 * abs(py[k]) < frame.y { inPicture &+= 1 }
      if items.evidence[i] > 3, abs(px[k]) < 0.46 * frame.x, 2 * abs(py[k]) < frame.y + ph[k] { strong &+= 1 }
      kept &+= 1
    }
    state[0].itemsInPicture = inPicture
    guard kept > 0 else { return .none }
    meanWidth /= Float(kept)
    var whole = 0
    for v in 0..<count where !views.isCutSideways(v) { whole &+= 1 }
    // Few whole items in view: the cut ones help by their inner edge.
    let usesCut = whole < 4
    let usable = usesCut ? count : whole
    guard usable > 0 else { return .none }
    let isSparse = kept < 5 || strong < 3
    let isFew = !isSparse && Float(usable) < max(2, 0.35 * Float(strong))

    let coast = Float(min(state[0].coast, MapTuning.longestCoast))
    var range = min(0.9 * meanWidth + 0.3 * coast * meanWidth, max(1.6 * meanWidth, 0.38 * frame.x))
    if isSparse { range = min(range, 0.13 * frame.x * (1 + 0.3 * coast)) }
    if isFew { range = 0.45 * meanWidth }
    var sigma = MapTuning.priorWidth * meanWidth * (1 + 0.12 * coast)
    if isSparse { sigma = min(sigma, 0.05 * frame.x * (1 + 0.12 * coast)) }
    if state[0].hasFlow, coast == 0 { sigma = min(sigma, 2 * grain + 0.15 * meanWidth) }

    let pairCount = collect(
      views, kept, count, range: range, slack: 2 * grain * coast, usesCut: usesCut, likeness: 0.67)
    guard pairCount > 0 else { return .none }
    let shift = vote(
      views, pairCount, kept, count, range: range, sigma: sigma, width: meanWidth, few: isFew,
      usesCut: usesCut)
    let tall = 0.45 * state[0].tallest + 2 * grain * coast
    guard let tx = shift?.x, var ty = verticalShift(pairCount, tx, within: 0.15 * meanWidth, most: tall)
    else {
      return .none
    }
    if isFew {
      guard abs(tx) < 0.4 * meanWidth else { return .none }
      state[0].pose = state[0].pose.shifted(0.6 * tx, 0)
      return .nudged
    }
    if isSparse { ty = clamp(ty, 0.06 * frame.y) }
    let matched = mutualNearest(views, pairCount, kept, count, tx, ty)
    guard matched >= (isSparse ? 1 : 2), Float(matched) >= 0.3 * Float(min(usable, kept)) else {
      return .none
    }
    return fit(matched, tx, ty) ? .found : .none
  }

  /// All pairs of an active item and a view that could be the same thing.
  ///
  /// Returns their number.
  @_optimize(speed)
  func collect(
    _ views: Views, _ n: Int, _ count: Int, range: Float, slack: Float, usesCut: Bool, likeness: Float
  ) -> Int {
    arrange(n)
    let reachY = 0.45 * state[0].tallest + slack
    var total = 0
    for v in 0..<count where usesCut || !views.isCutSideways(v) {
      let cut = views.cuts[v]
      let classID = views.classID[v]
      let score = max(0.1, min(1, views.score[v]))
      eachNear(views, v, range, reachY, n) { k in
        let d = displacement(views, v, k, cut)
        guard abs(d.x) < range, abs(d.y) < 0.45 * ph[k] + slack else { return }
        var ratio = views.w[v] < pw[k] ? views.w[v] / pw[k] : pw[k] / views.w[v]
        if cut & Views.sideways != 0 { ratio = views.w[v] < 1.15 * pw[k] ? 0.86 : 0 }
        let tall = views.h[v] < ph[k] ? views.h[v] / ph[k] : ph[k] / views.h[v]
        guard ratio > likeness, tall > likeness || cut & Views.upright != 0 else { return }
        let trust = max(0.15, min(1, 0.35 + 0.1 * firmness[k]))
        let same: Float = classes[k] == classID ? 1 : 0.35
        guard total < pairCapacity else { return }
        pairs[total] = MapPair(
          dx: d.x, dy: d.y, weight: same * score * trust * ratio * ratio * ratio,
          item: UInt16(truncatingIfNeeded: k), view: UInt16(truncatingIfNeeded: v))
        total &+= 1
      }
    }
    return total
  }

  /// From an active item to a view; where a border cuts the view, by the edge that is not cut.
  @inline(__always)
  func displacement(_ views: Views, _ v: Int, _ k: Int, _ cut: UInt8) -> Point {
    var d = Point(x: views.x[v] - px[k], y: views.y[v] - py[k])
    if cut != 0 {
      let dw = (views.w[v] - pw[k]) * 0.5
      let dh = (views.h[v] - ph[k]) * 0.5
      if cut & Views.left != 0 { d.x += dw }
      if cut & Views.right != 0 { d.x -= dw }
      if cut & Views.top != 0 { d.y += dh }
      if cut & Views.bottom != 0 { d.y -= dh }
    }
    return d
  }

  /// The horizontal shift.
  ///
  /// A row of look-alikes is nearly periodic: the best few shifts are judged by what they explain, what
  /// they leave unexplained, and by the motion prior.
  func vote(
    _ views: Views, _ pairCount: Int, _ n: Int, _ count: Int, range: Float, sigma: Float, width: Float,
    few: Bool,
    usesCut: Bool
  ) -> Shift? {
    let step = max(max(grain, 0.045 * width), 2 * range / Float(MapTuning.bins &- 8))
    let size = min(MapTuning.bins, Int(2 * range / step) &+ 6)
    for b in 0..<size { bins[b] = 0 }
    for p in 0..<pairCount {
      let b = Int((pairs[p].dx + range) / step) &+ 2
      bins[max(0, min(size &- 1, b))] += pairs[p].weight
    }
    func position(_ b: Int) -> Float { (Float(b) - 1.5) * step - range }
    func height(_ b: Int) -> Float {
      let t = position(b) / sigma
      let sum = bins[b] + 0.6 * (bins[b &- 1] + bins[b &+ 1]) + 0.25 * (bins[b &- 2] + bins[b &+ 2])
      return sum * negativeExponential(-0.5 * t * t)
    }
    var peaks = InlineArray<5, Int>(repeating: -1)
    var heights = InlineArray<5, Float>(repeating: 0)
    var before: Float = 0
    var here: Float = 0
    // From the one before the first: only what follows it is looked at.
    for b in 1..<size &- 2 {
      let next = b &+ 1 < size &- 2 ? height(b &+ 1) : 0
      if here > 0, here >= before, here > next {
        var slot = 5
        while slot > 0, heights[slot &- 1] < here { slot &-= 1 }
        if slot < 5 {
          for k in stride(from: 4, to: slot, by: -1) {
            peaks[k] = peaks[k &- 1]
            heights[k] = heights[k &- 1]
          }
          peaks[slot] = b
          heights[slot] = here
        }
      }
      before = here
      here = next
    }
    var best: Shift?
    var bestMerit: Float = 0
    for k in 0..<(few ? 1 : 5) where peaks[k] >= 0 && heights[k] > 0.1 * heights[0] {
      // Refined, a peak moves by no more than the widths that three rounds look at; what cannot win even so is
      // not looked at.
      let start = position(peaks[k])
      let nearest = max(0, abs(start) - 0.6 * width) / sigma
      if best != nil, MapTuning.fitWeight - 0.5 * nearest * nearest < bestMerit { continue }
      let x = refine(start, pairCount, width: 0.07 * width)
      let t = x / sigma
      let share = explained(views, x, pairCount, n, count, width: width, usesCut: usesCut)
      let merit = MapTuning.fitWeight * share - 0.5 * t * t
      if best == nil || merit > bestMerit {
        best = Shift(x: x, explained: share)
        bestMerit = merit
      }
    }
    return best
  }

  /// Climbs to the centre of a peak.
  private func refine(_ start: Float, _ pairCount: Int, width: Float) -> Float {
    var x = start
    for _ in 0..<3 {
      var sum: Float = 0
      var weight: Float = 0
      for p in 0..<pairCount {
        let e = (pairs[p].dx - x) / width
        guard abs(e) < 2.5 else { continue }
        // A biweight of the same spread as a Gaussian.
        let q = 1 - e * e / 6.25
        let g = pairs[p].weight * q * q
        sum += g * pairs[p].dx
        weight += g
      }
      guard weight > 1e-6 else { return x }
      x = sum / weight
    }
    return x
  }

  /// How well a shift explains the views: matched less unexplained, as a share of all.
  private func explained(
    _ views: Views, _ x: Float, _ pairCount: Int, _ n: Int, _ count: Int, width: Float, usesCut: Bool
  ) -> Float {
    for v in 0..<count { bestOfView[v] = 0 }
    for k in 0..<n { bestOfItem[k] = 0 }
    for p in 0..<pairCount {
      let pair = pairs[p]
      guard abs(pair.dx - x) < 0.2 * width else { continue }
      let k = Int(pair.item)
      let v = Int(pair.view)
      let m: Float = classes[k] == views.classID[v] ? 1 : 0.5
      bestOfView[v] = max(bestOfView[v], m)
      bestOfItem[k] = max(bestOfItem[k], m)
    }
    var matched: Float = 0
    var all: Float = 1e-6
    for v in 0..<count where usesCut || !views.isCutSideways(v) {
      let s = max(0.2, min(1, views.score[v]))
      matched += bestOfView[v] * s
      all += s
    }
    var missing: Float = 0
    for k in 0..<n where bestOfItem[k] < 0.5 {
      let u = px[k] + x
      let half = pw[k] * 0.5
      guard u - half > -0.48 * frame.x, u + half < 0.48 * frame.x, abs(py[k]) < 0.46 * frame.y else {
        continue
      }
      missing += max(0, min(1, firmness[k] * 0.1))
    }
    return (matched - 0.6 * missing) / all
  }

  /// The weighted median of the vertical displacements of the pairs near a horizontal shift.
  ///
  /// None is larger than `most`; it is found to a few thousandths of that.
  @_optimize(speed)
  func verticalShift(_ pairCount: Int, _ tx: Float, within: Float, most: Float) -> Float? {
    let count = Self.medianBins
    let last = Float(count &- 1)
    var low = -most
    var step = 2 * most / Float(count)
    var half: Float = 0
    var below: Float = 0
    // The bin that holds it, and the bin within that.
    for round in 0..<2 {
      for b in 0..<count { bins[b] = 0 }
      let scale = 1 / step
      for p in 0..<pairCount where abs(pairs[p].dx - tx) < within {
        let place = (pairs[p].dy - low) * scale
        // In the second round what lies outside is counted already, or too large.
        if round == 0 || (place >= 0 && place < last + 1) {
          bins[Int(max(0, min(last, place)))] += pairs[p].weight
        }
      }
      if round == 0 {
        for b in 0..<count { half += 0.5 * bins[b] }
        guard half > 0 else { return nil }
      }
      var b = 0
      while b < count &- 1, below + bins[b] < half {
        below += bins[b]
        b &+= 1
      }
      low += Float(b) * step
      if round == 0 { step /= Float(count) }
    }
    return low + 0.5 * step
  }

  private static var medianBins: Int { 64 }

  /// Brings the pairs that are each other's nearest after the shift to the front.
  ///
  /// Returns their number.
  func mutualNearest(
    _ views: Views, _ pairCount: Int, _ n: Int, _ count: Int, _ tx: Float, _ ty: Float
  ) -> Int {
    func distance(_ pair: MapPair) -> Float {
      let k = Int(pair.item)
      let ex = (pair.dx - tx) / pw[k]
      let ey = (pair.dy - ty) / ph[k]
      let other: Float = classes[k] == views.classID[Int(pair.view)] ? 0 : 0.02
      return ex * ex + ey * ey + other
    }
    for v in 0..<count { bestOfView[v] = 0.09 }
    for k in 0..<n { bestOfItem[k] = 0.09 }
    var near = 0
    for p in 0..<pairCount {
      let pair = pairs[p]
      let r = distance(pair)
      guard r < 0.09 else { continue }
      bestOfView[Int(pair.view)] = min(bestOfView[Int(pair.view)], r)
      bestOfItem[Int(pair.item)] = min(bestOfItem[Int(pair.item)], r)
      pairs[near] = pair
      near &+= 1
    }
    var matched = 0
    for p in 0..<near {
      let r = distance(pairs[p])
      let v = Int(pairs[p].view)
      let k = Int(pairs[p].item)
      guard r == bestOfView[v], r == bestOfItem[k] else { continue }
      // Ties must not match twice.
      bestOfView[v] = -1
      bestOfItem[k] = -1
      pairs.swapAt(p, matched)
      matched &+= 1
    }
    return matched
  }
}
