/// Birth, confirmation, loss and end of tracks.
///
/// What ends is marked `ended`; the scanner takes it out of all tables at once.
extension Tracker {
  /// Ends the tracks whose lost buffer is over, before anything could find them again.
  mutating func expire(_ state: inout ScannerState) {
    let limit = state.survivalUs
    let now = state.clock.us
    guard now &- state.oldestUs > limit else { return }
    for i in 0..<state.trackCount where now &- tracks.lastSeenUs[i] > limit { end(i, &state) }
  }

  private func end(_ i: Int, _ state: inout ScannerState) {
    tracks.state[i] = TrackState.ended.rawValue
    state.endedCount &+= 1
  }

  /// After association: every track becomes tracked, lost, or (too few hits) nothing.
  mutating func settle(_ state: inout ScannerState) {
    let n = state.trackCount
    let now = state.clock.us
    var oldest = now
    let tracks = tracks
    let detections = detections
    for i in 0..<n {
      let row = Int(tracks.match[i])
      if row >= 0 {
        let score = detections.score[row]
        tracks.score[i] = score
        tracks.votes[i].add(detections.classID[row], score)
        tracks.lastSeenUs[i] = now
        tracks.missed[i] = 0
        tracks.hits[i] &+= 1
        if tracks.state[i] == TrackState.lost.rawValue { tracks.state[i] = TrackState.tracked.rawValue }
      } else {
        tracks.missed[i] &+= 1
        oldest = min(oldest, tracks.lastSeenUs[i])
        if tracks.state[i] == TrackState.tracked.rawValue {
          tracks.state[i] = TrackState.lost.rawValue
          // A lost box keeps its size: what its height was doing when it vanished says little.
          tracks.kalman.velocity[i, ConstantVelocityModel.height] = 0
        }
      }
      if tracks.state[i] == TrackState.tentative.rawValue, !isStillHopeful(i, &state) {
        end(i, &state)
      }
    }
    state.oldestUs = oldest
  }

  /// A tentative track is confirmed by so many hits in the first so many updates of its life; once it cannot
  /// get there any more it goes.
  private func isStillHopeful(_ i: Int, _ state: inout ScannerState) -> Bool {
    tracks.age[i] &+= 1
    let age = UInt32(tracks.age[i])
    if tracks.hits[i] >= state.configuration.confirmHits {
      confirm(i, &state)
      return true
    }
    return tracks.hits[i] &+ (state.configuration.confirmWindow &- age) >= state.configuration.confirmHits
  }

  private func confirm(_ i: Int, _ state: inout ScannerState) {
    tracks.state[i] = TrackState.tracked.rawValue
    tracks.id[i] = state.nextID
    state.nextID &+= 1
    state.stats.confirmed &+= 1
  }

  /// Where two tracks lie on one object, the younger goes, whatever becomes of the older: so it does not matter
  /// in which order the pairs come.
  ///
  /// Looked at are tracks of which one has a row that the other overlaps too: others cannot overlap that much.
  /// A tentative track beside a confirmed one goes before it gets an id, so a lasting second box burns none.
  mutating func removeDuplicates(among candidates: Pairs, _ state: inout ScannerState) {
    guard state.configuration.duplicateIoU < 1 else { return }
    let tracks = tracks
    let outcomes = outcomes
    let pairs = graph.pairs
    var p = 0
    while true {
      if p == candidates.sole.lowerBound { p = candidates.sole.upperBound }
      guard p < candidates.count else { return }
      let pair = pairs[p]
      p &+= 1
      let one = Int(pair.track)
      let other = Int(outcomes.track[Int(pair.detection)])
      // Often it is the pair that was matched.
      guard other != one, other >= 0, tracks.id[one] | tracks.id[other] != 0 else { continue }
      // With the hard gate another class is another thing.
      if state.configuration.classGate == .hard, tracks.votes[one].winner != tracks.votes[other].winner {
        continue
      }
      guard tracks.box(one).iou(tracks.box(other)) > state.configuration.duplicateIoU else { continue }
      // Ids are given at confirmation; a track without one, 0, is younger than any with one.
      let younger = tracks.id[one] &- 1 > tracks.id[other] &- 1 ? one : other
      guard tracks.state[younger] != TrackState.ended.rawValue else { continue }
      end(younger, &state)
      if tracks.id[younger] != 0 { state.stats.duplicates &+= 1 }
      let row = Int(tracks.match[younger])
      if row >= 0 { outcomes.fate[row] = UInt8(Fate.Kind.suppressed.rawValue) }
    }
  }

  /// Starts a track from every strong row that fits none, best row first.
  @_optimize(speed)
  mutating func giveBirth(rows: Int, _ state: inout ScannerState) {
    let least = state.configuration.newScore
    let detections = detections
    let outcomes = outcomes
    var count = 0
    for d in 0..<rows where outcomes.track[d] < 0 && detections.score[d] >= least {
      // A row that fell to a duplicate track starts no other.
      guard outcomes.fate[d] == UInt8(Fate.Kind.unmatched.rawValue) else { continue }
      newborn[count] = UInt16(truncatingIfNeeded: d)
      count &+= 1
    }
    heapSort(newborn, 0..<count) { detections.precedes(Int($0), Int($1)) }
    for k in 0..<count {
      let row = Int(newborn[k])
      guard state.trackCount < tracks.capacity else {
        outcomes.fate[row] = UInt8(Fate.Kind.refused.rawValue)
        state.stats.refused &+= 1
        continue
      }
      let slot = state.trackCount
      state.trackCount &+= 1
      start(slot, row, &state)
    }
  }

  @inline(never)
  private func start(_ slot: Int, _ row: Int, _ state: inout ScannerState) {
    let box = detections.box(row)
    let score = detections.score[row]
    tracks.kalman.start(slot, at: box)
    sightings.note(last: slot, box)
    tracks.id[slot] = 0
    tracks.state[slot] = TrackState.tentative.rawValue
    tracks.match[slot] = Int16(truncatingIfNeeded: row)
    tracks.lastSeenUs[slot] = state.clock.us
    tracks.score[slot] = score
    tracks.hits[slot] = 1
    tracks.missed[slot] = 0
    tracks.age[slot] = 1
    tracks.votes[slot] = ClassVotes(detections.classID[row], score)
    tracks.trail.start(slot)
    outcomes.track[row] = Int16(truncatingIfNeeded: slot)
    outcomes.stage[row] = 0
    state.stats.started &+= 1
    if state.clock.frames == 1 || state.configuration.confirmHits == 1 { confirm(slot, &state) }
  }
}
