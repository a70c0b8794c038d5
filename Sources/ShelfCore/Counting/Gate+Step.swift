/// What a gate concludes from one observation of a track.
struct GateOutcome {
  var kind: Event.Kind
  var direction: Int32
  var reason: Event.Reason

  init(_ kind: Event.Kind, _ direction: Int32, _ reason: Event.Reason) {
    self.kind = kind
    self.direction = direction
    self.reason = reason
  }
}

/// One observation of one track: where it is now, and where it was observed before.
struct Observation {
  let at: Point
  let before: Point
  let isFirst: Bool
  let isConfirmed: Bool
}

extension Gate {
  /// Which of eight tracks, observed there, tell a gate nothing new: most are far from it most of the time.
  @inline(__always)
  func isIndifferent(to x: Tile, _ y: Tile, _ memory: SIMD8<UInt32>) -> SIMDMask<SIMD8<Int32>> {
    guard kind == .band else { return SIMDMask(repeating: false) }
    return memory & GateMemory.atRest .== bandSides(x, y)
  }

  /// Lets the gate see an observation.
  ///
  /// Updates its memory of the track; nil where nothing is to be told.
  mutating func step(_ observation: Observation, _ memory: inout GateMemory) -> GateOutcome? {
    switch kind {
    case .band: stepBand(observation, &memory)
    case .line: stepLine(observation, &memory)
    case .zone: dwellStep(zoneContains(observation.at), direction: 0, observation, &memory)
    }
  }

  @_optimize(speed)
  private mutating func stepBand(_ observation: Observation, _ memory: inout GateMemory) -> GateOutcome? {
    let side = bandSide(observation.at)
    let isInside = side == 0 && isBetweenSides(observation.at)
    let entered = Int32(memory.side)
    if isInside { return dwellStep(true, direction: -entered, observation, &memory) }

    let hasDwelt = memory.has(GateMemory.dwelt)
    _ = dwellStep(false, direction: 0, observation, &memory)
    guard side != 0 else { return nil }
    memory.side = side
    guard entered != 0, entered != Int32(side), observation.isConfirmed, !hasDwelt else { return nil }
    guard leavesBetweenSides(observation.before, observation.at, side: side) else { return nil }
    let isCounted = memory.has(GateMemory.counted)
    guard crossing else { return isCounted ? nil : GateOutcome(.passed, Int32(side), .crossing) }
    memory.set(GateMemory.counted, true)
    return GateOutcome(isCounted ? .suppressed : .count, Int32(side), .crossing)
  }

  /// The dwell that bands and zones share.
  private func dwellStep(
    _ isInside: Bool, direction: Int32, _ observation: Observation, _ memory: inout GateMemory
  ) -> GateOutcome? {
    memory.set(GateMemory.inside, isInside)
    guard isInside else {
      memory.dwell = 0
      memory.set(GateMemory.dwelt, false)
      return nil
    }
    guard observation.isConfirmed, memory.dwell < dwell else { return nil }
    memory.dwell &+= 1
    guard memory.dwell == dwell else { return nil }
    memory.set(GateMemory.dwelt, true)
    let isCounted = memory.has(GateMemory.counted)
    memory.set(GateMemory.counted, true)
    return GateOutcome(isCounted ? .suppressed : .count, direction, .dwell)
  }

  private func stepLine(_ observation: Observation, _ memory: inout GateMemory) -> GateOutcome? {
    if !observation.isFirst, (lineCross(observation.before) < 0) != (lineCross(observation.at) < 0) {
      memory.set(GateMemory.within, crossesSegment(observation.before, observation.at))
    }
    let side = lineSide(observation.at)
    let settled = memory.side
    guard side != 0, side != settled else { return nil }
    memory.side = side
    guard settled != 0, observation.isConfirmed, memory.has(GateMemory.within) else { return nil }
    let isSuppressed = !every && memory.has(GateMemory.counted)
    memory.set(GateMemory.counted, true)
    return GateOutcome(isSuppressed ? .suppressed : .count, Int32(side), .crossing)
  }
}
