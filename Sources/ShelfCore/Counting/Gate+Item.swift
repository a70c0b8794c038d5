/// How a place on the shelf passes a gate: its mapped anchor moves through the picture as the camera does.
extension Gate {
  /// Which of eight places, mapped to there, tell a gate nothing new.
  @inline(__always)
  func isIndifferent(
    toItemsAt x: Tile, _ y: Tile, isInPicture: SIMDMask<SIMD8<Int32>>, _ memory: SIMD8<UInt32>
  ) -> SIMDMask<SIMD8<Int32>> {
    guard kind == .band else { return SIMDMask(repeating: false) }
    let inside = UInt32(GateMemory.inside) << 8
    let atRest = SIMD8<UInt32>(repeating: 0xff | inside | UInt32(GateMemory.dwelt) << 8)
      .replacing(with: 0xff | inside, where: isInPicture)
    return memory & atRest .== bandSides(x, y)
  }

  /// Sees the mapped anchor of a place in one frame, whether or not the item itself was seen.
  ///
  /// Once the place has passed as the gate asks, the memory says `due`. `isSure` tells that the pose was found
  /// and is no guess. Returns true where a counted place passes once more.
  @_optimize(speed)
  func follow(_ at: Point, isInPicture: Bool, isSure: Bool, _ memory: inout GateMemory) -> Bool {
    switch kind {
    case .line: return followLine(at, isInPicture: isInPicture, &memory)
    case .band:
      let side = bandSide(at)
      let isInside = isInPicture && side == 0 && isBetweenSides(at)
      let direction = -Int32(memory.side)
      let wasInside = memory.has(GateMemory.inside)
      // From one side to the other, inside for a frame at most; where the pose is a guess nothing counts by that.
      let isCrossing =
        crossing && isSure && isInPicture && side != 0 && memory.side == -side
        && (!wasInside || memory.has(GateMemory.within)) && isBetweenSides(at)
      // The side it was on last is known of a found pose only.
      if side != 0, isSure || memory.side == 0 { memory.side = side }
      memory.set(GateMemory.within, isInside && !wasInside)
      let isAgain = dwellItem(isInside, isInPicture: isInPicture, direction: direction, &memory)
      return isCrossing ? pass(direction: Int32(side), crossed: true, &memory) : isAgain
    case .zone:
      return dwellItem(isInPicture && zoneContains(at), isInPicture: isInPicture, direction: 0, &memory)
    }
  }

  /// Frames inside add up over all visits.
  private func dwellItem(
    _ isInside: Bool, isInPicture: Bool, direction: Int32, _ memory: inout GateMemory
  ) -> Bool {
    memory.set(GateMemory.inside, isInside)
    if !isInPicture { memory.set(GateMemory.dwelt, false) }
    guard isInside else { return false }
    if memory.dwell < .max { memory.dwell &+= 1 }
    guard memory.dwell >= dwell else { return false }
    return pass(direction: direction, crossed: false, &memory)
  }

  /// It has passed: the first time it is due, later that tells something only where it had left the picture.
  private func pass(direction: Int32, crossed: Bool, _ memory: inout GateMemory) -> Bool {
    let isAgain = memory.has(GateMemory.counted) && !memory.has(GateMemory.dwelt)
    if !memory.has(GateMemory.due) {
      memory.set(GateMemory.due, true)
      memory.setDirection(direction)
    } else if !isAgain {
      return false
    }
    memory.set(GateMemory.dwelt, true)
    memory.set(GateMemory.crossed, crossed)
    return isAgain
  }

  private func followLine(_ at: Point, isInPicture: Bool, _ memory: inout GateMemory) -> Bool {
    if !isInPicture { memory.set(GateMemory.dwelt, false) }
    let side = lineSide(at)
    guard side != 0 else { return false }
    let settled = memory.side
    memory.side = side
    guard settled != 0, settled != side, isInPicture, isBesideSegment(at) else { return false }
    return pass(direction: Int32(side), crossed: true, &memory)
  }

  /// Whether the foot of the perpendicular from p lies on the line's segment.
  private func isBesideSegment(_ p: Point) -> Bool {
    let a = points[0]
    let b = points[1]
    let along = (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)
    let whole = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)
    return along >= 0 && along <= whole
  }
}
