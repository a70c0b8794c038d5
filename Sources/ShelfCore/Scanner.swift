/// The scanner: detections in, tracks and counts out.
///
/// The one place that shows the order of a frame.
///
/// A value of this type is a view of the caller's block, made anew for each call and never stored: the block
/// itself holds no addresses.
package struct Scanner {
  let state: Column<ScannerState>
  let tracker: Tracker
  let map: ShelfMap
  let gates: GateTable
  let log: CountLog

  /// What a block must be aligned to, in bytes.
  package static var alignment: Int { Arena.alignment }

  /// Walks the tables of a scanner; `size` afterwards is what they take.
  private init(_ arena: inout Arena, _ configuration: Configuration) {
    state = arena.column(ScannerState.self, 1)
    tracker = Tracker(&arena, configuration)
    map = ShelfMap(&arena, configuration)
    gates = GateTable(&arena, configuration)
    log = CountLog(&arena, capacity: Int(configuration.maxEvents))
  }

  /// The bytes that a scanner of that configuration takes.
  package static func size(of configuration: Configuration) -> Int {
    var place: UInt64 = 0
    return unsafe withUnsafeMutableBytes(of: &place) { bytes in
      // Measuring only does arithmetic on the base.
      guard let base = bytes.baseAddress else { return 0 }
      var arena = unsafe Arena(base: base)
      _ = Scanner(&arena, configuration)
      // A multiple of the alignment, as `aligned_alloc` wants it.
      return (arena.size &+ Arena.alignment &- 1) & ~(Arena.alignment &- 1)
    }
  }

  /// A new scanner in a block of that size, which holds zeros.
  @unsafe
  package init(startIn block: UnsafeMutableRawPointer, _ configuration: Configuration) {
    var arena = unsafe Arena(base: block)
    self.init(&arena, configuration)
    state[0] = ScannerState(configuration)
    reset()
  }

  /// The scanner that lies in a block.
  @unsafe
  package init(in block: UnsafeMutableRawPointer) {
    let configuration = unsafe block.assumingMemoryBound(to: ScannerState.self).pointee.configuration
    var arena = unsafe Arena(base: block)
    self.init(&arena, configuration)
  }

  /// Whether a block, aligned as `alignment` asks, holds an open scanner.
  @unsafe
  package static func isOpen(in block: UnsafeRawPointer) -> Bool {
    unsafe block.load(as: UInt64.self) == ScannerState.openCookie
  }

  /// Ends the scanner: its block is the caller's again.
  package func close() { state[0].cookie = 0 }

  package var configuration: Configuration { state[0].configuration }

  /// Forgets all but the configuration and the gates.
  package func reset() {
    var fresh = ScannerState(configuration)
    fresh.gateCount = state[0].gateCount
    state[0] = fresh
    tracker.reset()
    map.reset()
    gates.reset()
  }

  /// One frame.
  ///
  /// False where time did not advance: then nothing has happened.
  @unsafe
  package func update(
    timeUs: UInt64, rows: UnsafeBufferPointer<Detection>, fates: UnsafeMutablePointer<Fate>?
  ) -> Bool {
    guard let dt = state[0].clock.advance(to: timeUs, periodNs: configuration.periodNs) else { return false }
    let sheet = unsafe FateSheet(fates)
    Stage.lifecycle.begin()
    tracker.expire(state[0])
    removeEnded()
    let count = unsafe admit(rows, dt, sheet)
    Stage.predict.begin()
    tracker.predict(dt: dt, &state[0])
    let candidates = tracker.associate(rows: count, &state[0])
    Stage.correct.begin()
    tracker.correct(state[0])
    Stage.lifecycle.begin()
    tracker.removeDuplicates(candidates: candidates, &state[0])
    tracker.settle(&state[0])
    removeEnded()
    let old = state[0].trackCount
    tracker.giveBirth(rows: count, &state[0])
    for slot in old..<state[0].trackCount {
      gates.startTrack(slot, gates: state[0].gateCount)
      if configuration.frameMotion { tracker.tracks.kalman.setVelocity(slot, map.state[0].flow) }
    }
    Stage.gates.begin()
    observe()
    Stage.map.begin()
    if configuration.countsItems { linkItems(rows: count) }
    Stage.results.begin()
    if sheet.isWanted { tell(sheet, count) }
    return true
  }

  /// Fills the table of this frame's rows.
  @unsafe
  private func admit(_ rows: UnsafeBufferPointer<Detection>, _ dt: Float, _ fates: FateSheet) -> Int {
    Stage.guard.begin()
    let table = tracker.detections
    let count = unsafe InputGuard(table: table, configuration: configuration)
      .admit(rows, &state[0].stats, fates)
    guard configuration.followsRows || configuration.nms != .off else { return count }
    Stage.motion.begin()
    table.sort(count: count)
    table.markFootprints(count: count, frame: map.frame)
    if configuration.followsRows {
      let measured = map.followRows(table, count: count, dt: dt)
      // Unseen, the camera may do anything: what was measured last counts for less and less.
      if measured == nil { map.state[0].flow = map.state[0].flow.scaled(0.5, 0.5) }
      let flow = map.takeGivenMotion(dt: dt) ?? measured
      Stage.map.begin()
      if configuration.countsItems { mapRows(count, dt, flow) }
    }
    Stage.nms.begin()
    guard configuration.nms != .off else { return count }
    let left = SoftNMS(rows: TableRows(table: table, fates: fates), configuration.suppression).apply(
      count: count)
    state[0].stats.suppressed &+= UInt64(count &- left)
    return left
  }

  /// Takes the ended tracks out of all tables; the last one moves into the hole.
  private func removeEnded() {
    var slot = 0
    while slot < state[0].trackCount {
      if tracker.tracks.state[slot] == TrackState.ended.rawValue {
        remove(slot)
      } else {
        slot &+= 1
      }
    }
  }

  private func remove(_ slot: Int) {
    let tracks = tracker.tracks
    let rows = tracker.detections.track
    let last = state[0].trackCount &- 1
    if tracks.match[slot] >= 0 { rows[Int(tracks.match[slot])] = -1 }
    if slot != last {
      tracks.copy(last, to: slot)
      tracks.trail.swap(last, slot)
      gates.copyTrack(last, to: slot, gates: state[0].gateCount)
      if tracks.match[slot] >= 0 { rows[Int(tracks.match[slot])] = Int16(truncatingIfNeeded: slot) }
    }
    tracks.kalman.pad(last)
    state[0].trackCount = last
    state[0].stats.removed &+= 1
  }

  /// Shows every track that this frame observed to all gates, and lengthens its trail.
  private func observe() {
    let tracks = tracker.tracks
    for i in 0..<state[0].trackCount where tracks.match[i] >= 0 {
      let row = Int(tracks.match[i])
      let box = tracker.detections.box(row)
      let isFirst = tracks.hits[i] == 1
      let center = box.center
      for g in 0..<state[0].gateCount where !gates.gates[g].byItem {
        let isBottom = gates.gates[g].anchor == .bottom
        let observation = Observation(
          at: Point(x: center.x, y: isBottom ? box.y2 : center.y),
          before: Point(x: tracks.lastX[i], y: isBottom ? tracks.lastBottom[i] : tracks.lastY[i]),
          isFirst: isFirst, isConfirmed: tracks.isConfirmed(i))
        var memory = gates.memory(of: i, g)
        let outcome = gates.gates[g].step(observation, &memory)
        gates.remember(memory, of: i, g)
        if let outcome { write(outcome, gate: g, track: i, row: row) }
      }
      tracks.lastX[i] = center.x
      tracks.lastY[i] = center.y
      tracks.lastBottom[i] = box.y2
      tracks.trail.append(tracks.box(i).center, to: i)
    }
  }

  private func write(_ outcome: GateOutcome, gate: Int, track i: Int, row: Int) {
    let tracks = tracker.tracks
    let event = Event(
      frame: state[0].clock.frames, emittedFrame: state[0].clock.frames, timeUs: state[0].clock.us,
      trackID: tracks.id[i], itemID: 0, box: tracker.detections.box(row), kind: outcome.kind.rawValue,
      delta: outcome.kind == .count ? 1 : 0, direction: outcome.direction, reason: outcome.reason.rawValue,
      gate: UInt32(truncatingIfNeeded: gate), classID: UInt32(tracks.votes[i].winner),
      score: tracks.score[i], evidence: Float(tracks.hits[i]))
    gates.add(event)
    log.append(event, &state[0])
  }

  /// Tells the fates of the rows that took part.
  private func tell(_ fates: FateSheet, _ count: Int) {
    let detections = tracker.detections
    for d in 0..<count {
      let slot = Int(detections.track[d])
      var fate = Fate(.unmatched)
      if slot >= 0 {
        let id = tracker.tracks.id[slot]
        fate = Fate(id == 0 ? .tentative : .matched, trackID: id, stage: Int32(detections.stage[d]))
      } else {
        fate.kind = Int32(detections.fate[d])
      }
      fates.note(fate, of: Int(detections.row[d]))
    }
  }
}
