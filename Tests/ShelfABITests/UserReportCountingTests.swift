import CShelfCount
import Testing

@Suite("User reports: counting")
struct UserReportCountingTests {
  static let zone: [(Float, Float)] = [(288, 0), (352, 0), (352, 480), (288, 480)]
  /// Upwards, so that motion to the right is forward.
  static func line(_ x: Float, margin: Float) throws -> shelf_gate {
    try .line((x, 480), (x, 0), margin: margin)
  }
  /// 287, 289, 287 … ending on 287.
  static let jitter: [Float?] = (0..<61).map { $0.isMultiple(of: 2) ? 287 : 289 }

  // MARK: O13

  @Test("O13 jitter at the edge of a band counts once, when it has settled", arguments: Setup.all)
  func o13Band(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.add(.band())
    try scanner.walk(Self.jitter, w: 50)
    #expect(try scanner.counts().total == 0)
    try scanner.walk([300], w: 50)
    #expect(try scanner.counts().total == 0)
    try scanner.walk([301], w: 50)
    #expect(try scanner.counts().total == 1)
    #expect(try scanner.counts().forward == 1)
    try scanner.walk(Self.jitter, w: 50)
    #expect(try scanner.counts().total == 1)
    #expect(try scanner.events().count == 1)
  }

  @Test("O13 jitter on a line stays within its margin", arguments: Setup.all)
  func o13Line(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.add(Self.line(288, margin: 2))
    try scanner.walk([270] + Self.jitter, w: 50)
    #expect(try scanner.counts().total == 0)
    try scanner.walk([300, 301], w: 50)
    #expect(try scanner.counts().forward == 1)
    try scanner.walk(Self.jitter + [300], w: 50)
    #expect(try scanner.counts().total == 1)
    #expect(try scanner.events().count == 1)
  }

  @Test("O13 jitter at the edge of a zone counts once, when it has settled", arguments: Setup.all)
  func o13Zone(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.add(.zone(Self.zone))
    try scanner.walk(Self.jitter + [300], w: 50)
    #expect(try scanner.counts().total == 0)
    try scanner.walk([301], w: 50)
    #expect(try scanner.counts().total == 1)
    try scanner.walk(Self.jitter, w: 50)
    #expect(try scanner.counts().total == 1)
    #expect(try scanner.counts().undirected == 1)
  }

  // MARK: O14

  /// 300 frames at one place, every tenth without a box.
  static func standing(at x: Float) -> [Float?] { (1...300).map { $0.isMultiple(of: 10) ? nil : x } }

  @Test("O14 standing in a band or zone counts once, in the frame of the dwell", arguments: Setup.all)
  func o14(setup: Setup) throws {
    for gate in [try shelf_gate.band(), try .zone(Self.zone)] {
      let scanner = try TestScanner(setup)
      try scanner.add(gate)
      try scanner.walk(Self.standing(at: 320), w: 50)
      let counts = try scanner.counts()
      #expect(counts.total == 1)
      #expect(counts.undirected == 1)
      #expect(counts.inside == 1)
      let events = try scanner.events()
      #expect(events.map(\.kind) == [Int32(SHELF_EVENT_COUNT)])
      #expect(events.map(\.reason) == [Int32(SHELF_REASON_DWELL)])
      #expect(events.map(\.frame) == [2])
      #expect(events.map(\.emitted_frame) == [2])
    }
  }

  @Test("O14 resting on a line counts once, on the way over", arguments: Setup.all)
  func o14Line(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.add(Self.line(320, margin: 5))
    try scanner.walk([280, 300] + Self.standing(at: 320), w: 80)
    #expect(try scanner.counts().total == 0)
    try scanner.walk([340, 360], w: 80)
    #expect(try scanner.counts().forward == 1)
    let events = try scanner.events()
    #expect(events.map(\.frame) == [303])
    #expect(events.map(\.direction) == [Int32(SHELF_FORWARD)])
  }

  // MARK: O15

  static let fast: [Float?] = [160, 230, 280, 360, 430, 500]
  static let fastBack: [Float?] = fast.map { x in x.map { 640 - $0 } }

  @Test("O15 too fast for the dwell: passed, not counted, with crossing off", arguments: Setup.all)
  func o15Off(setup: Setup) throws {
    for (way, direction) in [(Self.fast, SHELF_FORWARD), (Self.fastBack, SHELF_BACKWARD)] {
      let scanner = try TestScanner(setup) { $0.crossing = 0 }
      try scanner.add(.band())
      try scanner.walk(way, w: 160)
      #expect(try scanner.ids() == [1])
      let counts = try scanner.counts()
      #expect(counts.total == 0)
      #expect(counts.passed == 1)
      let events = try scanner.events()
      #expect(events.map(\.kind) == [Int32(SHELF_EVENT_PASSED)])
      #expect(events.map(\.delta) == [0])
      #expect(events.map(\.direction) == [Int32(direction)])
      #expect(events.map(\.frame) == [4])
    }
  }

  @Test("O15 too fast for the dwell: counted once with crossing on", arguments: Setup.all)
  func o15On(setup: Setup) throws {
    for (way, direction) in [(Self.fast, SHELF_FORWARD), (Self.fastBack, SHELF_BACKWARD)] {
      let scanner = try TestScanner(setup) { $0.crossing = 1 }
      try scanner.add(.band())
      try scanner.walk(way, w: 160)
      let counts = try scanner.counts()
      #expect(counts.total == 1)
      #expect(counts.passed == 0)
      #expect((direction == SHELF_FORWARD ? counts.forward : counts.backward) == 1)
      let events = try scanner.events()
      #expect(events.map(\.kind) == [Int32(SHELF_EVENT_COUNT)])
      #expect(events.map(\.reason) == [Int32(SHELF_REASON_CROSSING)])
      #expect(events.map(\.direction) == [Int32(direction)])
      #expect(events.map(\.frame) == [4])
    }
  }

  @Test("O15 a line is crossed however fast", arguments: Setup.all)
  func o15Line(setup: Setup) throws {
    for (way, direction) in [(Self.fast, SHELF_FORWARD), (Self.fastBack, SHELF_BACKWARD)] {
      let scanner = try TestScanner(setup)
      try scanner.add(Self.line(320, margin: 5))
      try scanner.walk(way, w: 160)
      #expect(try scanner.counts().total == 1)
      let events = try scanner.events()
      #expect(events.map(\.frame) == [4])
      #expect(events.map(\.direction) == [Int32(direction)])
    }
  }

  @Test("O15 a zone that is jumped over counts nothing", arguments: Setup.all)
  func o15Zone(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.add(.zone(Self.zone))
    try scanner.walk(Self.fast, w: 160)
    #expect(try scanner.counts().total == 0)
    #expect(try scanner.counts().inside == 0)
  }

  // MARK: O20

  @Test("O20 inside falls to 0 when the lost buffer is over, the total stays", arguments: Setup.all)
  func o20(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.add(.band())
    try scanner.add(.zone(Self.zone))
    try scanner.add(Self.line(320, margin: 5))
    for _ in 1...5 { try scanner.update([100, 240, 380].map { row(320, $0, h: 80) }) }
    for empty in 0...40 {
      for gate: UInt32 in 0...1 {
        let counts = try scanner.counts(gate)
        // In between it depends on the half frame that is granted to time stamps.
        if empty != 31 { #expect(counts.inside == (empty <= 30 ? 3 : 0), "\(empty) empty frames") }
        #expect(counts.total == 3)
      }
      #expect(try scanner.counts(2).total == 0)
      try scanner.update()
    }
  }
}
