import CShelfCount
import Testing

/// The default band is 288...352; boxes are 100 wide and confirmed in the first update.
@Suite("Bands")
struct GateTests {
  /// A scanner with one band that has seen the centres.
  static func walked(
    _ centres: [Float?], crossing: UInt32 = 1, dwell: UInt32 = 2, w: Float = 100
  ) throws -> TestScanner {
    let scanner = try TestScanner {
      $0.crossing = crossing
      $0.dwell = dwell
    }
    try scanner.add(.band())
    try scanner.walk(centres, w: w)
    #expect(try scanner.stats().tracks_confirmed == 1)
    return scanner
  }

  /// Kind, frame and direction of the entries.
  static func log(_ scanner: TestScanner) throws -> [[Int]] {
    try scanner.events().map { [Int($0.kind), Int($0.frame), Int($0.direction)] }
  }

  // MARK: Inside

  @Test("The edges belong to the band", arguments: [288, 352] as [Float])
  func edges(x: Float) throws {
    #expect(try Self.walked([x, x]).counts().total == 1)
    #expect(try Self.walked([x, x]).counts().inside == 1)
    let outside = x + (x < 320 ? -1 : 1) / 32
    #expect(try Self.walked([outside, outside, outside]).counts().total == 0)
    #expect(try Self.walked([outside]).counts().inside == 0)
  }

  @Test("Dwell is observed frames in a row: an observed frame outside starts it anew")
  func dwell() throws {
    #expect(try Self.walked([300, 280, 300, 280, 300]).counts().total == 0)
    #expect(try Self.walked([300, 310, 280, 300, 310, 280], dwell: 3).counts().total == 0)
    #expect(try Self.log(Self.walked([280, 300, 310, 320], dwell: 3)) == [[SHELF_EVENT_COUNT, 4, 1]])
    #expect(try Self.log(Self.walked([280, 300], dwell: 1)) == [[SHELF_EVENT_COUNT, 2, 1]])
  }

  @Test("Frames without the track neither add to the dwell nor end it")
  func unobserved() throws {
    #expect(try Self.walked([300, nil, nil, nil]).counts().total == 0)
    #expect(try Self.log(Self.walked([280, 300, nil, nil, 300])) == [[SHELF_EVENT_COUNT, 5, 1]])
  }

  @Test("The predicted box of a lost track does not dwell")
  func predicted() throws {
    let scanner = try Self.walked([200, 220, 240, 260, 280, nil, nil, nil, nil])
    #expect(try scanner.track(1).box.x1 > 238)
    #expect(try scanner.counts().total == 0)
    #expect(try scanner.counts().inside == 0)
  }

  @Test("The anchor is the box as detected, not as filtered")
  func raw() throws {
    // After standing still, one jump of 40: the filter lags behind.
    let scanner = try Self.walked([250, 250, 250, 250, 250, 250, 289], dwell: 1)
    #expect(try scanner.track(1).box.x1 < 288 - 50)
    #expect(try scanner.counts().total == 1)
    #expect(try scanner.events().map(\.box) == [row(289, w: 100).box])
  }

  @Test("The bottom anchor is the middle of the lower edge")
  func bottom() throws {
    for (anchor, total) in [(SHELF_ANCHOR_BOTTOM, 1), (SHELF_ANCHOR_CENTER, 0)] as [(Int, UInt64)] {
      let scanner = try TestScanner()
      var gate = try shelf_gate.band(axis: SHELF_AXIS_Y)
      gate.anchor = Int32(anchor)
      try scanner.add(gate)
      // The lying band is 216...264, the lower edge at 240.
      try scanner.walk([(320, 190), (320, 190)])
      #expect(try scanner.counts().total == total)
    }
  }

  // MARK: Direction

  @Test("The direction is that of the edge it came over")
  func direction() throws {
    #expect(try Self.log(Self.walked([270, 300, 310])) == [[SHELF_EVENT_COUNT, 3, SHELF_FORWARD]])
    #expect(try Self.log(Self.walked([370, 340, 330])) == [[SHELF_EVENT_COUNT, 3, SHELF_BACKWARD]])
    #expect(try Self.log(Self.walked([320, 320])) == [[SHELF_EVENT_COUNT, 2, SHELF_NO_DIRECTION]])
    let counts = try Self.walked([370, 340, 330]).counts()
    #expect([counts.total, counts.forward, counts.backward, counts.undirected] == [1, 0, 1, 0])
  }

  @Test("Where it leaves does not matter")
  func leaves() throws {
    #expect(try Self.log(Self.walked([270, 300, 310, 280])) == [[SHELF_EVENT_COUNT, 3, SHELF_FORWARD]])
    #expect(try Self.log(Self.walked([320, 320, 280])) == [[SHELF_EVENT_COUNT, 2, SHELF_NO_DIRECTION]])
  }

  @Test("An ordinary pass makes one entry", arguments: [0, 1] as [UInt32])
  func onePass(crossing: UInt32) throws {
    let way: [Float?] = (0...20).map { 220 + Float($0) * 10 }
    let scanner = try Self.walked(way, crossing: crossing)
    #expect(try scanner.counts().passed == 0)
    #expect(try Self.log(scanner) == [[SHELF_EVENT_COUNT, 9, SHELF_FORWARD]])
  }

  // MARK: Once per track

  @Test("A track that dwells again is logged as suppressed, once per visit")
  func once() throws {
    let scanner = try Self.walked([270, 300, 310, 310, 280, 300, 310, 310, 280, 300, 310])
    #expect(try scanner.counts().total == 1)
    let events = try scanner.events()
    #expect(events.map(\.frame) == [3, 7, 11])
    #expect(events.map(\.delta) == [1, 0, 0])
    let suppressed = Int32(SHELF_EVENT_SUPPRESSED)
    #expect(events.map(\.kind) == [Int32(SHELF_EVENT_COUNT), suppressed, suppressed])
    #expect(events.allSatisfy { $0.reason == SHELF_REASON_DWELL && $0.track_id == 1 })
  }

  @Test("Going back through the band does not count again")
  func backAgain() throws {
    let scanner = try Self.walked([280, 360, 400, 360, 280], w: 200)
    #expect(try scanner.counts().total == 1)
    let count = [SHELF_EVENT_COUNT, 2, SHELF_FORWARD]
    #expect(try Self.log(scanner) == [count, [SHELF_EVENT_SUPPRESSED, 5, SHELF_BACKWARD]])
  }

  // MARK: Crossing

  @Test("A pass with too short a dwell counts with crossing on, else it is told")
  func shortDwell() throws {
    let on = try Self.walked([280, 320, 360], crossing: 1)
    let off = try Self.walked([280, 320, 360], crossing: 0)
    #expect(try on.counts().forward == 1)
    #expect(try on.counts().passed == 0)
    #expect(try on.events().map(\.reason) == [Int32(SHELF_REASON_CROSSING)])
    #expect(try off.counts().total == 0)
    #expect(try off.counts().passed == 1)
    #expect(try Self.log(off) == [[SHELF_EVENT_PASSED, 3, SHELF_FORWARD]])
  }

  @Test("However many frames are missing in between", arguments: [1, 5, 30])
  func gap(missing: Int) throws {
    let way: [Float?] = [280, 280, 280] + [Float?](repeating: nil, count: missing) + [360]
    let scanner = try Self.walked(way, w: 200)
    #expect(try Self.log(scanner) == [[SHELF_EVENT_COUNT, 4 + missing, SHELF_FORWARD]])
  }

  @Test("In and out on the same side is no pass", arguments: [0, 1] as [UInt32])
  func sameSide(crossing: UInt32) throws {
    let scanner = try Self.walked([280, 320, 280, 260, 320, 270], crossing: crossing)
    #expect(try scanner.counts().total == 0)
    #expect(try scanner.counts().passed == 0)
    #expect(try scanner.events().isEmpty)
  }

  @Test("A gate's own dwell and crossing win over the configuration")
  func overrides() throws {
    for own: Int32 in [0, 1] {
      let scanner = try TestScanner { $0.crossing = UInt32(1 - own) }
      var gate = try shelf_gate.band()
      gate.crossing = own
      gate.dwell = 3
      try scanner.add(gate)
      try scanner.add(.band())
      try scanner.walk([280, 320, 330, 360])
      #expect(try scanner.counts(0).total == UInt64(own))
      #expect(try scanner.counts(0).passed == UInt64(1 - own))
      #expect(try scanner.counts(1).total == 1)
      #expect(try scanner.events().map(\.gate) == [1, 0])
    }
  }

  // MARK: Orientation

  @Test("A lying band counts what goes down as forward")
  func lying() throws {
    for (sign, direction) in [(1, SHELF_FORWARD), (-1, SHELF_BACKWARD)] as [(Float, Int)] {
      let scanner = try TestScanner()
      try scanner.add(.band(axis: SHELF_AXIS_Y))
      try scanner.walk([(320, 240 - sign * 40), (320, 240 - sign * 10), (320, 240)])
      #expect(try Self.log(scanner) == [[SHELF_EVENT_COUNT, 3, direction]])
    }
    // Its edges are 216 and 264.
    for (y, total) in [(216, 1), (264, 1), (216 - 1 / 32, 0), (264 + 1 / 32, 0)] as [(Float, UInt64)] {
      let scanner = try TestScanner()
      try scanner.add(.band(axis: SHELF_AXIS_Y))
      try scanner.walk([(320, y), (320, y)])
      #expect(try scanner.counts().total == total, "y \(y)")
    }
  }

  /// A band round (320, 240), 64 wide and 300 long, turned clockwise by 30 degrees.
  static func oblique(_ along: Float, _ across: Float) -> (Float, Float) {
    let (c, s): (Float, Float) = (0.8660254, 0.5)
    return (320 + across * c - along * s, 240 + across * s + along * c)
  }

  @Test("A band may stand at an angle")
  func turned() throws {
    let corners: [(Float, Float)] = [(-150, -32), (150, -32), (-150, 32), (150, 32)]
    let band = try shelf_gate.pixels(SHELF_GATE_BAND, corners.map { Self.oblique($0.0, $0.1) })
    let ways: [([(Float, Float)], [[Int]])] = [
      // Across it, both ways.
      ([(0, -50), (0, -31), (0, -10)], [[SHELF_EVENT_COUNT, 3, SHELF_FORWARD]]),
      ([(0, 50), (0, 31), (0, 10)], [[SHELF_EVENT_COUNT, 3, SHELF_BACKWARD]]),
      ([(100, -33), (100, 33)], [[SHELF_EVENT_COUNT, 2, SHELF_FORWARD]]),
      // Along it, beside it: within its bounding box all the time.
      ([(-100, -33), (-70, -33), (-40, -33), (-10, -33), (20, -33)], []),
      // Within its ends, and beyond one of them.
      ([(-149, 0), (-149, 0)], [[SHELF_EVENT_COUNT, 2, SHELF_NO_DIRECTION]]),
      ([(-151, 0), (-151, 0)], []),
    ]
    for (way, log) in ways {
      let scanner = try TestScanner()
      try scanner.add(band)
      try scanner.walk(way.map { Self.oblique($0.0, $0.1) }, w: 160, h: 160)
      #expect(try Self.log(scanner) == log, "\(way)")
    }
  }

  @Test("In over the short end counts as well")
  func overTheEnd() throws {
    let scanner = try TestScanner()
    try scanner.add(.pixels(SHELF_GATE_BAND, [(288, 100), (288, 380), (352, 100), (352, 380)]))
    try scanner.walk([(320, 60), (320, 90), (320, 110), (320, 130)])
    #expect(try scanner.counts().total == 1)
  }

  @Test("Past the short end is no pass", arguments: [0, 1] as [Int32])
  func pastTheEnd(crossing: Int32) throws {
    let scanner = try TestScanner()
    var gate = try shelf_gate.pixels(SHELF_GATE_BAND, [(288, 100), (288, 380), (352, 100), (352, 380)])
    gate.crossing = crossing
    try scanner.add(gate)
    try scanner.walk([(280, 50), (320, 50), (360, 50), (400, 50)])
    try scanner.walk([(360, 60), (280, 60)], w: 200)
    #expect(try scanner.ids() == [1])
    #expect(try scanner.events().isEmpty)
  }
}
