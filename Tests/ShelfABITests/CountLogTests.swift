import CShelfCount
import Testing

@Suite("Counts and their log")
struct CountLogTests {
  @Test("An entry tells what, where, when and why")
  func entry() throws {
    let scanner = try TestScanner()
    try scanner.add(.zone([(0, 0), (10, 0), (0, 10)]))
    try scanner.add(.band())
    for (i, x) in ([200, 240, 280, 300, 320] as [Float]).enumerated() {
      try scanner.update([row(x, w: 100, score: i == 4 ? 0.75 : 0.9, class: 7)], at: UInt64(i + 1) * 33_000)
    }
    let events = try scanner.events()
    try #require(events.count == 1)
    let event = events[0]
    #expect(event.frame == 5)
    #expect(event.emitted_frame == 5)
    #expect(event.time_us == 165_000)
    #expect(event.track_id == 1)
    #expect(event.item_id == 0)
    #expect(event.box == row(320, w: 100).box)
    #expect(event.kind == SHELF_EVENT_COUNT)
    #expect(event.delta == 1)
    #expect(event.direction == SHELF_FORWARD)
    #expect(event.reason == SHELF_REASON_DWELL)
    #expect(event.gate == 1)
    #expect(event.class_id == 7)
    #expect(event.score == 0.75)
    #expect(event.evidence == 5)
    #expect(try scanner.events().isEmpty)
  }

  @Test("Counts are the sum of the log, per gate, class and direction", arguments: Setup.withMoving)
  func sums(setup: Setup) throws {
    let scanner = try InvarianceTests.scanner(setup)
    var events: [shelf_event] = []
    for (frame, rows) in crowd(seed: 20, frames: 600).enumerated() {
      try scanner.update(rows)
      if frame % 7 == 0 { events += try scanner.events() }
    }
    events += try scanner.events()
    #expect(try scanner.stats().events_dropped == 0)
    #expect(try scanner.stats().events == UInt64(events.count))
    for gate: UInt32 in 0...3 {
      var sum = shelf_counts()
      for id: UInt32 in 0..<80 {
        let counts = try scanner.counts(gate, class: id)
        let own = events.filter { $0.gate == gate && $0.class_id == id }
        let deltas = { (direction: Int) in
          own.filter { $0.direction == direction }.reduce(0) { $0 + UInt64($1.delta) }
        }
        #expect(counts.forward == deltas(SHELF_FORWARD))
        #expect(counts.backward == deltas(SHELF_BACKWARD))
        #expect(counts.undirected == deltas(SHELF_NO_DIRECTION))
        #expect(counts.total == counts.forward + counts.backward + counts.undirected)
        #expect(counts.passed == UInt64(own.count { $0.kind == SHELF_EVENT_PASSED }))
        sum.inside += counts.inside
        sum.total += counts.total
        sum.passed += counts.passed
      }
      let all = try scanner.counts(gate)
      #expect(all.total == sum.total)
      #expect(all.total == all.forward + all.backward + all.undirected)
      #expect(all.low == all.total && all.high == all.total)
      #expect(all.passed == sum.passed)
      #expect(all.inside == sum.inside)
      #expect(all.total > 0)
    }
    for event in events {
      #expect(event.kind == SHELF_EVENT_COUNT ? event.delta == 1 : event.delta == 0)
      #expect(event.track_id > 0 && event.emitted_frame >= event.frame)
    }
  }

  @Test("Several gates count side by side as each would alone")
  func several() throws {
    let together = try InvarianceTests.scanner(.shelf)
    let alone = try InvarianceTests.gates().map { gate in
      let scanner = try TestScanner()
      try scanner.add(gate)
      return scanner
    }
    for rows in crowd(seed: 21, frames: 200) {
      for scanner in alone + [together] { try scanner.update(rows) }
    }
    for (i, scanner) in alone.enumerated() {
      #expect(try scanner.counts(0) == together.counts(UInt32(i)))
    }
  }

  @Test("A new track does not inherit what a gate knew of an old one", arguments: [1, 0] as [Int32])
  func inherits(crossing: Int32) throws {
    let scanner = try TestScanner()
    var band = try shelf_gate.band()
    band.crossing = crossing
    try scanner.add(band)
    try scanner.add(UserReportCountingTests.line(320, margin: 5))
    // The first one comes from the left and stays inside.
    try scanner.walk([280, 300, 300])
    for _ in 1...40 { try scanner.update() }
    #expect(try scanner.counts().inside == 0)
    // The next one is born inside and leaves to the right.
    try scanner.walk([340, 340, 340, 360])
    #expect(try scanner.ids() == [2])
    let counts = try scanner.counts()
    #expect([counts.total, counts.forward, counts.undirected, counts.passed] == [2, 1, 1, 0])
    #expect(try scanner.counts(1).total == 0)
    // The one after that is born on the right.
    for _ in 1...40 { try scanner.update() }
    try scanner.walk([370, 370, 370])
    #expect(try scanner.events().count == 2)
    #expect(try scanner.stats().tracks_confirmed == 3)
  }

  @Test("A gate added between updates counts from the next one on")
  func addedLater() throws {
    let scanner = try TestScanner()
    for _ in 1...5 { try scanner.update([row(320)]) }
    try scanner.add(.band())
    #expect(try scanner.counts().total == 0)
    #expect(try scanner.counts().inside == 0)
    try scanner.update([row(320)])
    #expect(try scanner.counts().total == 0)
    try scanner.update([row(320)])
    #expect(try scanner.counts().total == 1)
  }
}
