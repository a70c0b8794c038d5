import CShelfCount
import Testing

@Suite("Geometry of gates")
struct GateGeometryTests {
  static let argument = shelf_status(SHELF_ERROR_ARGUMENT)
  static let quad: [(Float, Float)] = [(288, 20), (300, 460), (352, 20.5), (370, 470.25)]

  static func point(_ p: (Float, Float)) -> shelf_point { shelf_point(x: p.0, y: p.1) }

  static func expectEnds(_ edge: shelf_edge, _ a: (Float, Float), _ b: (Float, Float)) {
    #expect(edge.a == point(a) && edge.b == point(b), "\(edge)")
  }

  // MARK: Edges

  @Test("The edges of a band are the points it was given")
  func band() throws {
    let scanner = try TestScanner()
    try scanner.add(.pixels(SHELF_GATE_BAND, Self.quad))
    let edges = try scanner.edges()
    #expect(edges.map(\.role).sorted() == [1, 2, 3, 3])
    #expect(edges.allSatisfy { $0.gate == 0 })
    for edge in edges {
      if edge.role == SHELF_EDGE_FIRST { Self.expectEnds(edge, Self.quad[0], Self.quad[1]) }
      if edge.role == SHELF_EDGE_SECOND { Self.expectEnds(edge, Self.quad[2], Self.quad[3]) }
    }
    let sides = edges.filter { $0.role == SHELF_EDGE_SIDE }.map { Set([$0.a.x, $0.b.x]) }
    #expect(Set(sides) == [[288, 352], [300, 370]])
  }

  @Test("A band set by shares is drawn where it counts")
  func shares() throws {
    let scanner = try TestScanner()
    try scanner.add(.band())
    try scanner.add(.band(axis: SHELF_AXIS_Y))
    let upright = try #require(scanner.edges(0).first { $0.role == SHELF_EDGE_FIRST })
    #expect(upright.a.x == 288 && upright.b.x == 288)
    #expect([upright.a.y, upright.b.y].sorted() == [0, 480])
    let lying = try #require(scanner.edges(1).first { $0.role == SHELF_EDGE_SECOND })
    #expect(lying.a.y == 264 && lying.b.y == 264)
    #expect([lying.a.x, lying.b.x].sorted() == [0, 640])
    #expect(try scanner.edges(1).allSatisfy { $0.gate == 1 })
  }

  @Test("The default gate is the upright band 0.45...0.55")
  func standard() throws {
    let scanner = try TestScanner()
    try scanner.add(.standard())
    try scanner.add(.band(0.45, 0.55))
    let (a, b) = try (scanner.edges(0), scanner.edges(1))
    #expect(a.map(\.a) == b.map(\.a) && a.map(\.b) == b.map(\.b) && a.map(\.role) == b.map(\.role))
  }

  @Test("A line is drawn as given, with its strip at the margin")
  func line() throws {
    let scanner = try TestScanner()
    try scanner.add(.line((100, 100), (180, 160), margin: 5))
    let edges = try scanner.edges()
    let lines = edges.filter { $0.role == SHELF_EDGE_LINE }
    #expect(lines.count == 1)
    for line in lines { Self.expectEnds(line, (100, 100), (180, 160)) }
    let strip = edges.filter { $0.role == SHELF_EDGE_STRIP }
    #expect(strip.count >= 2)
    #expect(strip.count == edges.count - 1)
    // Two of them run along the line, one on each side; distances by the unit normal (-0.6, 0.8).
    let distances = strip.map { edge in
      [edge.a, edge.b].map { -0.6 * ($0.x - 100) + 0.8 * ($0.y - 100) }
    }
    for side: Float in [-5, 5] {
      #expect(distances.count { $0.allSatisfy { abs($0 - side) < 1e-3 } } == 1)
    }
  }

  @Test("A zone is drawn as given")
  func zone() throws {
    let scanner = try TestScanner()
    try scanner.add(.zone(ZoneTests.cup))
    let edges = try scanner.edges()
    #expect(edges.count == 8)
    for (i, edge) in edges.enumerated() {
      #expect(edge.role == SHELF_EDGE_ZONE)
      Self.expectEnds(edge, ZoneTests.cup[i], ZoneTests.cup[(i + 1) % 8])
    }
  }

  @Test("Edges come in the unit of the configuration")
  func units() throws {
    let scanner = try TestScanner { $0.units = Int32(SHELF_UNITS_FRACTION) }
    try scanner.add(.band())
    try scanner.add(.pixels(SHELF_GATE_BAND, [(288, 0), (288, 480), (352, 0), (352, 480)]))
    for gate: UInt32 in 0...1 {
      for edge in try scanner.edges(gate) {
        for point in [edge.a, edge.b] {
          #expect(min(abs(point.x - 0.45), abs(point.x - 0.55)) < 1e-6)
          #expect(min(abs(point.y), abs(point.y - 1)) < 1e-6)
        }
      }
    }
  }

  @Test("Sixteen corners are sixteen edges")
  func sixteen() throws {
    let scanner = try TestScanner()
    // A comb: fifteen points to and fro, and one far below.
    var comb = (0..<15).map { i -> (Float, Float) in (20 + Float(i) * 30, i.isMultiple(of: 2) ? 100 : 200) }
    comb.append((230, 400))
    try scanner.add(.zone(comb))
    #expect(try scanner.edges().count == SHELF_MAX_GATE_POINTS)
  }

  // MARK: Arguments

  @Test("gate_init and gate_set_band check their arguments")
  func makers() throws {
    let size = MemoryLayout<shelf_gate>.size
    var gate = shelf_gate()
    #expect(shelf_gate_init(nil, size) == Self.argument)
    #expect(shelf_gate_init(&gate, size - 1) == SHELF_ERROR_VERSION)
    #expect(shelf_gate_init(&gate, 0) == SHELF_ERROR_VERSION)
    #expect(gate.struct_size == 0)
    #expect(shelf_gate_init(&gate, size) == SHELF_OK)
    #expect(gate.struct_size == UInt32(size))
    #expect(shelf_gate_set_band(nil, 0, 0.25, 0.5) == Self.argument)
    let axis = Int32(SHELF_AXIS_X)
    for (lo, hi) in [(0.5, 0.5), (0.5, 0.25), (.nan, 0.5), (0.5, .nan), (0, .infinity)] as [(Float, Float)] {
      #expect(shelf_gate_set_band(&gate, axis, lo, hi) == Self.argument, "\(lo)...\(hi)")
    }
    for odd: Int32 in [-1, 2, .max] { #expect(shelf_gate_set_band(&gate, odd, 0.25, 0.5) == Self.argument) }
    #expect(gate.points.0.x == 0.45)
  }

  /// What gate_add says to a gate; a refusal must leave no trace.
  func status(_ gate: shelf_gate) throws -> shelf_status {
    let scanner = try TestScanner()
    var gate = gate
    var index: UInt32 = 7
    let status = shelf_gate_add(scanner.handle, &gate, &index)
    if status != SHELF_OK {
      var count = 0
      #expect(index == 7)
      #expect(shelf_gate_edges(scanner.handle, 0, nil, 0, &count) == SHELF_ERROR_NOT_FOUND)
    }
    return status
  }

  @Test("Choices of a gate are those of the header")
  func choices() throws {
    let changes: [(inout shelf_gate) -> Void] = [
      { $0.kind = 0 }, { $0.kind = 4 }, { $0.units = 2 }, { $0.units = -1 }, { $0.anchor = 2 },
      { $0.anchor = -1 }, { $0.count_by = 2 }, { $0.count_by = -2 }, { $0.crossing = 2 },
      { $0.crossing = -2 }, { $0.dwell = 10_001 }, { $0.point_count = 3 }, { $0.point_count = 5 },
      { $0.point_count = .max }, { $0.point_count = 0 },
    ]
    for (i, change) in changes.enumerated() {
      var gate = try shelf_gate.standard()
      change(&gate)
      #expect(try status(gate) == Self.argument, "change \(i)")
    }
    var gate = try shelf_gate.standard()
    // A scanner that counts by track keeps no map.
    gate.count_by = Int32(SHELF_BY_ITEM)
    #expect(try status(gate) == Self.argument)
    gate = try .standard()
    gate.struct_size -= 1
    #expect(try status(gate) == SHELF_ERROR_VERSION)
    let scanner = try TestScanner()
    var index: UInt32 = 0
    #expect(shelf_gate_add(scanner.handle, nil, &index) == Self.argument)
    gate = try .standard()
    #expect(shelf_gate_add(scanner.handle, &gate, nil) == Self.argument)
  }

  @Test("Points must be finite and as many as the kind asks for")
  func points() throws {
    for odd: Float in [.nan, .infinity, -.infinity] {
      var quad = Self.quad
      quad[2].1 = odd
      #expect(try status(.pixels(SHELF_GATE_BAND, quad)) == Self.argument)
      #expect(try status(.line((odd, 0), (100, 100), margin: 1)) == Self.argument)
      #expect(try status(.line((0, 0), (100, 100), margin: odd)) == Self.argument)
      #expect(try status(.zone([(0, 0), (100, 0), (Float(0), odd)])) == Self.argument)
    }
    #expect(try status(.line((0, 0), (100, 100), margin: -1)) == Self.argument)
    #expect(try status(.line((0, 0), (100, 100), margin: 0)) == SHELF_OK)
    #expect(try status(.pixels(SHELF_GATE_LINE, Self.quad)) == Self.argument)
    #expect(try status(.zone([(0, 0), (100, 0)])) == Self.argument)
    #expect(try status(.zone([(0, 0), (100, 0), (0, 100)])) == SHELF_OK)
    var gate = try shelf_gate.zone([(0, 0), (100, 0), (0, 100)])
    gate.point_count = 17
    #expect(try status(gate) == Self.argument)
  }

  @Test("A gate must have a length and an area")
  func degenerate() throws {
    #expect(try status(.line((100, 100), (100, 100), margin: 1)) == Self.argument)
    #expect(try status(.zone([(10, 10), (10, 10), (10, 10)])) == Self.argument)
    #expect(try status(.zone([(0, 0), (100, 100), (200, 200)])) == Self.argument)
    #expect(try status(.pixels(SHELF_GATE_BAND, [(9, 9), (9, 9), (9, 9), (9, 9)])) == Self.argument)
    #expect(try status(.pixels(SHELF_GATE_BAND, [(9, 0), (9, 99), (9, 0), (9, 99)])) == Self.argument)
    #expect(try status(.pixels(SHELF_GATE_BAND, [(9, 9), (9, 9), (99, 9), (99, 9)])) == Self.argument)
  }

  @Test("There is room for max_gates gates")
  func room() throws {
    for room: UInt32 in [0, 1, 32] {
      let scanner = try TestScanner { $0.max_gates = room }
      for i in 0..<room { #expect(try scanner.add(.band()) == i) }
      var gate = try shelf_gate.band()
      var index: UInt32 = 77
      #expect(shelf_gate_add(scanner.handle, &gate, &index) == SHELF_ERROR_CAPACITY)
      #expect(index == 77)
      try scanner.reset()
      #expect(shelf_gate_add(scanner.handle, &gate, &index) == SHELF_ERROR_CAPACITY)
    }
  }
}
