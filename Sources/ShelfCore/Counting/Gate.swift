/// A gate as it counts and as it is drawn: its points in pixels.
package struct Gate: BitwiseCopyable {
  package enum Kind: Int32, BitwiseCopyable {
    case band = 1
    case line = 2
    case zone = 3
  }

  package enum Anchor: Int32, BitwiseCopyable {
    case center = 0
    case bottom = 1
  }

  package enum EdgeRole: Int32 {
    case first = 1
    case second = 2
    case side = 3
    case line = 4
    case strip = 5
    case zone = 6
  }

  /// A straight piece of what is drawn of a gate.
  package struct Edge {
    package var a: Point
    package var b: Point
    package var role: EdgeRole
  }

  package static let mostPoints = 16

  package let kind: Kind
  let anchor: Anchor
  let crossing: Bool
  let dwell: UInt16
  let every: Bool
  /// Counts places on the shelf instead of tracks.
  let byItem: Bool
  let margin: Float
  package let pointCount: Int
  let points: InlineArray<16, Point>
  /// The frames that had been seen when it was added: what passed before them is none of its.
  var since: UInt64 = 0
  /// Band: +1 or -1, which side of an edge's direction is the inside.
  ///
  /// Edges: first, second, and two sides.
  private(set) var inward = SIMD4<Float>()

  /// Nil where the points make no gate of that kind: not finite, too many, too few, or without extent.
  package init?(
    kind: Kind, anchor: Anchor, byItem: Bool, crossing: Bool, dwell: UInt32, every: Bool, margin: Float,
    pointCount: Int, points: InlineArray<16, Point>
  ) {
    self.kind = kind
    self.anchor = anchor
    self.crossing = crossing
    self.dwell = UInt16(truncatingIfNeeded: dwell)
    self.every = every
    self.byItem = byItem
    self.margin = margin
    self.pointCount = pointCount
    self.points = points
    guard (1...10000).contains(dwell), margin >= 0, margin <= Gate.farthest else { return nil }
    guard pointCount >= 2, pointCount <= Gate.mostPoints else { return nil }
    for i in 0..<pointCount where !isNear(point(i).x) || !isNear(point(i).y) { return nil }
    switch kind {
    case .band: guard orientBand() else { return nil }
    case .line: guard pointCount == 2, length(0, 1) > 0 else { return nil }
    case .zone: guard pointCount >= 3, abs(doubleArea()) > 0 else { return nil }
    }
  }

  /// The dwell is what the configuration said, the margin in pixels.
  mutating func code(_ coder: inout SnapshotCoder) {
    var kind = kind
    var anchor = anchor
    var byItem = byItem
    var crossing = crossing
    var dwell = dwell
    var every = every
    var margin = margin
    var pointCount = pointCount
    var points = points
    var since = since
    coder.code(&kind)
    coder.code(&anchor)
    coder.code(&byItem)
    coder.code(&crossing)
    coder.code(&dwell)
    coder.code(&every)
    coder.code(&margin)
    coder.code(&pointCount, in: 0...Gate.mostPoints)
    for i in 0..<pointCount { coder.code(&points[i], in: -Gate.farthest...Gate.farthest) }
    coder.code(&since)
    guard coder.isReading, coder.isSound else { return }
    let gate = Gate(
      kind: kind, anchor: anchor, byItem: byItem, crossing: crossing, dwell: UInt32(dwell), every: every,
      margin: margin, pointCount: pointCount, points: points)
    guard let gate else { return coder.refuse() }
    self = gate
    self.since = since
  }

  private static let farthest: Float = 1_048_576

  /// The array's own subscript copies it whole where the index is not known to the compiler.
  @inline(__always)
  private func point(_ i: Int) -> Point { points.span[i] }

  private func isNear(_ x: Float) -> Bool { x >= -Gate.farthest && x <= Gate.farthest }

  /// The two ends of band edge 0 (first), 1 (second), 2 and 3 (sides).
  @inline(__always)
  private func bandEdge(_ edge: Int) -> (Int, Int) {
    switch edge {
    case 0: (0, 1)
    case 1: (2, 3)
    case 2: (0, 2)
    default: (1, 3)
    }
  }

  /// False where the four points are no convex quadrilateral with corners 0, 1, 3, 2.
  private mutating func orientBand() -> Bool {
    guard pointCount == 4 else { return false }
    for edge in 0..<4 {
      let (a, b) = bandEdge(edge)
      let (c, d) = bandEdge(edge ^ 1)
      let first = cross(point(a), point(b), point(c))
      let second = cross(point(a), point(b), point(d))
      guard (first > 0 && second > 0) || (first < 0 && second < 0) else { return false }
      inward[edge] = first > 0 ? 1 : -1
    }
    return true
  }

  /// Twice the area of the triangle a b p: positive where p lies to the right of a -> b (y down).
  @inline(__always)
  func cross(_ a: Point, _ b: Point, _ p: Point) -> Float {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }

  @inline(__always)
  private func inwardness(_ p: Point, _ edge: Int) -> Float {
    let (a, b) = bandEdge(edge)
    return cross(point(a), point(b), p) * inward[edge]
  }

  func length(_ i: Int, _ j: Int) -> Float {
    let dx = point(j).x - point(i).x
    let dy = point(j).y - point(i).y
    return (dx * dx + dy * dy).squareRoot()
  }

  private func doubleArea() -> Float {
    var area: Float = 0
    for i in 0..<pointCount {
      let j = i &+ 1 == pointCount ? 0 : i &+ 1
      area += point(i).x * point(j).y - point(j).x * point(i).y
    }
    return area
  }

  // Band

  /// -1 beyond the first edge, +1 beyond the second, 0 between them; edges belong to the inside.
  @inline(__always)
  func bandSide(_ p: Point) -> Int8 {
    if inwardness(p, 0) < 0 { return -1 }
    return inwardness(p, 1) < 0 ? 1 : 0
  }

  /// The same for eight points, as the bits of an `Int8`; between the edges 0x80, which is no side.
  @inline(__always)
  func bandSides(_ x: Tile, _ y: Tile) -> SIMD8<UInt32> {
    SIMD8(repeating: 0x80)
      .replacing(with: 1, where: inwardness(x, y, 1) .< 0)
      .replacing(with: 0xff, where: inwardness(x, y, 0) .< 0)
  }

  @inline(__always)
  private func inwardness(_ x: Tile, _ y: Tile, _ edge: Int) -> Tile {
    let (a, b) = bandEdge(edge)
    let dx = points[b].x - points[a].x
    let dy = points[b].y - points[a].y
    return (dx * (y - points[a].y) - dy * (x - points[a].x)) * inward[edge]
  }

  /// Whether a point between the two edges lies between their ends too.
  @inline(__always)
  func isBetweenSides(_ p: Point) -> Bool { inwardness(p, 2) >= 0 && inwardness(p, 3) >= 0 }

  /// Whether the way from p to q, which leaves the band over the edge of that side, does so between the sides.
  func leavesBetweenSides(_ p: Point, _ q: Point, side: Int8) -> Bool {
    isBetweenSides(meeting(p, q, side < 0 ? 0 : 1))
  }

  /// Where the way from p to q meets a band edge; q where it does not come from the other side of it.
  private func meeting(_ p: Point, _ q: Point, _ edge: Int) -> Point {
    let from = inwardness(p, edge)
    let to = inwardness(q, edge)
    guard from > to, from >= 0 else { return q }
    return between(p, q, from / (from - to))
  }

  @inline(__always)
  private func between(_ p: Point, _ q: Point, _ t: Float) -> Point {
    Point(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t)
  }

  // Line

  /// Twice the triangle with the line: its sign is the side.
  @inline(__always)
  func lineCross(_ p: Point) -> Float { cross(points[0], points[1], p) }

  /// -1 left of the strip, +1 right of it, 0 within.
  func lineSide(_ p: Point) -> Int8 {
    let distance = lineCross(p) / length(0, 1)
    if distance > margin { return 1 }
    return distance < -margin ? -1 : 0
  }

  /// Whether the way from p to q, which changes sides, crosses the segment and not its prolongation.
  func crossesSegment(_ p: Point, _ q: Point) -> Bool {
    let from = lineCross(p)
    let to = lineCross(q)
    guard from != to else { return false }
    let at = between(p, q, from / (from - to))
    let a = points[0]
    let b = points[1]
    let along = (at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)
    let whole = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)
    return along >= 0 && along <= whole
  }

  // Zone

  func zoneContains(_ p: Point) -> Bool {
    var inside = false
    for i in 0..<pointCount {
      let a = point(i)
      let b = point(i &+ 1 == pointCount ? 0 : i &+ 1)
      let side = cross(a, b, p)
      if side == 0, p.x >= min(a.x, b.x), p.x <= max(a.x, b.x), p.y >= min(a.y, b.y), p.y <= max(a.y, b.y) {
        return true
      }
      if (a.y > p.y) != (b.y > p.y), (side > 0) == (a.y > b.y) { inside.toggle() }
    }
    return inside
  }

  // Drawing

  /// How many edges there are to draw.
  var edgeCount: Int { kind == .band ? 4 : kind == .line ? 3 : pointCount }

  /// An edge as counting compares with it.
  func edge(_ i: Int) -> Edge {
    switch kind {
    case .band:
      let (a, b) = bandEdge(i)
      return Edge(a: point(a), b: point(b), role: i == 0 ? .first : i == 1 ? .second : .side)
    case .line:
      let shift = i == 0 ? 0 : i == 1 ? -margin : margin
      let scale = shift / length(0, 1)
      let dx = -(points[1].y - points[0].y) * scale
      let dy = (points[1].x - points[0].x) * scale
      return Edge(
        a: Point(x: points[0].x + dx, y: points[0].y + dy),
        b: Point(x: points[1].x + dx, y: points[1].y + dy), role: i == 0 ? .line : .strip)
    case .zone:
      return Edge(a: point(i), b: point(i &+ 1 == pointCount ? 0 : i &+ 1), role: .zone)
    }
  }
}
