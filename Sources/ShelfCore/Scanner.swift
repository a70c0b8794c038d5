/// The scanner: detections in, tracks and counts out.
///
/// The one place that shows the order of a frame.
///
/// A value of this type is a view of the caller's block, made anew for each call and never stored: the block
/// itself holds no addresses. What a frame calls is `mutating`, though no view ever changes: so none is copied.
package struct Scanner {
  let state: Column<ScannerState>
  var tracker: Tracker
  let gates: GateTable
  let log: CountLog
  let mapState: Column<MapState>
  /// Where the tables of the map begin: most calls have no use for them.
  private let rest: Arena

  /// What a block must be aligned to, in bytes.
  package static var alignment: Int { Arena.alignment }

  /// Walks the tables of a scanner.
  @_optimize(speed) @inline(never)
  private init(_ arena: consuming Arena, _ configuration: Configuration) {
    state = arena.column(ScannerState.self, 1)
    tracker = Tracker(&arena, configuration)
    gates = GateTable(&arena, configuration)
    log = CountLog(&arena, configuration)
    mapState = arena.column(MapState.self, 1)
    rest = arena
  }

  /// What counts by item.
  package var inventory: Inventory {
    @_optimize(speed) @inline(never) get {
      var arena = rest
      return Inventory(scanner: self, map: ShelfMap(&arena, mapState, configuration))
    }
  }

  /// The bytes that a scanner of that configuration takes.
  package static func size(of configuration: Configuration) -> Int {
    var place: UInt64 = 0
    return unsafe withUnsafeMutableBytes(of: &place) { bytes in
      // Measuring only does arithmetic on the base.
      guard let base = bytes.baseAddress else { return 0 }
      let scanner = Scanner(unsafe Arena(base: base), configuration)
      var arena = scanner.rest
      _ = ShelfMap(&arena, scanner.mapState, configuration)
      // A multiple of the alignment, as `aligned_alloc` wants it.
      return (arena.size &+ Arena.alignment &- 1) & ~(Arena.alignment &- 1)
    }
  }

  /// A new scanner in a block of that size, which holds zeros.
  @unsafe
  package init(startIn block: UnsafeMutableRawPointer, _ configuration: Configuration) {
    self.init(unsafe Arena(base: block), configuration)
    state[0] = ScannerState(configuration)
    reset()
  }

  /// The scanner that lies in a block.
  @unsafe
  package init(in block: UnsafeMutableRawPointer) {
    let configuration = unsafe block.assumingMemoryBound(to: ScannerState.self).pointee.configuration
    self.init(unsafe Arena(base: block), configuration)
  }

  /// Whether a block, aligned as `alignment` asks, holds an open scanner.
  @unsafe
  package static func isOpen(in block: UnsafeRawPointer) -> Bool {
    unsafe block.load(as: UInt64.self) == ScannerState.openCookie
  }

  /// Ends the scanner: its block is the caller's again.
  package func close() { state[0].cookie = 0 }

  @inline(__always)
  package var configuration: Configuration {
    _read { yield state[0].configuration }
  }

  /// Forgets all but the configuration and the gates.
  package func reset() {
    var fresh = ScannerState(configuration)
    fresh.gateCount = state[0].gateCount
    state[0] = fresh
    tracker.reset()
    inventory.map.reset()
    gates.reset()
  }

  /// One frame.
  ///
  /// False where time did not advance: then nothing has happened.
  @unsafe
  @_optimize(speed)
  package mutating func update(
    timeUs: UInt64, rows: UnsafeBufferPointer<Detection>, fates: UnsafeMutablePointer<Fate>?
  ) -> Bool {
    let period = state[0].periodNs
    guard let dt = state[0].clock.advance(to: timeUs, periodNs: period) else { return false }
    let sheet = unsafe FateSheet(fates)
    Stage.lifecycle.begin()
    tracker.expire(&state[0])
    removeEnded()
    let count = unsafe admit(rows, dt, sheet)
    Stage.predict.begin()
    tracker.predict(dt: dt, &state[0])
    let pairs = tracker.associate(rows: count, &state[0])
    Stage.correct.begin()
    tracker.correct(count: state[0].trackCount)
    Stage.lifecycle.begin()
    tracker.removeDuplicates(among: pairs, &state[0])
    tracker.settle(&state[0])
    removeEnded()
    let old = state[0].trackCount
    tracker.giveBirth(rows: count, &state[0])
    for slot in old..<state[0].trackCount {
      gates.startTrack(slot, gates: state[0].gateCount)
      if configuration.frameMotion { tracker.tracks.kalman.setVelocity(slot, mapState[0].flow) }
    }
    Stage.gates.begin()
    observe()
    Stage.map.begin()
    if configuration.countsItems { inventory.linkItems(rows: count) }
    Stage.results.begin()
    if sheet.isWanted { tell(sheet, count) }
    return true
  }

  /// Fills the table of this frame's rows.
  @unsafe @_optimize(speed)
  private mutating func admit(_ rows: UnsafeBufferPointer<Detection>, _ dt: Float, _ fates: FateSheet) -> Int
  {
    Stage.guard.begin()
    let table = tracker.detections
    let count = unsafe InputGuard(table: table, configuration: configuration)
      .admit(rows, &state[0].stats, fates)
    guard configuration.ordersRows else { return count }
    Stage.motion.begin()
    let arrangement = tracker.arrangement
    arrangement.arrange(table, count: count)
    if configuration.followsRows {
      let inventory = inventory
      let map = inventory.map
      let measured = map.followRows(table, count: count, dt: dt)
      // Unseen, the camera may do anything: what was measured last counts for less and less.
      if measured == nil { map.state[0].flow = map.state[0].flow.scaled(0.5, 0.5) }
      let flow = map.takeGivenMotion(dt: dt) ?? measured
      Stage.map.begin()
      if configuration.countsItems { inventory.mapRows(count, dt, flow) }
    }
    Stage.nms.begin()
    guard configuration.nms != .off else { return count }
    let left = SoftNMS(
      rows: TableRows(table: table, arrangement: arrangement, fates: fates), configuration.suppression
    ).apply(count: count)
    state[0].stats.suppressed &+= UInt64(count &- left)
    return left
  }

  /// Takes the ended tracks out of all tables; the last one moves into the hole.
  private mutating func removeEnded() {
    var slot = 0
    while state[0].endedCount > 0 {
      if tracker.tracks.state[slot] == TrackState.ended.rawValue {
        remove(slot)
      } else {
        slot &+= 1
      }
    }
  }

  @_optimize(speed) @inline(never)
  private mutating func remove(_ slot: Int) {
    let tracks = tracker.tracks
    let rows = tracker.outcomes.track
    let last = state[0].trackCount &- 1
    if tracks.match[slot] >= 0 { rows[Int(tracks.match[slot])] = -1 }
    if slot != last {
      tracks.copy(last, to: slot)
      tracker.sightings.places.copy(last, to: slot)
      tracks.trail.swap(last, slot)
      gates.copyTrack(last, to: slot, gates: state[0].gateCount)
      if tracks.match[slot] >= 0 { rows[Int(tracks.match[slot])] = Int16(truncatingIfNeeded: slot) }
    }
    tracks.match[last] = -1
    tracker.sightings.note(last: last, RowTile.none)
    state[0].endedCount &-= 1
    tracks.kalman.pad(last)
    state[0].trackCount = last
    state[0].stats.removed &+= 1
  }

  /// Shows every track that this frame observed to all gates, and lengthens its trail.
  private mutating func observe() {
    let tracks = tracker.tracks
    let count = state[0].trackCount
    for t in 0..<Tiles.count(of: count) {
      let places = tracker.sightings.places
      let x = places[tile: t, 0]
      let y = places[tile: t, 1]
      let bottom = places[tile: t, 2]
      let isSeen = x .< RowTile.none.x1
      for g in 0..<state[0].gateCount where !gates.gates[g].byItem {
        let isBottom = gates.gates[g].anchor == .bottom
        let isNews = .!gates.gates[g].isIndifferent(to: x, isBottom ? bottom : y, gates.memories(tile: t, g))
        var news = lanes(isSeen .& isNews)
        while news != 0 { show(track: t &* Tiles.width &+ nextLane(&news), gate: g) }
      }
      tracks.sighting[tile: t, 0].replace(with: x, where: isSeen)
      tracks.sighting[tile: t, 1].replace(with: y, where: isSeen)
      tracks.sighting[tile: t, 2].replace(with: bottom, where: isSeen)
    }
    guard tracks.trail.length > 0 else { return }
    for i in 0..<count where tracks.match[i] >= 0 { tracks.trail.append(tracks.kalman.center(i), to: i) }
  }

  @_optimize(speed)
  private mutating func show(track i: Int, gate g: Int) {
    let tracks = tracker.tracks
    let anchor = gates.gates[g].anchor
    let box = tracker.detections.box(Int(tracks.match[i]))
    let observation = Observation(
      at: Point(x: box.center.x, y: anchor == .bottom ? box.y2 : box.center.y),
      before: tracks.anchor(i, anchor), isFirst: tracks.hits[i] == 1, isConfirmed: tracks.isConfirmed(i))
    var memory = gates.memory(of: i, g)
    let outcome = gates.gates[g].step(observation, &memory)
    gates.remember(memory, of: i, g)
    if let outcome { write(outcome, gate: g, track: i) }
  }

  private mutating func write(_ outcome: GateOutcome, gate: Int, track i: Int) {
    let tracks = tracker.tracks
    let event = Event(
      frame: state[0].clock.frames, emittedFrame: state[0].clock.frames, timeUs: state[0].clock.us,
      trackID: tracks.id[i], itemID: 0, box: tracker.detections.box(Int(tracks.match[i])),
      kind: outcome.kind.rawValue,
      delta: outcome.kind == .count ? 1 : 0, direction: outcome.direction, reason: outcome.reason.rawValue,
      gate: UInt32(truncatingIfNeeded: gate), classID: UInt32(tracks.votes[i].winner),
      score: tracks.score[i], evidence: Float(tracks.hits[i]))
    gates.add(event)
    log.append(event, &state[0])
  }

  /// Tells the fates of the rows that took part.
  private func tell(_ fates: FateSheet, _ count: Int) {
    let detections = tracker.detections
    let outcomes = tracker.outcomes
    for d in 0..<count {
      let slot = Int(outcomes.track[d])
      var fate = Fate(.unmatched)
      if slot >= 0 {
        let id = tracker.tracks.id[slot]
        fate = Fate(id == 0 ? .tentative : .matched, trackID: id, stage: Int32(outcomes.stage[d]))
      } else {
        fate.kind = Int32(outcomes.fate[d])
      }
      fates.note(fate, of: Int(detections.row[d]))
    }
  }
}
