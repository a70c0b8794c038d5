import CShelfCount

/// Bands, lines and zones by track as the header tells them, written for clarity: doubles, geometry by the
/// book, nothing shared with the core.
struct GateReference {
  struct Point {
    var x, y: Double
    static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
  }

  /// What a gate knows of one track.
  struct Memory {
    /// Band: the side it was last seen on outside; line: the side it settled on.
    var side = 0
    var framesInside = 0
    var isInside = false
    /// This visit has reached the dwell.
    var hasDwelt = false
    var isCounted = false
    var crossedSegment = false
    var last: Point?
  }

  /// An entry of the log.
  struct Entry: Equatable {
    var kind, direction, reason: Int
  }

  let gate: shelf_gate
  let points: [Point]
  let margin: Double
  let dwell: Int
  let hasCrossing: Bool

  init(_ gate: shelf_gate, _ config: shelf_config) {
    self.gate = gate
    let isFraction = gate.units == SHELF_UNITS_FRACTION
    let scale = isFraction ? Point(x: Double(config.width), y: Double(config.height)) : Point(x: 1, y: 1)
    points = withUnsafeBytes(of: gate.points) { bytes in
      bytes.bindMemory(to: shelf_point.self).prefix(Int(gate.point_count)).map {
        Point(x: Double($0.x) * scale.x, y: Double($0.y) * scale.y)
      }
    }
    margin = Double(gate.margin) * scale.x
    dwell = Int(gate.dwell == 0 ? config.dwell : gate.dwell)
    hasCrossing = (gate.crossing == SHELF_FOLLOW_CONFIG ? Int32(config.crossing) : gate.crossing) == 1
  }

  /// The point of a row that counts.
  func anchor(_ box: [Double]) -> Point {
    Point(x: (box[0] + box[2]) / 2, y: gate.anchor == SHELF_ANCHOR_BOTTOM ? box[3] : (box[1] + box[3]) / 2)
  }

  /// Shows it a track at a row's box; what it writes, if anything.
  func see(_ box: [Double], isConfirmed: Bool, _ memory: inout Memory) -> Entry? {
    let at = anchor(box)
    defer { memory.last = at }
    switch Int(gate.kind) {
    case SHELF_GATE_BAND: return seeBand(at, isConfirmed, &memory)
    case SHELF_GATE_LINE: return seeLine(at, isConfirmed, &memory)
    default: return stay(contains(at), direction: 0, isConfirmed, &memory)
    }
  }

  /// Frames inside, and what the dwell-th of them brings.
  private func stay(_ isInside: Bool, direction: Int, _ isConfirmed: Bool, _ memory: inout Memory) -> Entry? {
    memory.isInside = isInside
    guard isInside else {
      (memory.framesInside, memory.hasDwelt) = (0, false)
      return nil
    }
    guard isConfirmed else { return nil }
    memory.framesInside += 1
    guard memory.framesInside == dwell else { return nil }
    let kind = memory.isCounted ? SHELF_EVENT_SUPPRESSED : SHELF_EVENT_COUNT
    (memory.hasDwelt, memory.isCounted) = (true, true)
    return Entry(kind: kind, direction: direction, reason: SHELF_REASON_DWELL)
  }

  // MARK: Bands: edges 0 -> 1 and 2 -> 3, sides 0 -> 2 and 1 -> 3

  /// Twice the area of the triangle.
  private func area(_ a: Point, _ b: Point, _ p: Point) -> Double {
    let (u, v) = (b - a, p - a)
    return u.x * v.y - u.y * v.x
  }

  /// How far inside of an edge a point lies: the opposite corners are inside.
  private func depth(_ p: Point, _ a: Int, _ b: Int, opposite: Int) -> Double {
    let sign: Double = area(points[a], points[b], points[opposite]) > 0 ? 1 : -1
    return area(points[a], points[b], p) * sign
  }

  private func depths(_ p: Point) -> (first: Double, second: Double, sides: Double) {
    (
      depth(p, 0, 1, opposite: 2), depth(p, 2, 3, opposite: 0),
      min(depth(p, 0, 2, opposite: 1), depth(p, 1, 3, opposite: 0))
    )
  }

  private func seeBand(_ at: Point, _ isConfirmed: Bool, _ memory: inout Memory) -> Entry? {
    let here = depths(at)
    let side = here.first < 0 ? -1 : here.second < 0 ? 1 : 0
    if side == 0, here.sides >= 0 { return stay(true, direction: -memory.side, isConfirmed, &memory) }
    let (from, hasDwelt) = (memory.side, memory.hasDwelt)
    _ = stay(false, direction: 0, isConfirmed, &memory)
    guard side != 0 else { return nil }
    memory.side = side
    guard from == -side, isConfirmed, !hasDwelt, let last = memory.last, leaves(last, at, side) else {
      return nil
    }
    guard hasCrossing else {
      return memory.isCounted
        ? nil : Entry(kind: SHELF_EVENT_PASSED, direction: side, reason: SHELF_REASON_CROSSING)
    }
    let kind = memory.isCounted ? SHELF_EVENT_SUPPRESSED : SHELF_EVENT_COUNT
    memory.isCounted = true
    return Entry(kind: kind, direction: side, reason: SHELF_REASON_CROSSING)
  }

  /// Whether the way out over the edge of that side lies between the ends of the band.
  private func leaves(_ from: Point, _ to: Point, _ side: Int) -> Bool {
    let before = side < 0 ? depths(from).first : depths(from).second
    let after = side < 0 ? depths(to).first : depths(to).second
    let share = before / (before - after)
    let meeting = Point(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
    return depths(meeting).sides >= 0
  }

  // MARK: Lines

  private func seeLine(_ at: Point, _ isConfirmed: Bool, _ memory: inout Memory) -> Entry? {
    let (a, b) = (points[0], points[1])
    let along = b - a
    let length = (along.x * along.x + along.y * along.y).squareRoot()
    if let last = memory.last {
      let (before, after) = (area(a, b, last), area(a, b, at))
      if (before < 0) != (after < 0) {
        // Across the segment: its ends lie on two sides of the way.
        memory.crossedSegment = (area(last, at, a) <= 0) != (area(last, at, b) <= 0)
      }
    }
    let distance = area(a, b, at) / length
    let side = distance > margin ? 1 : distance < -margin ? -1 : 0
    guard side != 0, side != memory.side else { return nil }
    let isFirst = memory.side == 0
    memory.side = side
    guard !isFirst, isConfirmed, memory.crossedSegment else { return nil }
    let kind = gate.every == 0 && memory.isCounted ? SHELF_EVENT_SUPPRESSED : SHELF_EVENT_COUNT
    memory.isCounted = true
    return Entry(kind: kind, direction: side, reason: SHELF_REASON_CROSSING)
  }

  // MARK: Zones

  /// Whether a ray to the right meets the polygon an odd number of times.
  private func contains(_ p: Point) -> Bool {
    let meetings = points.indices.filter { i in
      let (a, b) = (points[i], points[(i + 1) % points.count])
      guard (a.y > p.y) != (b.y > p.y) else { return false }
      return a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x
    }
    return meetings.count % 2 == 1
  }
}
