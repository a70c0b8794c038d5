import CShelfCount
import Testing

/// The line stands at 320 and points upwards: its left is the left of the picture.
@Suite("Lines")
struct LineTests {
  static func walked(
    _ centres: [(Float, Float)?], _ from: Float = 480, _ to: Float = 0, margin: Float = 5, every: UInt32 = 1,
    size: Float = 100
  ) throws -> TestScanner {
    let scanner = try TestScanner()
    var gate = try shelf_gate.line((320, from), (320, to), margin: margin)
    gate.every = every
    try scanner.add(gate)
    try scanner.walk(centres, w: size, h: size)
    #expect(try scanner.stats().tracks_confirmed == 1)
    return scanner
  }

  /// Along the middle of the picture.
  static func level(_ centres: [Float?]) -> [(Float, Float)?] { centres.map { x in x.map { ($0, 240) } } }

  @Test("From the left of a to b to its right is forward")
  func direction() throws {
    let way = Self.level([290, 310, 330, 350])
    #expect(try GateTests.log(Self.walked(way)) == [[SHELF_EVENT_COUNT, 3, SHELF_FORWARD]])
    #expect(try GateTests.log(Self.walked(way.reversed())) == [[SHELF_EVENT_COUNT, 3, SHELF_BACKWARD]])
    #expect(try GateTests.log(Self.walked(way, 0, 480)) == [[SHELF_EVENT_COUNT, 3, SHELF_BACKWARD]])
  }

  @Test("It counts when it is out of the strip on the other side")
  func hysteresis() throws {
    #expect(try Self.walked(Self.level([300, 318, 322, 318, 322])).counts().total == 0)
    #expect(
      try GateTests.log(Self.walked(Self.level([300, 318, 322, 318, 326])))
        == [[SHELF_EVENT_COUNT, 5, SHELF_FORWARD]])
    #expect(try Self.walked(Self.level([300, 318, 322, 310, 300])).counts().total == 0)
  }

  @Test("More than the margin: at it does not suffice, on either side")
  func margin() throws {
    #expect(try Self.walked(Self.level([300, 325, 325])).counts().total == 0)
    #expect(try Self.walked(Self.level([300, 325 + 1 / 32])).counts().total == 1)
    #expect(try Self.walked(Self.level([315, 330, 330])).counts().total == 0)
    #expect(try Self.walked(Self.level([315 - 1 / 32, 330])).counts().total == 1)
  }

  @Test("Without a margin the line itself is no side")
  func noMargin() throws {
    #expect(try Self.walked(Self.level([310, 320, 320]), margin: 0).counts().total == 0)
    #expect(try Self.walked(Self.level([310, 320, 320.5]), margin: 0).counts().total == 1)
    #expect(try Self.walked(Self.level([310, 320, 310]), margin: 0).counts().total == 0)
  }

  @Test("A track born within the strip has no side until it leaves it")
  func born() throws {
    #expect(try Self.walked(Self.level([320, 330, 350])).counts().total == 0)
    #expect(
      try GateTests.log(Self.walked(Self.level([320, 350, 310])))
        == [[SHELF_EVENT_COUNT, 3, SHELF_BACKWARD]])
  }

  @Test("Missing frames between the sides do no harm")
  func gap() throws {
    let way = Self.level([290, 290, 290, nil, nil, nil, 340])
    #expect(try GateTests.log(Self.walked(way)) == [[SHELF_EVENT_COUNT, 7, SHELF_FORWARD]])
  }

  @Test("Every crossing counts, or each track once")
  func every() throws {
    let way = Self.level([290, 350, 290, 350])
    let every = try Self.walked(way).counts()
    #expect([every.total, every.forward, every.backward] == [3, 2, 1])
    let once = try Self.walked(way, every: 0)
    #expect(try once.counts().total == 1)
    #expect(
      try GateTests.log(once) == [
        [SHELF_EVENT_COUNT, 2, SHELF_FORWARD], [SHELF_EVENT_SUPPRESSED, 3, SHELF_BACKWARD],
        [SHELF_EVENT_SUPPRESSED, 4, SHELF_FORWARD],
      ])
  }

  @Test("Beyond the ends of the segment nothing counts")
  func ends() throws {
    #expect(try Self.walked([(300, 240), (340, 240)], 280, 200).counts().total == 1)
    #expect(try Self.walked([(300, 300), (340, 300)], 280, 200).counts().total == 0)
    #expect(try Self.walked([(300, 180), (340, 180)], 280, 200).counts().total == 0)
  }

  @Test("Going around the end does not count, coming back through the line does")
  func around() throws {
    let around: [(Float, Float)?] = [(300, 240), (300, 300), (340, 300), (340, 240)]
    #expect(try Self.walked(around, 280, 200, size: 240).counts().total == 0)
    let back = try Self.walked(around + [(300, 240)], 280, 200, size: 240)
    #expect(try GateTests.log(back) == [[SHELF_EVENT_COUNT, 5, SHELF_BACKWARD]])
  }

  @Test("A margin in fractions is a share of the width")
  func fraction() throws {
    for (x, total) in [(325, 0), (327, 1)] as [(Float, UInt64)] {
      let scanner = try TestScanner()
      var gate = try shelf_gate.line((0.5, 1), (0.5, 0), margin: 0.01)
      gate.units = Int32(SHELF_UNITS_FRACTION)
      try scanner.add(gate)
      try scanner.walk([300, x])
      #expect(try scanner.counts().total == total)
    }
  }
}

@Suite("Zones")
struct ZoneTests {
  /// Open at the top; the notch is 280...360 wide and reaches down to 300.
  static let cup: [(Float, Float)] = [
    (200, 100), (280, 100), (280, 300), (360, 300), (360, 100), (440, 100), (440, 380), (200, 380),
  ]

  func total(_ centre: (Float, Float), _ points: [(Float, Float)] = cup) throws -> UInt64 {
    let scanner = try TestScanner()
    try scanner.add(.zone(points))
    try scanner.walk([centre, centre])
    return try scanner.counts().total
  }

  @Test("A concave polygon has its notch outside", arguments: [false, true])
  func concave(reversed: Bool) throws {
    let points = reversed ? Self.cup.reversed() : Self.cup
    let inside: [(Float, Float)] = [(240, 200), (400, 200), (320, 340), (210, 370)]
    let outside: [(Float, Float)] = [(320, 200), (320, 120), (320, 90), (190, 240), (450, 240), (320, 390)]
    for point in inside { #expect(try total(point, points) == 1, "\(point)") }
    for point in outside { #expect(try total(point, points) == 0, "\(point)") }
  }

  @Test("Edges and corners belong to the inside")
  func boundary() throws {
    let on: [(Float, Float)] = [
      (200, 240), (440, 240), (280, 200), (360, 200), (320, 300), (320, 380), (240, 100), (200, 100),
      (280, 300), (440, 380), (280, 100),
    ]
    for point in on { #expect(try total(point) == 1, "\(point)") }
    let off: [(Float, Float)] = [
      (199.9375, 240), (440.0625, 240), (280.0625, 200), (320, 299.9375), (320, 380.0625),
    ]
    for point in off { #expect(try total(point) == 0, "\(point)") }
  }

  @Test("The diagonal of a triangle is an edge too")
  func diagonal() throws {
    let triangle: [(Float, Float)] = [(200, 100), (400, 100), (200, 300)]
    #expect(try total((300, 200), triangle) == 1)
    #expect(try total((299, 200), triangle) == 1)
    #expect(try total((301, 200), triangle) == 0)
  }

  @Test("Inside is who is there now, the total who has been there")
  func occupancy() throws {
    let scanner = try TestScanner()
    try scanner.add(.zone(Self.cup))
    let (inside, outside) = (row(320, 340), row(320, 200))
    var seen: [[UInt64]] = []
    let other = row(240, 200)
    for rows in [[inside], [inside, other], [inside, other], [row(240, 220)], [outside], []] {
      try scanner.update(rows)
      seen.append([UInt64(try scanner.counts().inside), try scanner.counts().total])
    }
    // The second is tentative at first; a lost track stays where it was last observed.
    #expect(seen[0] == [1, 0])
    #expect(seen[1] == [1, 1])
    #expect(seen[2][0] == 2)
    #expect(seen[3] == [2, 2])
    let counts = try scanner.counts()
    #expect(counts.undirected == counts.total)
    #expect(counts.forward + counts.backward == 0)
  }

  @Test("It leaves the occupancy in the frame that sees it outside")
  func leaves() throws {
    let scanner = try TestScanner()
    try scanner.add(.zone(Self.cup))
    try scanner.walk([(240, 200), (240, 200)])
    #expect(try scanner.counts().inside == 1)
    try scanner.walk([(190, 200)])
    #expect(try scanner.counts().inside == 0)
    #expect(try scanner.counts().total == 1)
  }

  @Test("Each track counts once; another visit is logged as suppressed")
  func once() throws {
    let scanner = try TestScanner()
    try scanner.add(.zone(Self.cup))
    try scanner.walk([(180, 200), (220, 200), (230, 200), (180, 200), (220, 200), (230, 200), (180, 200)])
    #expect(
      try GateTests.log(scanner) == [
        [SHELF_EVENT_COUNT, 3, SHELF_NO_DIRECTION], [SHELF_EVENT_SUPPRESSED, 6, SHELF_NO_DIRECTION],
      ])
  }
}
