/// Whether a place holds an item.
extension ShelfMap {
  /// Weighs a place that ought to count and was seen often enough: whether it holds an item, as far as is known.
  ///
  /// What is doubtful waits until it has left the picture.
  func isItem(_ i: Int, isGone: Bool, _ frameNumber: UInt64) -> Bool {
    guard !liesOnItem(i), !isSpot(items.seenBox[i]) else { return false }
    // The more places, the less a frame changes.
    let pause = UInt64(max(5, state[0].itemCount / 64))
    if frameNumber &- state[0].calibratedFrame >= pause || state[0].calibratedFrame == 0 {
      calibrate()
      state[0].calibratedFrame = frameNumber
    }
    guard isPlausible(i) else { return false }
    if isGone, isStranger(i) { return true }
    guard hasEvidence(i) else { return false }
    let support = items.meanSupport(i)
    guard state[0].hasLevel else { return isGone || support >= MapTuning.plainSupport }
    if isGone { return support >= threshold(i) }
    // What lies below the valley is no item where there is clutter, and of that the first frames know little.
    let clear = support - 0.1 * state[0].level
    return clear >= state[0].valley && clear >= threshold(i)
  }

  /// The least mean support of an item at a place: more is asked of a box whose shape is that of no neighbour;
  /// less, where the scores leave no gap between clutter and items, of one that repeats a neighbour's.
  private func threshold(_ i: Int) -> Float {
    let usual = state[0].threshold
    guard let shape = nearestShape(i) else { return usual }
    let level = state[0].level
    let odd = max(0, min(1, (shape - MapTuning.alike) / 0.6))
    let like = max(0, min(1, (MapTuning.alike - shape) / 0.1)) * min(1, state[0].vagueness)
    return usual + odd * (state[0].valley - usual + MapTuning.shapeWeight * level)
      - like * MapTuning.likenessWeight * level
  }

  /// By how much a place's width and height differ from those of the nearest in shape among the items of its row,
  /// as a factor: neither odd nor alike where these differ from one another too.
  ///
  /// Nil where the row is too short to tell.
  private func nearestShape(_ i: Int) -> Float? {
    var least: Float = .greatestFiniteMagnitude
    var n = 0
    var row = InlineArray<8, Int>(repeating: 0)
    for k in 0..<findItems(atX: items.x[i], within: 2 * frame.x) {
      // Three are enough where one has its shape.
      guard n < 3 || least > 1.1 else { break }
      let j = Int(found[k])
      guard j != i, items.evidence[j] > 8 else { continue }
      guard abs(items.y[j] - items.y[i]) < 0.5 * items.h[j] else { continue }
      guard items.meanSupport(j) > items.meanSupport(i) else { continue }
      guard items.meanSupport(j) > 0.8 * state[0].level else { continue }
      least = min(least, shape(i, j))
      if n < 8 { row[n] = j }
      n &+= 1
    }
    guard n >= 3 else { return nil }
    guard least > MapTuning.alike else { return least }
    return variety(row, min(n, 8)) > MapTuning.motley ? MapTuning.alike : least
  }

  /// By how much the places of a row differ in shape from the nearest of the others, on average.
  @inline(never)
  private func variety(_ row: InlineArray<8, Int>, _ n: Int) -> Float {
    var sum: Float = 0
    for a in 0..<n {
      var least: Float = .greatestFiniteMagnitude
      for b in 0..<n where b != a { least = min(least, shape(row[a], row[b])) }
      sum += least
    }
    return sum / Float(n)
  }

  /// By how much the boxes of two places differ in width and height, as a factor.
  @inline(never)
  private func shape(_ i: Int, _ j: Int) -> Float {
    let w = items.w[i] / items.w[j]
    // A height that the picture's border cuts is a guess.
    let h = items.edges[i] & items.edges[j] == Views.upright ? items.h[i] / items.h[j] : 1
    return max(w, 1 / w) * max(h, 1 / h)
  }

  /// Whether nothing but its score speaks against a place.
  func couldBeItem(_ i: Int) -> Bool {
    (hasEvidence(i) || isStranger(i)) && !liesOnItem(i) && isPlausible(i)
  }

  /// Whether a place was seen so often that it may be an item.
  @inline(__always)
  func hasEvidence(_ i: Int) -> Bool {
    items.evidence[i] > MapTuning.countEvidence && items.hits[i] >= MapTuning.countHits
  }

  /// Whether a place was seen in almost every frame that ought to show it: of that its score may say nothing.
  @inline(__always)
  func isSteady(_ i: Int) -> Bool {
    let (hits, expected) = (Float(items.scored[i]), Float(items.expected[i]))
    return hits >= MapTuning.strangerHits && hits >= MapTuning.strangerRate * expected
  }

  /// Whether a place is steady and nothing of its class is beyond doubt: what the detector gives to other classes
  /// is no measure for it.
  @inline(never)
  private func isStranger(_ i: Int) -> Bool {
    guard isSteady(i) else { return false }
    for j in 0..<state[0].itemCount where items.evidence[j] > MapTuning.countEvidence && j != i {
      if items.votes[j].winner == items.votes[i].winner { return false }
    }
    return true
  }

  /// How far a place's support lies above the least of an item, in units of what counts as doubtful; 0 where
  /// nothing tells.
  func margin(_ i: Int) -> Float {
    guard state[0].hasLevel, !isStranger(i) else { return 0 }
    return (items.meanSupport(i) - threshold(i)) / (0.1 * state[0].level)
  }

  /// Whether a place lies on an item: then both are the same thing.
  private func liesOnItem(_ i: Int) -> Bool {
    let box = items.box(i)
    for k in 0..<findItems(atX: items.x[i], within: items.w[i]) {
      let j = Int(found[k])
      guard items.isItem(j), j != i else { continue }
      let other = items.box(j)
      // Things that stand in front of one another lie aside; one above the other they do not overlap.
      let isAbove = abs(items.x[j] - items.x[i]) < 0.25 * min(items.w[i], items.w[j])
      let most: Float = isAbove ? 0.2 : 0.35
      if sharedArea(box, other) > most * min(box.area, other.area) { return true }
    }
    return false
  }

  /// Clutter that is seen again and again: boxes between two items, and boxes of a size that no item has.
  private func isPlausible(_ i: Int) -> Bool {
    let box = items.box(i)
    var shared: Float = 0
    for k in 0..<findItems(atX: items.x[i], within: 1.5 * items.w[i]) {
      let j = Int(found[k])
      guard j != i, items.evidence[j] > items.evidence[i] + 1 else { continue }
      shared += sharedArea(box, items.box(j))
    }
    if shared > 0.5 * box.area { return false }
    // What is large for the largest is large for the mean.
    if items.h[i] > 0.501 * state[0].largest.y, items.w[i] > 0.451 * state[0].largest.x { return true }
    var n: Float = 0
    var width: Float = 0
    var height: Float = 0
    for j in 0..<state[0].itemCount where items.evidence[j] > MapTuning.plainEvidence {
      guard items.votes[j].winner == items.votes[i].winner else { continue }
      guard !state[0].hasLevel || items.meanSupport(j) > 0.8 * state[0].level else { continue }
      n += 1
      width += items.w[j]
      height += items.h[j]
    }
    guard n >= 3 else { return true }
    let isTiny = items.h[i] < 0.5 * height / n || items.w[i] < 0.45 * width / n
    return !isTiny || (state[0].hasLevel && items.meanSupport(i) > 0.85 * state[0].level)
  }

  /// The level of support that this detector gives to items, and the least of an item.
  func calibrate() {
    state[0].hasLevel = false
    var level: Float = 0
    // The 75th percentile of the means by bins, then the mean of what is near it.
    let n = fillBins(byWeight: false)
    guard n >= 3 else { return }
    var above: Float = 0
    var b = 100
    while b > 0, above + bins[b] < 0.25 * n {
      above += bins[b]
      b &-= 1
    }
    level = Float(b) * 0.01 + 0.005
    for _ in 0..<8 {
      var count: Float = 0
      var k = 100
      for j in 0...100 where Float(j) * 0.01 + 0.005 > 0.7 * level { count += bins[j] }
      var sum: Float = 0
      while k > 0, sum + bins[k] < 0.5 * count {
        sum += bins[k]
        k &-= 1
      }
      level = Float(k) * 0.01 + 0.005
    }
    let squeeze = max(0, min(1, (level - 0.9) / 0.07))
    let prior = MapTuning.usualValley + (MapTuning.squeezedValley - MapTuning.usualValley) * squeeze
    // The same histogram by weight: a place seen often says more.
    let weights = fillBins(byWeight: true)
    var best: Float = .infinity
    var valley: Float = 0
    var emptiest: Float = 0
    for step in 0..<52 {
      let share = 0.45 + 0.01 * Float(step)
      let t = share * level
      var density: Float = 0
      for b in 0..<101 where bins[b] > 0 {
        let e = (t - Float(b) * 0.01 - 0.005) / (0.05 * level)
        if abs(e) < 4 { density += bins[b] * negativeExponential(-0.5 * e * e) }
      }
      let off = (share - prior) / MapTuning.valleySpread
      let cost = naturalLog(density / weights + 0.02) + 0.5 * off * off
      if cost < best {
        best = cost
        valley = t
        emptiest = density / weights
      }
    }
    // Steady places far below the level, per place near it: where there are none, a weak place is more likely
    // an item that the detector likes less.
    var far: Float = 0
    var near: Float = 0
    for i in 0..<state[0].itemCount where isScored(i) {
      let share = items.meanSupport(i) / level
      if share > 0.7 { near += 1 }
      if share < 0.5, !isCovered(i) { far += 1 }
    }
    let chat = max(0, min(1, (far + 0.5) / (near + 12) / 0.04))
    state[0].level = level
    state[0].valley = valley
    state[0].vagueness = emptiest
    state[0].threshold = chat * valley + (1 - chat) * 0.42 * level
    state[0].hasLevel = true
  }

  /// The histogram of the places' mean support, each place with the weight 1 or with one that grows to 1 as it
  /// is seen.
  ///
  /// Returns the sum of the weights.
  @inline(never)
  private func fillBins(byWeight: Bool) -> Float {
    for b in 0..<101 { bins[b] = 0 }
    var sum: Float = 0
    for i in 0..<state[0].itemCount where isScored(i) {
      let weight = byWeight ? min(1, Float(items.scored[i]) / 20) : 1
      bins[Int(max(0, min(1, items.meanSupport(i))) * 100)] += weight
      sum += weight
    }
    return sum
  }

  /// Whether the place lies on a better one.
  private func isCovered(_ i: Int) -> Bool {
    let box = items.box(i)
    for k in 0..<findItems(atX: items.x[i], within: items.w[i]) {
      let j = Int(found[k])
      guard j != i, items.evidence[j] > 4, items.supportSum[j] > items.supportSum[i] else { continue }
      let other = items.box(j)
      if sharedArea(box, other) > 0.35 * min(box.area, other.area) { return true }
    }
    return false
  }

  private func isScored(_ i: Int) -> Bool {
    items.scored[i] >= 4 && items.evidence[i] > 2 && Float(items.scored[i]) > 0.7 * Float(items.expected[i])
  }
}
