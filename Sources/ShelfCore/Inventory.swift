/// Counting by item: what the map says about a place, and the gates it passes.
package struct Inventory {
  let scanner: Scanner
  let map: ShelfMap

  var state: Column<ScannerState> { scanner.state }
  var gates: GateTable { scanner.gates }
  var tracker: Tracker { scanner.tracker }
  @inline(__always)
  var configuration: Configuration {
    _read { yield scanner.configuration }
  }

  /// Lets the map see this frame's rows, and the gates the places that it moves through them.
  @_optimize(speed)
  func mapRows(_ rows: Int, _ dt: Float, _ flow: Point?) {
    let number = state[0].clock.frames
    // Room for the places that the last frame had none for.
    while map.state[0].wanted > 0 {
      map.state[0].wanted &-= 1
      if !foldFarthestItem() { map.state[0].refused &+= 1 }
    }
    let old = map.step(
      tracker.detections, tracker.arrangement, rows: rows, frameNumber: number, dt: dt, flow)
    for i in old..<max(old, map.state[0].itemCount) { startItem(i) }
    followItems()
    countItems(isEnd: false)
  }

  /// After the tracker: lets the items know the tracks that show them, and drops what evidence speaks against.
  func linkItems(rows: Int) {
    for r in 0..<Int(configuration.maxDetections) { map.trackOfRow[r] = 0 }
    for d in 0..<rows where tracker.outcomes.track[d] >= 0 {
      let id = tracker.tracks.id[Int(tracker.outcomes.track[d])]
      map.trackOfRow[Int(tracker.detections.origin[d])] = id
    }
    for v in 0..<map.state[0].viewCount where !map.views.isFree[v] {
      let id = map.trackOfRow[Int(map.views.row[v])]
      if id != 0 { map.items.trackID[Int(map.views.item[v])] = id }
    }
    removeRefuted()
  }

  /// A place was there before it was first seen: the frames of the past in which it lay in a gate count.
  @inline(never)
  private func startItem(_ i: Int) {
    gates.startItem(i, gates: state[0].gateCount)
    var back = MapTuning.history &- 1
    while back > 0 {
      if let pose = map.pose(framesAgo: back) { follow(i, pose, framesAgo: back) }
      back &-= 1
    }
  }

  @_optimize(speed)
  private func followItems() {
    let pose = map.state[0].pose
    // A place far away passes no gate; on its way there it was seen to leave the picture.
    let far = map.frame.scaled(1.2, 1.2)
    for k in 0..<map.findTiles(near: pose, far.x, far.y) { followTile(Int(map.found[k]), pose, far) }
  }

  @_optimize(speed)
  private func followTile(_ t: Int, _ pose: Pose, _ far: Point) {
    let u = pose.project(map.items.x.tile(t), map.items.y.tile(t))
    let isNear = (u.x .< far.x) .& (u.x .> -far.x) .& (u.y .< far.y) .& (u.y .> -far.y)
    guard map.places(lanes(isNear), tile: t) != 0 else { return }
    var news: UInt64 = 0
    for g in 0..<state[0].gateCount where gates.gates[g].byItem {
      let at = map.picture(tile: t, pose, gates.gates[g].anchor)
      let isInPicture =
        (at.x .>= 0) .& (at.x .<= map.frame.x) .& (at.y .>= 0) .& (at.y .<= map.frame.y)
      let isOld = gates.gates[g].isIndifferent(
        toItemsAt: at.x, at.y, isInPicture: isInPicture, gates.itemMemories(tile: t, g))
      news |= lanes(isNear .& .!isOld)
    }
    news = map.places(news, tile: t)
    while news != 0 { follow(t &* Tiles.width &+ nextLane(&news), pose, framesAgo: 0) }
  }

  @_optimize(speed)
  private func follow(_ i: Int, _ pose: Pose, framesAgo back: Int) {
    let isSure = map.state[0].registration == PoseResult.found.rawValue
    let frame = state[0].clock.frames &- UInt64(truncatingIfNeeded: back)
    for g in 0..<state[0].gateCount where gates.gates[g].byItem && frame > gates.gates[g].since {
      let at = map.picture(i, pose, gates.gates[g].anchor)
      let isInPicture = at.x >= 0 && at.x <= map.frame.x && at.y >= 0 && at.y <= map.frame.y
      var memory = gates.memory(ofItem: i, g)
      let isAgain = gates.gates[g].follow(at, isInPicture: isInPicture, isSure: isSure, &memory)
      gates.remember(memory, ofItem: i, g)
      if isAgain, back == 0 { write(.suppressed, delta: 0, item: i, gate: g) }
    }
  }

  /// The end of a stream: what still waits is decided.
  func finish() {
    if configuration.countsItems { countItems(isEnd: true) }
  }

  @_optimize(speed)
  private func countItems(isEnd: Bool) {
    for t in 0..<Tiles.count(of: map.state[0].itemCount) {
      var due = map.places(areDue(tile: t), tile: t)
      while due != 0 { countItem(t &* Tiles.width &+ nextLane(&due), isEnd: isEnd) }
    }
  }

  /// A place has passed a gate: it counts once it is known for an item.
  @inline(__always)
  private func countItem(_ i: Int, isEnd: Bool) {
    if !map.items.isItem(i) {
      guard map.items.status[i] == ItemStatus.open.rawValue else { return }
      guard map.hasEvidence(i) || map.isSteady(i) else { return }
      guard becomesItem(i, isEnd: isEnd) else { return }
    }
    count(i)
  }

  /// Whether a place with evidence is an item from now on.
  @_optimize(speed) @inline(never)
  private func becomesItem(_ i: Int, isEnd: Bool) -> Bool {
    let isGone = isEnd || isOutside(map.picture(i, map.state[0].pose, .center))
    // What has left the picture learns nothing but the level: looking now and then will do.
    let now = state[0].clock.frames
    if isGone, !isEnd, now &- map.items.seenFrame[i] > 32, (now &+ map.items.id[i]) & 7 != 0 { return false }
    guard map.isItem(i, isGone: isGone, now) else { return false }
    map.items.status[i] = isKnownInOtherPiece(i) ? ItemStatus.merged.rawValue : ItemStatus.item.rawValue
    return map.items.isItem(i)
  }

  /// Whether the track that shows a place showed a counted item before the map had to begin a new piece: then
  /// both are one thing, and only the map lost its way.
  private func isKnownInOtherPiece(_ i: Int) -> Bool {
    let items = map.items
    guard items.trackID[i] != 0, map.state[0].piece > 0 else { return false }
    for j in 0..<map.state[0].itemCount where items.isItem(j) && items.piece[j] != items.piece[i] {
      if items.trackID[j] == items.trackID[i] { return true }
    }
    return false
  }

  /// Whether a point lies clearly outside the picture.
  private func isOutside(_ at: Point) -> Bool {
    let frame = map.frame
    return at.x < -0.05 * frame.x || at.x > 1.05 * frame.x || at.y < -0.05 * frame.y || at.y > 1.05 * frame.y
  }

  /// Which places of a tile have passed a gate in which they are not counted.
  @inline(__always)
  private func areDue(tile t: Int) -> UInt64 {
    var due: UInt64 = 0
    for g in 0..<state[0].gateCount where gates.gates[g].byItem {
      due |= lanes(GateMemory.areDue(gates.itemMemories(tile: t, g)))
    }
    return due
  }

  @inline(never)
  private func count(_ i: Int) {
    if !hasCounted(i) { map.items.countClass[i] = map.items.votes[i].winner }
    for g in 0..<state[0].gateCount where gates.gates[g].byItem {
      var memory = gates.memory(ofItem: i, g)
      guard memory.has(GateMemory.due), !memory.has(GateMemory.counted) else { continue }
      memory.set(GateMemory.counted, true)
      gates.remember(memory, ofItem: i, g)
      write(.count, delta: 1, item: i, gate: g)
    }
  }

  func hasCounted(_ i: Int) -> Bool {
    for g in 0..<state[0].gateCount where gates.memory(ofItem: i, g).has(GateMemory.counted) { return true }
    return false
  }

  func write(_ kind: Event.Kind, delta: Int32, item i: Int, gate: Int) {
    let memory = gates.memory(ofItem: i, gate)
    let reason: Event.Reason =
      kind == .dismiss || kind == .merge ? .caller : memory.has(GateMemory.crossed) ? .crossing : .dwell
    let items = map.items
    let event = Event(
      frame: items.seenFrame[i], emittedFrame: state[0].clock.frames, timeUs: state[0].clock.us,
      trackID: items.trackID[i], itemID: items.id[i], box: items.seenBox[i], kind: kind.rawValue,
      delta: delta,
      direction: memory.direction, reason: reason.rawValue,
      gate: UInt32(truncatingIfNeeded: gate),
      classID: UInt32(hasCounted(i) ? items.countClass[i] : items.votes[i].winner),
      score: items.meanScore(i), evidence: items.evidence[i])
    gates.add(event)
    scanner.log.append(event, &state[0])
  }

  /// Takes out the places that evidence speaks against.
  private func removeRefuted() {
    guard map.state[0].hasRefuted else { return }
    map.state[0].hasRefuted = false
    var i = 0
    while i < map.state[0].itemCount {
      if map.items.evidence[i] < MapTuning.dropEvidence, map.items.status[i] == ItemStatus.open.rawValue {
        removeItem(i)
      } else {
        i &+= 1
      }
    }
  }

  // MARK: Room

  /// Makes room for a new place: the one seen longest ago and far from the picture is forgotten.
  ///
  /// What it counted stays in the totals.
  @inline(never)
  func foldFarthestItem() -> Bool {
    let items = map.items
    let pose = map.state[0].pose
    var oldest: Int?
    for i in 0..<map.state[0].itemCount {
      let at = map.picture(i, pose, .center)
      let isNearX = abs(at.x - map.frame.x * 0.5) < 1.5 * map.frame.x
      let isNearY = abs(at.y - map.frame.y * 0.5) < 1.5 * map.frame.y
      guard !isNearX || !isNearY else { continue }
      if let o = oldest, items.seenFrame[i] >= items.seenFrame[o] { continue }
      oldest = i
    }
    guard let oldest else { return false }
    removeItem(oldest)
    state[0].stats.itemsFolded &+= 1
    return true
  }

  func removeItem(_ i: Int) {
    let last = map.state[0].itemCount &- 1
    if i != last {
      map.items.copy(last, to: i)
      map.blocks.take(i, x: map.items.x[i], y: map.items.y[i], isNew: false)
      gates.copyItem(last, to: i, gates: state[0].gateCount)
    }
    map.state[0].itemCount = last
  }
}
