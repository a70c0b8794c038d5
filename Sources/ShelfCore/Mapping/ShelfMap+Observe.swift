/// What the views of a frame say about the places: hits, misses, new places.
extension ShelfMap {
  /// Gives views to the active items, the best pair first, and lets the items learn from them.
  func associate(_ n: Int, _ count: Int, _ frameNumber: UInt64) {
    for v in 0..<count { views.isFree[v] = true }
    for k in 0..<n { isHit[k] = false }
    for v in 0..<count { pairsOfView[v] = 0 }
    for k in 0..<n { pairsOfItem[k] = 0 }
    let reach = Point(x: MapTuning.gate * state[0].widest, y: MapTuning.gate * state[0].tallest)
    var total = 0
    for v in 0..<count {
      let cut = views.cuts[v]
      eachNear(views, v, reach.x, reach.y, n) { k in
        let d = displacement(views, v, k, cut)
        let ex = d.x / pw[k]
        let ey = d.y / ph[k]
        guard abs(ex) <= MapTuning.gate, abs(ey) <= MapTuning.gate, total < pairCapacity else { return }
        let ratio = views.w[v] < pw[k] ? pw[k] / views.w[v] : views.w[v] / pw[k]
        let shape: Float = cut & Views.sideways != 0 ? 0 : 0.15 * min(ratio - 1, 2)
        let trust = 0.004 * max(-4, min(10, items.evidence[Int(active[k])]))
        pairs[total] = MapPair(
          dx: d.x, dy: d.y, weight: ex * ex + ey * ey + shape - trust,
          item: UInt16(truncatingIfNeeded: k), view: UInt16(truncatingIfNeeded: v))
        pairsOfItem[k] &+= 1
        pairsOfView[v] &+= 1
        total &+= 1
      }
    }
    // Mostly there is nobody to be better than.
    var contested = 0
    for p in 0..<total {
      if pairsOfItem[Int(pairs[p].item)] == 1, pairsOfView[Int(pairs[p].view)] == 1 {
        give(pairs[p], frameNumber)
      } else {
        pairs[contested] = pairs[p]
        contested &+= 1
      }
    }
    heapSort(pairs, 0..<contested) { a, b in
      if a.weight != b.weight { return a.weight < b.weight }
      return a.item != b.item ? a.item < b.item : a.view < b.view
    }
    for p in 0..<contested { give(pairs[p], frameNumber) }
  }

  /// Gives a view to an item where both are free.
  private func give(_ pair: MapPair, _ frameNumber: UInt64) {
    let k = Int(pair.item)
    let v = Int(pair.view)
    guard !isHit[k], views.isFree[v] else { return }
    isHit[k] = true
    views.isFree[v] = false
    views.item[v] = active[k]
    hit(Int(active[k]), v, frameNumber)
  }

  private func hit(_ i: Int, _ v: Int, _ frameNumber: UInt64) {
    let score = views.score[v]
    let isCut = views.isCutSideways(v)
    items.hits[i] &+= 1
    items.run[i] = 0
    if !isCut {
      items.scoreSum[i] += score
      items.supportSum[i] += views.support[v]
      items.scored[i] &+= 1
      items.expected[i] &+= 1
      items.evidence[i] = min(MapTuning.mostEvidence, items.evidence[i] + hitGain(score))
    }
    items.votes[i].add(views.classID[v], score * (isCut ? 0.3 : 1))
    let p = state[0].pose.back(Point(x: views.x[v], y: views.y[v]))
    let scale = 1 / state[0].pose.scale
    let hits = Float(items.hits[i] &+ 1)
    let learning = MapTuning.learning * min(1, MapTuning.settledHits / hits)
    let share = max(learning, 1 / hits) * (score > 0.5 ? 1 : 0.5)
    let most: Float = items.hits[i] > 4 ? 0.12 : 0.5
    if !isCut {
      items.x[i] += share * clamp(p.x - items.x[i], most * items.w[i])
      items.w[i] += share * clamp(views.w[v] * scale - items.w[i], most * items.w[i])
    }
    learnHeight(i, v, p.y, scale, share, most * items.h[i])
    if !isCut { see(i, v, frameNumber) }
  }

  /// Upper and lower edge are learnt apart: a border of the picture may cut one of them.
  ///
  /// An edge never seen uncut is put where the other items' proportions say.
  private func learnHeight(_ i: Int, _ v: Int, _ y: Float, _ scale: Float, _ share: Float, _ most: Float) {
    let half = views.h[v] * scale * 0.5
    var top = items.y[i] - items.h[i] * 0.5
    var bottom = items.y[i] + items.h[i] * 0.5
    let isTopSeen = views.cuts[v] & Views.top == 0
    let isBottomSeen = views.cuts[v] & Views.bottom == 0
    if isTopSeen {
      top = items.edges[i] & Views.top == 0 ? y - half : top + share * clamp(y - half - top, most)
      items.edges[i] |= Views.top
    }
    if isBottomSeen {
      bottom = items.edges[i] & Views.bottom == 0 ? y + half : bottom + share * clamp(y + half - bottom, most)
      items.edges[i] |= Views.bottom
    }
    let visible = 2 * half
    if items.edges[i] & Views.upright != Views.upright {
      let height = max(visible, min(state[0].aspect * items.w[i], state[0].typicalHeight))
      if items.edges[i] & Views.bottom != 0 {
        top = bottom - height
      } else if items.edges[i] & Views.top != 0 {
        bottom = top + height
      }
    }
    items.y[i] = (top + bottom) * 0.5
    note(i, isNew: items.hits[i] == 1)
    items.h[i] = max(bottom - top, visible * 0.5)
  }

  /// Keeps up what is known of all places together.
  func note(_ i: Int, isNew: Bool) {
    blocks.take(i, x: items.x[i], y: items.y[i], isNew: isNew)
    guard items.evidence[i] > MapTuning.plainEvidence else { return }
    state[0].largest.x = max(state[0].largest.x, items.w[i])
    state[0].largest.y = max(state[0].largest.y, items.h[i])
  }

  /// The proportions of the items in view that are known whole.
  func learnAspect(_ n: Int) {
    var sum: Float = 0
    var height: Float = 0
    var weight: Float = 0
    for k in 0..<n {
      let i = Int(active[k])
      guard items.edges[i] == Views.upright, items.evidence[i] > 4 else { continue }
      sum += items.h[i] / items.w[i]
      height += items.h[i]
      weight += 1
    }
    guard weight > 0 else { return }
    let share: Float = state[0].aspect == 0 ? 1 : 0.1
    state[0].aspect += share * (sum / weight - state[0].aspect)
    state[0].typicalHeight += share * (height / weight - state[0].typicalHeight)
  }

  private func see(_ i: Int, _ v: Int, _ frameNumber: UInt64) {
    items.seenFrame[i] = frameNumber
    items.seenBox[i] = views.box[v]
  }

  func clamp(_ x: Float, _ most: Float) -> Float { max(-most, min(most, x)) }

  /// What one hit adds to the evidence: more where the score is above what this detector gives to items, or, of one
  /// that gives them much, above `usualScore`.
  private func hitGain(_ score: Float) -> Float {
    let usual = state[0].hasLevel ? min(MapTuning.usualScore, state[0].level) : MapTuning.usualScore
    return MapTuning.hitGain + max(-0.55, min(0.9, (score - usual) * 3.5))
  }

  /// Items that ought to be seen whole and are not.
  func noteMisses(_ n: Int) {
    var sure = 0
    var sureHits = 0
    for k in 0..<n where isExpected(k) && items.evidence[Int(active[k])] > 8 {
      sure &+= 1
      if isHit[k] { sureHits &+= 1 }
    }
    if sure >= 6 {
      let rate = max(0.4, min(0.95, Float(sureHits) / Float(sure)))
      state[0].hitRate += 0.3 * (rate - state[0].hitRate)
    }
    let miss = 1 - min(state[0].hitRate, MapTuning.hitRate)
    let penalty = min(-0.25, naturalLog(miss / (1 - MapTuning.clutterHitRate)))
    for k in 0..<n where !isHit[k] && isExpected(k) {
      let i = Int(active[k])
      if items.hits[i] > 1, isHidden(k, n) { continue }
      items.expected[i] &+= 1
      // Misses come in bursts: the later ones of a run say less.
      let weight: Float = items.run[i] == 0 ? 1 : items.run[i] == 1 ? 0.7 : items.run[i] == 2 ? 0.45 : 0.3
      items.evidence[i] += penalty * weight
      if items.evidence[i] < MapTuning.dropEvidence { state[0].hasRefuted = true }
      if items.run[i] < 255 { items.run[i] &+= 1 }
    }
  }

  /// Whether an active item lies so in the picture that a detector should give a whole box.
  @inline(__always)
  private func isExpected(_ k: Int) -> Bool {
    abs(px[k]) + pw[k] * 0.5 < 0.49 * frame.x && abs(py[k]) + ph[k] * 0.3 < 0.5 * frame.y
  }

  /// Are the sure items round it missing too? Then something stands before the patch.
  private func isHidden(_ k: Int, _ n: Int) -> Bool {
    var near = 0
    var missing = 0
    eachNear(px[k], py[k], 1.7 * pw[k], 1.3 * ph[k], n) { o in
      guard o != k, items.evidence[Int(active[o])] > 1.5 else { return }
      guard abs(px[o] - px[k]) < 1.7 * pw[k], abs(py[o] - py[k]) < 1.3 * ph[k], isExpected(o) else { return }
      near &+= 1
      if !isHit[o] { missing &+= 1 }
    }
    return near >= 2 && Float(missing) >= 0.34 * Float(near)
  }

  /// Opens places for the views that belong to none and lie on none.
  func open(_ count: Int, _ n: Int, _ frameNumber: UInt64) {
    let scale = 1 / state[0].pose.scale
    // Where the map ends and nothing is known, the camera's way hangs on the little that is seen.
    let least = isOffMap && state[0].reckoned > 0 ? 0 : MapTuning.leastNewScore
    for v in 0..<count where views.isFree[v] && !views.isCutSideways(v) {
      guard views.score[v] >= least, !isOccupied(v, n) else { continue }
      guard state[0].itemCount < items.capacity else {
        state[0].wanted &+= 1
        continue
      }
      let i = state[0].itemCount
      state[0].itemCount = i &+ 1
      let p = state[0].pose.back(Point(x: views.x[v], y: views.y[v]))
      items.x[i] = p.x
      items.y[i] = p.y
      items.w[i] = views.w[v] * scale
      items.h[i] = views.h[v] * scale
      items.evidence[i] = hitGain(views.score[v])
      items.scoreSum[i] = views.score[v]
      items.supportSum[i] = views.support[v]
      items.scored[i] = 1
      items.expected[i] = 1
      items.hits[i] = 1
      items.run[i] = 0
      items.status[i] = ItemStatus.open.rawValue
      items.edges[i] = 0
      items.votes[i] = ClassVotes(views.classID[v], views.score[v])
      items.countClass[i] = views.classID[v]
      items.id[i] = state[0].nextID
      items.trackID[i] = 0
      items.piece[i] = state[0].piece
      views.isFree[v] = false
      views.item[v] = UInt16(truncatingIfNeeded: i)
      state[0].nextID &+= 1
      learnHeight(i, v, p.y, scale, 1, items.h[i])
      see(i, v, frameNumber)
    }
  }

  private func isOccupied(_ v: Int, _ n: Int) -> Bool {
    let box = centred(views.x[v], views.y[v], views.w[v], views.h[v])
    var shares: Float = 0
    var isOccupied = false
    let reachX = 0.501 * (views.w[v] + state[0].widest)
    let reachY = 0.501 * (views.h[v] + state[0].tallest)
    eachNear(views.x[v], views.y[v], reachX, reachY, n) { k in
      let i = Int(active[k])
      let evidence = items.evidence[i]
      // Clutter that came first does not keep a place from an item.
      guard evidence > -1, items.meanSupport(i) > MapTuning.weakPlace * views.support[v] else { return }
      let other = centred(px[k], py[k], pw[k], ph[k])
      let share = sharedArea(box, other) / min(box.area, other.area)
      if share > (evidence > 4 ? 0.45 : 0.6) { isOccupied = true }
      if evidence > 4 { shares += share }
    }
    return isOccupied || shares > 0.6
  }

  @inline(__always)
  func centred(_ x: Float, _ y: Float, _ w: Float, _ h: Float) -> Box {
    Box(x1: x - w * 0.5, y1: y - h * 0.5, x2: x + w * 0.5, y2: y + h * 0.5)
  }
}
