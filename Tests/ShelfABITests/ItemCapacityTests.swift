import CShelfCount
import Testing

/// Full tables, ends of streams, time and long runs.
@Suite("Counting by item: room and time")
struct ItemCapacityTests {
  // MARK: Room

  /// 120 items, of which 16 or 17 are in view.
  static func long() -> (pan: ShelfPan, frames: Range<Int>) {
    let stops: [Float] = [-300, 5250]
    return (
      .rows(2, of: 60, camera: ShelfPan.path(stops, speed: 10)), 0..<ShelfPan.length(stops, speed: 10)
    )
  }

  @Test("A map too small for the shelf forgets what is far behind; the count stays", arguments: [64, 100])
  func folded(room: UInt32) throws {
    let (pan, frames) = Self.long()
    let counter = try ItemCounter { $0.max_items = room }
    for frame in frames {
      try counter.update(pan.rows(frame))
      #expect(try counter.scanner.stats().items <= room)
    }
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<120), direction: SHELF_BACKWARD)
    let stats = try counter.scanner.stats()
    #expect(stats.items_folded >= UInt64(120 - room) && stats.items_refused == 0)
    #expect(UInt64(stats.items) + stats.items_folded >= 120)
    // The oldest went, the last are there.
    let columns = try counter.scanner.items().map {
      (pan.item(under: $0.box, Int($0.last_frame) - 1) ?? -1) % 60
    }
    #expect(Set(columns).isSuperset(of: 42..<60) && columns.allSatisfy { $0 >= 60 - Int(room) / 2 })
  }

  @Test("Eight places suffice where three items are in view")
  func foldedHuge() throws {
    let pan = ShelfPan.rows(1, of: 30, pitch: 300, camera: ShelfPan.path([-300, 9200], speed: 10))
    let counter = try ItemCounter { $0.max_items = 8 }
    try counter.see(pan, 0..<951)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30), direction: SHELF_BACKWARD)
    let stats = try counter.scanner.stats()
    #expect(stats.items_folded >= 22 && stats.items_refused == 0)
  }

  @Test("As many places as two pictures hold suffice for a pan")
  func foldedTight() throws {
    let (pan, frames) = Self.long()
    let counter = try ItemCounter { $0.max_items = 36 }
    try counter.see(pan, frames)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<120), direction: SHELF_BACKWARD)
    #expect(try counter.scanner.stats().items_folded >= 84)
  }

  @Test(
    "A long way up or down a shelf",
    arguments: [1024, 64] as [UInt32])
  func upright(room: UInt32) throws {
    let stops: [Float] = [-200, 4000]
    let pan = ItemGateTests.tall(stops, of: 60)
    let counter = try ItemCounter(gates: [.band(axis: SHELF_AXIS_Y)]) { $0.max_items = room }
    try counter.see(pan, 0..<ShelfPan.length(stops, speed: 6))
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<120), direction: SHELF_BACKWARD)
    let stats = try counter.scanner.stats()
    #expect(stats.items_refused == 0)
    #expect(room > 64 || stats.items_folded >= 56)
  }

  @Test("With less room than the picture shows, places are refused", arguments: [1, 8] as [UInt32])
  func refused(room: UInt32) throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([300, 1500, 300]))
    let counter = try ItemCounter { $0.max_items = room }
    for frame in 0..<301 {
      try counter.update(pan.rows(frame))
      #expect(try counter.scanner.stats().items <= room)
      #expect(try counter.scanner.items().count <= Int(room))
    }
    try counter.finish()
    #expect(try counter.scanner.stats().items_refused > 0)
    let counts = counter.log(SHELF_EVENT_COUNT)
    #expect(counts.count <= 30 && Set(counts.map(\.item_id)).count == counts.count)
  }

  @Test("The log may overflow, the counts stay")
  func events() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500, -300]))
    let scanner = try TestScanner(byItem: .shelf) { $0.max_events = 3 }
    try scanner.add(.band())
    for frame in 0..<451 { try scanner.update(pan.rows(frame)) }
    try scanner.finish()
    let stats = try scanner.stats()
    #expect(try scanner.counts().total == 30)
    #expect(try scanner.events().count == 3)
    #expect(stats.events > 50 && stats.events_dropped == stats.events - 3)
  }

  // MARK: The end of a stream

  /// A pan with clutter, and three items whose scores lie between the clutter's and the other items'.
  static func doubtful(_ score: Float) -> ShelfPan {
    var pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1300]))
    for i in pan.items.indices {
      pan.items[i].y *= 0.8
      pan.items[i].h *= 0.8
    }
    for k in 0..<12 {
      pan.items.append(.init(x: 130 + 105 * Float(k), y: 435, w: 56, h: 70, score: 0.3, isClutter: true))
    }
    for (k, item) in [5, 20, 12].enumerated() { pan.items[item].score = score + 0.05 * Float(k - 1) }
    return pan
  }

  @Test("What is doubtful waits until it has left the picture, or for the end of the stream")
  func waiting() throws {
    var waits = 0
    // Which score is doubtful is for the map to say; somewhere between clutter and items it must be.
    for score in stride(from: Float(0.56), through: 0.74, by: 0.01) {
      let pan = Self.doubtful(score)
      let whole = try ItemCountTests.count(pan, 0..<201)
      for event in whole.events {
        let item = try #require(pan.item(under: event.box, Int(event.frame) - 1))
        guard event.emitted_frame < 201, pan.center(item, Int(event.emitted_frame) - 1).x < 0 else {
          continue
        }
        // It has left the picture; all others counted as they passed.
        #expect([5, 20, 12].contains(item) && event.emitted_frame > event.frame, "score \(score)")
        waits += 1
        // If the stream ends a frame earlier, the end decides.
        let cut = try ItemCounter()
        try cut.see(pan, 0..<Int(event.emitted_frame) - 1)
        #expect(!cut.events.contains { $0.item_id == event.item_id })
        let counts = try cut.scanner.counts()
        try cut.finish()
        // The level of the scores may have moved just then; if the end counts it, it is that very place.
        guard let entry = cut.events.last(where: { $0.item_id == event.item_id }) else { continue }
        #expect(entry.kind == SHELF_EVENT_COUNT && entry.emitted_frame == event.emitted_frame - 1)
        #expect(entry.frame == event.frame && entry.box == event.box)
        // The interval held what was still to come.
        #expect(try counts.high >= cut.scanner.counts().total && counts.high > counts.total)
        // Nothing is left to decide.
        let all = cut.events.count
        try cut.finish()
        #expect(cut.events.count == all)
      }
      #expect(try (27...30).contains(whole.total()), "score \(score)")
    }
    #expect(waits > 0)
  }

  @Test("A stream may go on after its end; nothing counts twice")
  func finishAndGoOn() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500, -300]))
    let counter = try ItemCounter()
    for frame in 0..<451 {
      try counter.update(pan.rows(frame))
      if frame % 25 == 0 { try counter.finish() }
    }
    try counter.expectCounted(pan, Set(0..<30))
  }

  // MARK: Time

  @Test("Dropped frames with their times change nothing", arguments: [3, 4, 2])
  func dropped(every: Int) throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1700], speed: 6))
    let counter = try ItemCounter()
    var updates: [Int] = []
    for frame in 0..<ShelfPan.length([-300, 1700], speed: 6) where frame % every != every - 1 {
      updates.append(frame)
      try counter.update(pan.rows(frame), at: UInt64(frame + 1) * 33_333)
    }
    try counter.finish()
    #expect(try counter.total() == 30)
    let seen = counter.events.map { pan.item(under: $0.box, updates[Int($0.frame) - 1]) ?? -1 }
    #expect(Set(seen) == Set(0..<30) && seen.count == 30)
    #expect(
      counter.events.allSatisfy { $0.time_us == UInt64(updates[Int($0.emitted_frame) - 1] + 1) * 33_333 })
  }

  @Test("A pause of half a second while the camera goes on")
  func pause() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1700], speed: 6))
    let counter = try ItemCounter()
    let frames = (0..<334).filter { !(120..<135).contains($0) }
    for frame in frames { try counter.update(pan.rows(frame), at: UInt64(frame + 1) * 33_333) }
    try counter.finish()
    let seen = counter.events.map { pan.item(under: $0.box, frames[Int($0.frame) - 1]) ?? -1 }
    #expect(Set(seen) == Set(0..<30) && seen.count == 30)
  }

  // MARK: Long runs

  @Test("5,000 frames to and fro over 60 items: exact, and neither scale nor roll drifts")
  func longRun() throws {
    let stops: [Float] = [100] + (0..<20).flatMap { _ in [2500, 100] as [Float] }
    var pan = ShelfPan.rows(2, of: 30, camera: ShelfPan.path(stops, speed: 9))
    pan.misses = 0.05
    let counter = try ItemCounter()
    for frame in 0..<5000 {
      try counter.update(pan.rows(frame))
      let stats = try counter.scanner.stats()
      try #require(abs(stats.pose_scale - 1) < 0.05, "frame \(frame)")
      try #require(abs(stats.pose_roll) < 0.035, "frame \(frame)")
      let place = pan.camera(frame).x - 100
      try #require(abs(stats.pose_x - place) < 40 && abs(stats.pose_y) < 20, "frame \(frame)")
    }
    try counter.finish()
    try counter.expectCounted(pan, pan.passedBand(0..<5000))
    #expect(try counter.scanner.stats().items == 60)
    #expect(counter.log(SHELF_EVENT_SUPPRESSED).count > 600)
  }
}
