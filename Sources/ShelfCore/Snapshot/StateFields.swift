/// The fields of what lies once in a scanner, for `SnapshotCoder`.
extension Configuration {
  @inline(never)
  mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&preset)
    coder.code(&width)
    coder.code(&height)
    coder.code(&units)
    coder.code(&fps)
    coder.code(&maxTracks)
    coder.code(&maxDetections)
    coder.code(&maxCandidates)
    coder.code(&maxItems)
    coder.code(&maxGates)
    coder.code(&maxEvents)
    coder.code(&maxClasses)
    coder.code(&trailLength)
    coder.code(&lowScore)
    coder.code(&highScore)
    coder.code(&newScore)
    coder.code(&firstCost)
    coder.code(&secondCost)
    coder.code(&thirdCost)
    coder.code(&fusion)
    coder.code(&partners)
    coder.code(&tentativeFirst)
    coder.code(&frameMotion)
    coder.code(&classGate)
    coder.code(&classPenalty)
    coder.code(&matcher)
    coder.code(&kalman)
    coder.code(&confirmHits)
    coder.code(&confirmWindow)
    coder.code(&lostFrames)
    coder.code(&lostUs)
    coder.code(&duplicateIoU)
    coder.code(&nms)
    coder.code(&nmsIoU)
    coder.code(&nmsSigma)
    coder.code(&nmsClasses)
    coder.code(&countBy)
    coder.code(&dwell)
    coder.code(&crossing)
    coder.code(&maxArea)
  }
}

extension ScannerState {
  /// How many tracks and gates there are: what the tables must know first.
  mutating func codeCounts(_ coder: inout SnapshotCoder, _ configuration: Configuration) {
    coder.code(&trackCount, in: 0...Int(configuration.maxTracks))
    coder.code(&gateCount, in: 0...Int(configuration.maxGates))
  }

  mutating func code(_ coder: inout SnapshotCoder) {
    clock.code(&coder)
    coder.code(&nextID)
    stats.code(&coder)
  }
}

extension Statistics {
  fileprivate mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&rows)
    coder.code(&notFinite)
    coder.code(&inverted)
    coder.code(&empty)
    coder.code(&tooFar)
    coder.code(&badScore)
    coder.code(&badClass)
    coder.code(&overflow)
    coder.code(&suppressed)
    coder.code(&candidatesDropped)
    coder.code(&started)
    coder.code(&confirmed)
    coder.code(&removed)
    coder.code(&refused)
    coder.code(&duplicates)
    coder.code(&events)
    coder.code(&eventsDropped)
    coder.code(&blasCalls)
    coder.code(&itemsFolded)
  }
}

extension MapState {
  mutating func code(_ coder: inout SnapshotCoder, items: Int, rows: Int, poses: Int) {
    pose.code(&coder)
    coder.code(&hasPose)
    coder.code(&optics.k, in: -Optics.mostDistortion...Optics.mostDistortion)
    coder.code(&optics.tilt.x, in: -Optics.mostTilt...Optics.mostTilt)
    coder.code(&optics.tilt.y, in: -Optics.mostTilt...Optics.mostTilt)
    for i in 0..<9 { coder.code(&opticsEstimate.information[i], in: Bounds.place) }
    for i in 0..<3 { coder.code(&opticsEstimate.sums[i], in: Bounds.place) }
    coder.code(&registration, in: PoseResult.none.rawValue...PoseResult.found.rawValue)
    coder.code(&itemCount, in: 0...items)
    coder.code(&piece)
    coder.code(&nextID)
    coder.code(&wanted, in: 0...rows)
    coder.code(&refused)
    coder.code(&vx, in: Bounds.place)
    coder.code(&vy, in: Bounds.place)
    coder.code(&slowX, in: Bounds.place)
    coder.code(&slowY, in: Bounds.place)
    found.code(&coder)
    coder.code(&sinceFound, in: Bounds.sum)
    coder.code(&coast, in: 0...Int(Int32.max))
    coder.code(&reckoned, in: 0...Int(Int32.max))
    coder.code(&lost, in: 0...Int(Int32.max))
    coder.code(&typicalViews, in: Bounds.sum)
    coder.code(&isThin)
    coder.code(&aspect, in: Bounds.sum)
    coder.code(&typicalHeight, in: Bounds.sum)
    coder.code(&hitRate, in: Bounds.score)
    coder.code(&level, in: -1...2)
    coder.code(&valley, in: -1...2)
    coder.code(&vagueness, in: 0...2)
    coder.code(&threshold, in: -1...2)
    coder.code(&hasLevel)
    coder.code(&calibratedFrame)
    coder.code(&given, in: Bounds.place)
    coder.code(&hasGiven)
    coder.code(&lastRows, in: 0...rows)
    coder.code(&typicalRows, in: Bounds.sum)
    coder.code(&flow, in: Bounds.place)
    coder.code(&hasFlow)
    coder.code(&historyCount, in: 0...poses)
  }
}

extension Pose {
  mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&cx, in: Bounds.place)
    coder.code(&cy, in: Bounds.place)
    coder.code(&a, in: -4...4)
    coder.code(&b, in: -4...4)
    if coder.isReading, scale < 0.25 { coder.refuse() }
  }
}

extension ClassVotes {
  /// Whether every class that has votes is one that the configuration knows.
  private func areSound(classes count: UInt32) -> Bool {
    for i in 0..<4 where weights[i] >= 0 && UInt32(classes[i]) >= count { return false }
    return true
  }

  mutating func code(_ coder: inout SnapshotCoder, classes count: UInt32) {
    var winner = winner
    for i in 0..<4 {
      coder.code(&classes[i])
      coder.code(&weights[i], in: -1...1e20)
    }
    coder.code(&winner)
    guard coder.isReading else { return }
    let place = place(of: winner)
    guard place < 4, areSound(classes: count) else { return coder.refuse() }
    bringToFront(place)
  }
}

extension Event {
  mutating func code(_ coder: inout SnapshotCoder, gates: Int, classes: UInt32) {
    coder.code(&frame)
    coder.code(&emittedFrame)
    coder.code(&timeUs)
    coder.code(&trackID)
    coder.code(&itemID)
    coder.code(&box)
    coder.code(&kind, in: Kind.count.rawValue...Kind.merge.rawValue)
    coder.code(&delta, in: -1...1)
    coder.code(&direction, in: -1...1)
    coder.code(&reason, in: Reason.dwell.rawValue...Reason.caller.rawValue)
    coder.code(&gate)
    coder.code(&classID)
    coder.code(&score, in: Bounds.score)
    coder.code(&evidence, in: Bounds.place)
    if coder.isReading, gate >= UInt32(gates) || classID >= classes { coder.refuse() }
  }
}

extension GateMemory {
  mutating func code(_ coder: inout SnapshotCoder) {
    coder.code(&side, in: -1...1)
    coder.code(&flags)
    coder.code(&dwell)
  }
}
