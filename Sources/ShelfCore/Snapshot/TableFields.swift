/// The fields of the tables, for `SnapshotCoder`: what one frame leaves for the next, and what callers may ask
/// between frames.
///
/// Columns that live within one frame are not among them. A new column that outlives its frame must be named
/// here; the tests of snapshots fail otherwise.
extension Tracker {
  func code(_ coder: inout SnapshotCoder, count: Int, _ configuration: Configuration) {
    var matched = 0
    for i in 0..<count {
      tracks.code(&coder, i, classes: configuration.maxClasses)
      codeMatch(&coder, i, &matched)
      tracks.trail.code(&coder, i)
    }
  }

  /// Which row a track was given last: all that is left of the rows of a frame.
  private func codeMatch(_ coder: inout SnapshotCoder, _ i: Int, _ matched: inout Int) {
    let match = Int(tracks.match[i])
    var row = match < 0 ? -1 : detections.row[match]
    coder.code(&row, in: -1...Int32.max)
    guard coder.isReading else { return }
    tracks.match[i] = -1
    guard row >= 0 else { return }
    guard matched < detections.capacity else { return coder.refuse() }
    tracks.match[i] = Int16(truncatingIfNeeded: matched)
    detections.row[matched] = row
    detections.track[matched] = Int16(truncatingIfNeeded: i)
    matched &+= 1
  }
}

extension TrackTable {
  fileprivate func code(_ coder: inout SnapshotCoder, _ i: Int, classes: UInt32) {
    coder.code(&id[i])
    coder.code(&lastSeenUs[i])
    coder.code(&state[i])
    coder.code(&score[i])
    coder.code(&hits[i])
    coder.code(&missed[i])
    coder.code(&age[i])
    votes[i].code(&coder, classes: classes)
    coder.code(sighting, track: i)
    coder.code(kalman.position, track: i)
    coder.code(kalman.velocity, track: i)
    kalman.covariance.code(&coder, i)
    if coder.isReading, TrackState(rawValue: state[i]) == nil || state[i] == TrackState.ended.rawValue {
      coder.refuse()
    }
  }
}

extension KalmanState.Covariance {
  fileprivate func code(_ coder: inout SnapshotCoder, _ i: Int) {
    switch backend {
    case .closed: coder.code(closed, track: i)
    case .blas:
      coder.code(full.a, track: i)
      coder.code(full.upper, track: i)
      coder.code(full.lower, track: i)
      coder.code(full.c, track: i)
    }
  }
}

extension Trail {
  fileprivate func code(_ coder: inout SnapshotCoder, _ slot: Int) {
    var points = count(slot)
    coder.code(&points, in: 0...length)
    guard coder.isSound else { return }
    if coder.isReading { start(slot) }
    for i in 0..<points {
      var point = coder.isReading ? Point(x: 0, y: 0) : point(slot, i)
      coder.code(&point)
      if coder.isReading { append(point, to: slot) }
    }
  }
}

extension ShelfMap {
  func code(_ coder: inout SnapshotCoder) {
    state[0].code(&coder, items: items.capacity, rows: rowCapacity, poses: poseCapacity)
    guard coder.isSound else { return }
    items.code(&coder, count: state[0].itemCount, classes: configuration.maxClasses)
    if coder.isReading { noteAll() }
    // Read into the table whose turn it is not.
    (state[0].isTurnOfB ? rowsA : rowsB).code(&coder, count: state[0].lastRows)
    codeHistory(&coder)
  }

  private func codeHistory(_ coder: inout SnapshotCoder) {
    let count = state[0].historyCount
    for back in stride(from: count &- 1, through: 0, by: -1) {
      var pose = coder.isReading ? Pose(cx: 0, cy: 0) : pose(framesAgo: back) ?? Pose(cx: 0, cy: 0)
      pose.code(&coder)
      if coder.isReading { history[count &- 1 &- back] = pose }
    }
    if coder.isReading, count > 0 { state[0].historyNext = count % MapTuning.history }
  }
}

extension ItemTable {
  fileprivate func code(_ coder: inout SnapshotCoder, count: Int, classes: UInt32) {
    for i in 0..<count {
      coder.code(&x[i])
      coder.code(&y[i])
      coder.code(&w[i])
      coder.code(&h[i])
      coder.code(&evidence[i])
      coder.code(&scoreSum[i])
      coder.code(&scored[i])
      coder.code(&expected[i])
      coder.code(&hits[i])
      coder.code(&run[i])
      coder.code(&status[i], in: ItemStatus.open.rawValue...ItemStatus.merged.rawValue)
      coder.code(&edges[i])
      votes[i].code(&coder, classes: classes)
      coder.code(&countClass[i])
      coder.code(&id[i])
      coder.code(&seenFrame[i])
      coder.code(&seenBox[i])
      coder.code(&trackID[i])
      coder.code(&piece[i])
      if coder.isReading, UInt32(countClass[i]) >= classes { coder.refuse() }
    }
  }
}

extension Views {
  /// Rows of the last frame: what else the columns hold is worked out anew from the boxes.
  fileprivate func code(_ coder: inout SnapshotCoder, count: Int) {
    for i in 0..<count {
      coder.code(&box[i])
      coder.code(&score[i])
      coder.code(&classID[i])
      coder.code(&cuts[i])
    }
  }
}

extension GateTable {
  func code(_ coder: inout SnapshotCoder, gates count: Int, tracks: Int, items: Int) {
    for g in 0..<count {
      gates[g].code(&coder)
      for i in 0..<tracks {
        var memory = memory(of: i, g)
        memory.code(&coder)
        if coder.isReading { remember(memory, of: i, g) }
      }
      for i in 0..<items {
        var memory = memory(ofItem: i, g)
        memory.code(&coder)
        if coder.isReading { remember(memory, ofItem: i, g) }
      }
      codeTallies(&coder, g)
    }
  }

  /// Of the classes only those that something was counted of.
  private func codeTallies(_ coder: inout SnapshotCoder, _ g: Int) {
    var left = 0
    for c in 0..<classes where !tally(g, c).isEmpty { left &+= 1 }
    coder.code(&left, in: 0...classes)
    guard coder.isSound else { return }
    var c = -1
    while left > 0 {
      if !coder.isReading {
        repeat { c &+= 1 } while tally(g, c).isEmpty
      }
      let least = coder.isReading ? c &+ 1 : c
      coder.code(&c, in: least...max(least, classes &- left))
      guard coder.isSound, c < classes else { return coder.refuse() }
      var tally = tally(g, c)
      tally.code(&coder)
      if coder.isReading { setTally(tally, g, c) }
      left &-= 1
    }
  }
}

extension GateTally {
  fileprivate var isEmpty: Bool { forward | backward | undirected | passed == 0 }

  fileprivate mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&forward)
    coder.code(&backward)
    coder.code(&undirected)
    coder.code(&passed)
  }
}

extension CountLog {
  func code(_ coder: inout SnapshotCoder, _ state: inout ScannerState) {
    var count = state.eventCount
    coder.code(&count, in: 0...capacity)
    guard coder.isSound else { return }
    for k in 0..<count {
      var event = entry(k, state)
      event.code(&coder, gates: state.gateCount, classes: state.configuration.maxClasses)
      if coder.isReading { append(event, &state) }
    }
  }
}
