/// One track as callers see it, in their units: field by field what `shelf_track` is.
package struct TrackReport: BitwiseCopyable {
  package var id: UInt64
  package var box: Box
  package var vx: Float
  package var vy: Float
  package var score: Float
  package var classID: UInt32
  package var state: Int32
  package var detection: Int32
  package var missed: UInt32
  package var hits: UInt32
}

/// One place on the shelf.
package struct ItemReport {
  package var id: UInt64
  package var lastFrame: UInt64
  package var place: Box
  package var box: Box
  package var score: Float
  package var evidence: Float
  package var classID: UInt32
  package var state: Int32
  package var hits: UInt32
  package var expected: UInt32
  package var inBand: UInt32
}

/// The camera's pose as callers see it.
package struct PoseReport {
  package var registration: Int32
  package var x: Float
  package var y: Float
  package var scale: Float
  package var roll: Float
  package var lens: Float
  package var pieces: UInt32
}

/// Counts of one gate.
package struct CountReport {
  package var inside: UInt32 = 0
  /// Due places whose evidence lies close to the threshold: of those counted, and of those not (yet) counted.
  package var doubtfulCounted: UInt64 = 0
  package var doubtfulOpen: UInt64 = 0
  package var forward: UInt64 = 0
  package var backward: UInt64 = 0
  package var undirected: UInt64 = 0
  package var passed: UInt64 = 0
}

/// What callers ask between frames.
extension Scanner {
  package var trackCount: Int { state[0].trackCount }
  package var frames: UInt64 { state[0].clock.frames }
  package var timeUs: UInt64 { state[0].clock.us }
  package var statistics: Statistics { state[0].stats }

  /// The state of the track in a slot.
  package func trackState(_ slot: Int) -> Int32 { Int32(tracker.tracks.state[slot]) }

  /// The slot of a confirmed track.
  package func slot(of id: UInt64) -> Int? {
    guard id != 0 else { return nil }
    for i in 0..<trackCount where tracker.tracks.id[i] == id { return i }
    return nil
  }

  package func trailCount(_ slot: Int) -> Int { tracker.tracks.trail.count(slot) }

  /// A point of a track's trail, oldest first.
  package func trailPoint(_ slot: Int, _ index: Int) -> Point {
    let scale = state[0].fromPixels
    return tracker.tracks.trail.point(slot, index).scaled(scale.x, scale.y)
  }

  package var gateCount: Int { state[0].gateCount }

  /// Adds a gate; nil where there is no room for it.
  package func add(_ gate: Gate) -> Int? {
    let index = gateCount
    guard index < gates.capacity else { return nil }
    gates.gates[index] = gate
    gates.gates[index].since = state[0].clock.frames
    for slot in 0..<trackCount { gates.remember(GateMemory(), of: slot, index) }
    for item in 0..<itemCount { gates.remember(GateMemory(), ofItem: item, index) }
    state[0].gateCount = index &+ 1
    return index
  }

  /// How many edges a gate has; its index is below `gateCount`.
  package func edgeCount(gate: Int) -> Int { gates.gates[gate].edgeCount }

  /// An edge of a gate, in the caller's units.
  package func edge(_ i: Int, gate: Int) -> Gate.Edge {
    let scale = state[0].fromPixels
    var edge = gates.gates[gate].edge(i)
    edge.a = edge.a.scaled(scale.x, scale.y)
    edge.b = edge.b.scaled(scale.x, scale.y)
    return edge
  }

  /// The counts of a gate for one class, or for all (nil).
  package func counts(_ gate: Int, classID: Int?) -> CountReport {
    var report = CountReport()
    let all = 0..<Int(configuration.maxClasses)
    for c in classID.map({ $0..<$0 &+ 1 }) ?? all {
      let tally = gates.tally(gate, c)
      report.forward &+= tally.forward
      report.backward &+= tally.backward
      report.undirected &+= tally.undirected
      report.passed &+= tally.passed
    }
    if gates.gates[gate].byItem {
      inventory.addItems(to: &report, gate, classID)
      return report
    }
    let tracks = tracker.tracks
    for i in 0..<trackCount where tracks.isConfirmed(i) {
      guard gates.memory(of: i, gate).has(GateMemory.inside) else { continue }
      if let classID, Int(tracks.votes[i].winner) != classID { continue }
      report.inside &+= 1
    }
    return report
  }

  /// Where the camera looks.
  package var poseReport: PoseReport {
    let s = mapState[0]
    let scale = state[0].fromPixels
    return PoseReport(
      registration: s.registration, x: s.pose.cx * scale.x, y: s.pose.cy * scale.y, scale: s.pose.scale,
      roll: s.pose.b / s.pose.scale, lens: s.optics.k, pieces: UInt32(s.piece))
  }

  /// The motion of the picture's content from the last frame to the next, in the caller's units.
  package func giveMotion(_ dx: Float, _ dy: Float) {
    let scale = configuration.toPixels
    mapState[0].given = Point(x: dx * scale.x, y: dy * scale.y)
    mapState[0].hasGiven = true
  }

  /// Whether anything would make use of a given motion.
  package var usesMotion: Bool { configuration.followsRows }

  package var itemsRefused: UInt64 { mapState[0].refused }

  package var itemCount: Int { mapState[0].itemCount }

  /// The index of a place, or nil.
  package func itemIndex(_ id: UInt64) -> Int? { inventory.itemIndex(id) }

  /// The place is no item: takes back what it counted, and it never counts again.
  package func dismissItem(_ index: Int) { inventory.dismissItem(index) }

  /// The place shows the same item as another one: of two counts one is taken back, a single one stays and
  /// belongs to the other from now on.
  package func mergeItem(_ index: Int, into other: Int) { inventory.mergeItem(index, into: other) }

  /// The end of a stream: what still waits is decided.
  package func finish() {
    if configuration.countsItems { inventory.finish() }
  }

  package var eventCount: Int { state[0].eventCount }

  /// The oldest log entry, in the caller's units; it is gone afterwards.
  ///
  /// Only while `eventCount` is not 0.
  package func takeEvent() -> Event {
    var event = log.takeFirst(&state[0])
    let scale = state[0].fromPixels
    event.box = event.box.scaled(scale.x, scale.y)
    return event
  }
}

/// Tells the tracks of a scanner one after the other, and finds no more of its block than that takes.
package struct TrackReader {
  package let count: Int
  private let tracks: TrackTable
  private let rowNumber: Column<Int32>
  private let scale: Point

  /// For the scanner that lies in a block.
  @unsafe @inline(__always)
  package init(in block: UnsafeMutableRawPointer) {
    var arena = unsafe Arena(base: block)
    let state = arena.column(ScannerState.self, 1)
    rowNumber = DetectionTable(&arena, state[0].configuration).row
    tracks = TrackTable(&arena, state[0].configuration)
    count = state[0].trackCount
    scale = state[0].fromPixels
  }

  /// The tracks of a tile that are in one of these states, a bit in the byte of each.
  @inline(__always)
  package func lanes(tile t: Int, in states: UInt8) -> UInt64 {
    tracks.lanes(tile: t, in: states, count: count)
  }

  /// The track in a slot.
  @inline(__always)
  package func track(_ slot: Int) -> TrackReport {
    let row = Int(tracks.match[slot])
    return TrackReport(
      id: tracks.id[slot], box: tracks.box(slot).scaled(scale.x, scale.y),
      vx: tracks.kalman.velocity[slot, 0] * scale.x, vy: tracks.kalman.velocity[slot, 1] * scale.y,
      score: tracks.score[slot], classID: UInt32(tracks.votes[slot].winner),
      state: Int32(tracks.state[slot]), detection: row < 0 ? -1 : rowNumber[row],
      missed: tracks.missed[slot], hits: tracks.hits[slot])
  }
}
