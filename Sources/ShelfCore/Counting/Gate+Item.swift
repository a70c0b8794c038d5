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
  func follow(_ at: Point, isInPicture: Bool, isSure: Bool, _ memory: inout GateMemory) -> Bool {
    switch kind {
    case .line: return followLine(at, isInPicture: isInPicture, &memory)
    case .band:
      let side = bandSide(at)
      let isInside = isInPicture && side == 0 && isBetweenSides(at)
      if side != 0 {
        // From one side to the other within a frame; where the pose is a guess nothing counts by that.
        if crossing, isSure, isInPicture, memory.side == -side, isBetweenSides(at),
          !memory.has(GateMemory.due)
        {
          memory.set(GateMemory.due, true)
          memory.set(GateMemory.dwelt, true)
          memory.setDirection(Int32(side))
        }
        memory.side = side
      }
      return dwellItem(isInside, isInPicture: isInPicture, direction: -Int32(memory.side), &memory)
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
    if !memory.has(GateMemory.due), memory.dwell >= dwell {
      memory.set(GateMemory.due, true)
      memory.set(GateMemory.dwelt, true)
      memory.setDirection(direction)
    }
    // Back again after it had left the picture.
    guard memory.has(GateMemory.counted), !memory.has(GateMemory.dwelt) else { return false }
    memory.set(GateMemory.dwelt, true)
    return true
  }

  private func followLine(_ at: Point, isInPicture: Bool, _ memory: inout GateMemory) -> Bool {
    let side = lineSide(at)
    guard side != 0 else { return false }
    let settled = memory.side
    memory.side = side
    guard settled != 0, settled != side, isInPicture, isBesideSegment(at) else { return false }
    if memory.has(GateMemory.counted) { return true }
    memory.set(GateMemory.due, true)
    memory.setDirection(Int32(side))
    return false
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
