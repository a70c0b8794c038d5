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
    matched &+= 1
  }
}

extension TrackTable {
  fileprivate func code(_ coder: inout SnapshotCoder, _ i: Int, classes: UInt32) {
    coder.code(&id[i])
    coder.code(&lastSeenUs[i])
    coder.code(&state[i])
    coder.code(&score[i], in: Bounds.score)
    coder.code(&hits[i])
    coder.code(&missed[i])
    coder.code(&age[i])
    votes[i].code(&coder, classes: classes)
    coder.code(sighting, track: i, in: Bounds.row)
    coder.code(kalman.position, track: i, in: Bounds.place)
    coder.code(kalman.velocity, track: i, in: Bounds.speed)
    kalman.covariance.code(&coder, i, height: kalman.position[i, ConstantVelocityModel.height])
    guard coder.isReading else { return }
    let isBox =
      Bounds.ratio.contains(kalman.position[i, ConstantVelocityModel.aspect])
      && Bounds.side.contains(kalman.position[i, ConstantVelocityModel.height])
    if !isBox || TrackState(rawValue: state[i]) == nil || state[i] == TrackState.ended.rawValue {
      coder.refuse()
    }
  }
}

extension KalmanState.Covariance {
  fileprivate func code(_ coder: inout SnapshotCoder, _ i: Int, height: Float) {
    switch backend {
    case .closed: coder.code(closed, track: i)
    case .blas:
      coder.code(full.a, track: i)
      coder.code(full.upper, track: i)
      coder.code(full.lower, track: i)
      coder.code(full.c, track: i)
    }
    if coder.isReading, !isSound(i, height * height) { coder.refuse() }
  }

  /// Whether it is one that the filter may come to: its parts are independent, and no variance is negative.
  private func isSound(_ i: Int, _ h2: Float) -> Bool {
    switch backend {
    case .closed:
      return isSound(closed[i, 0], closed[i, 1], closed[i, 2], unit: h2)
        && isSound(closed[i, 3], closed[i, 4], closed[i, 5], unit: 1)
    case .blas:
      for j in 0..<4 {
        for k in j..<4 {
          let row = FullCovariance.row(j, k)
          let (a, b, d, c) = (full.a[i, row], full.upper[i, row], full.lower[i, row], full.c[i, row])
          if j != k {
            guard a == 0, b == 0, c == 0, d == 0 else { return false }
          } else {
            let unit = j == ConstantVelocityModel.aspect ? 1 : h2
            guard isSound(a, b, c, unit: unit), isSound(a, d, c, unit: unit) else { return false }
          }
        }
      }
      return true
    }
  }

  /// [a b; b c] of a position and its velocity; rounding may have brought it a little beyond the edge.
  private func isSound(_ a: Float, _ b: Float, _ c: Float, unit: Float) -> Bool {
    a >= 0 && a <= 1e30 && abs(b) <= 1e23 && abs(c) <= 1e16
      && Double(b) * Double(b) <= 2 * Double(a + unit) * Double(abs(c) + unit)
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
      coder.code(&point, in: Bounds.place)
      if coder.isReading { append(point, to: slot) }
    }
  }
}

extension ShelfMap {
  func code(_ coder: inout SnapshotCoder) {
    state[0].code(&coder, items: items.capacity, rows: rowCapacity, poses: poseCapacity)
    guard coder.isSound else { return }
    items.code(&coder, count: state[0].itemCount, classes: maxClasses)
    if coder.isReading { noteAll() }
    // Read into the table whose turn it is not.
    (state[0].isTurnOfB ? rowsA : rowsB).code(&coder, count: state[0].lastRows)
    codeHistory(&coder)
    for s in 0..<spotCapacity { spots[s].code(&coder) }
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

extension Spot {
  fileprivate mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&isUsed)
    guard isUsed else { return }
    coder.code(&box)
    coder.code(&way, in: Bounds.place)
    coder.code(&isKnown)
    coder.code(&unseen)
    coder.code(&unseenWay, in: Bounds.sum)
  }
}

extension ItemTable {
  fileprivate func code(_ coder: inout SnapshotCoder, count: Int, classes: UInt32) {
    for i in 0..<count {
      coder.code(&x[i], in: Bounds.place)
      coder.code(&y[i], in: Bounds.place)
      coder.code(&w[i], in: Bounds.side)
      coder.code(&h[i], in: Bounds.side)
      coder.code(&evidence[i], in: Bounds.evidence)
      coder.code(&scoreSum[i], in: Bounds.sum)
      coder.code(&supportSum[i], in: Bounds.sum)
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
      coder.code(&score[i], in: Bounds.score)
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
    coder.code(&forward, in: 0...GateTally.most)
    coder.code(&backward, in: 0...GateTally.most)
    coder.code(&undirected, in: 0...GateTally.most)
    coder.code(&passed, in: 0...GateTally.most)
  }
}

extension CountLog {
  func code(_ coder: inout SnapshotCoder, _ state: inout ScannerState) {
    var count = state.eventCount
    coder.code(&count, in: 0...capacity)
    guard coder.isSound else { return }
    for k in 0..<count {
      var event = entry(k, from: state.firstEvent)
      event.code(&coder, gates: state.gateCount, classes: state.configuration.maxClasses)
      if coder.isReading { append(event, &state) }
    }
  }
}
