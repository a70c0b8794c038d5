import CShelfCount
import Testing

/// The list of places, and what the caller says about them.
@Suite("Counting by item: inventory")
struct ItemInventoryTests {
  static let there: [Float] = [-300, 1500]

  /// A pan along the 30 items, up to where the last of them are still in the picture.
  static func counted(
    gates: [shelf_gate]? = nil, stops: [Float] = there, _ change: (inout ShelfPan) -> Void = { _ in }
  ) throws -> (ItemCounter, ShelfPan) {
    var pan = ItemCountTests.pan(camera: ShelfPan.path(stops))
    change(&pan)
    let counter = try ItemCounter(gates: gates)
    try counter.see(pan, 0..<226)
    return (counter, pan)
  }

  /// The id under which an item of the pan stands in the list.
  static func id(of item: Int, _ counter: ItemCounter, _ pan: ShelfPan) throws -> UInt64 {
    let all = try counter.scanner.items()
    let found = all.filter { pan.item(under: $0.box, Int($0.last_frame) - 1) == item }
    try #require(found.count == 1, "item \(item)")
    return found[0].id
  }

  static func item(_ id: UInt64, _ counter: ItemCounter) throws -> shelf_item {
    try #require(counter.scanner.items().first { $0.id == id })
  }

  static func statuses(_ item: UInt64, _ other: UInt64, _ counter: ItemCounter) -> [shelf_status] {
    let handle = counter.scanner.handle
    return [
      shelf_item_dismiss(handle, item), shelf_item_merge(handle, item, other),
      shelf_item_merge(handle, other, item),
    ]
  }

  // MARK: The list

  @Test("Every item stands in the list once, with its box, its place and its class")
  func list() throws {
    var pan = ItemCountTests.pan(camera: ShelfPan.path([-140, 1500]))
    pan.items[3].classID = 9
    let counter = try ItemCounter()
    try counter.see(pan, 0..<206)
    let items = try counter.scanner.items()
    #expect(items.count == 30)
    #expect(try counter.scanner.stats().items == 30)
    #expect(Set(items.map(\.id)).count == 30 && items.allSatisfy { $0.id >= 1 })
    var seen: Set<Int> = []
    for item in items {
      let real = try #require(pan.item(under: item.box, Int(item.last_frame) - 1))
      #expect(seen.insert(real).inserted)
      let truth = pan.items[real]
      #expect(item.class_id == truth.classID && item.state == SHELF_ITEM_CERTAIN)
      // The centre of the first picture is 0, 0 on the shelf.
      #expect(abs((item.place.x1 + item.place.x2) / 2 - (truth.x + 140)) < 12, "item \(real)")
      #expect(abs((item.place.y1 + item.place.y2) / 2 - (truth.y - 240)) < 6, "item \(real)")
      #expect(abs(item.place.x2 - item.place.x1 - truth.w) < 0.06 * truth.w, "item \(real)")
      #expect(abs(item.place.y2 - item.place.y1 - truth.h) < 0.06 * truth.h, "item \(real)")
      #expect(abs(item.score - 0.8) < 0.02 && item.evidence > 8)
    }
  }

  @Test("Hits, expected ones and frames in the gate are what the pan says")
  func numbers() throws {
    let (counter, pan) = try Self.counted { $0.misses = 0.2 }
    for item in try counter.scanner.items() {
      let real = try #require(pan.item(under: item.box, Int(item.last_frame) - 1))
      let boxes = (0..<226).map { pan.box(real, $0) }
      // A margin on both sides for what counts as whole.
      let whole = boxes.count { $0.x1 > 16 && $0.x2 < 624 }
      let most = boxes.count { $0.x1 > -4 && $0.x2 < 644 }
      #expect(item.hits <= item.expected)
      #expect(Float(item.hits) > 0.65 * Float(whole) && Float(item.hits) < 0.92 * Float(most))
      #expect(item.expected >= UInt32(whole) - 6 && item.expected <= UInt32(most), "item \(real)")
      let inside = (0..<226).count { (288...352).contains(pan.center(real, $0).x) }
      #expect(abs(Int(item.in_band) - inside) <= 1, "item \(real)")
      let last = try #require((0..<226).last { boxes[$0].x1 > 8 && boxes[$0].x2 < 632 })
      #expect(Int(item.last_frame) - 1 <= last + 1 && Int(item.last_frame) - 1 > last - 12, "item \(real)")
    }
  }

  @Test("The last frame is one that saw the item whole")
  func lastWhole() throws {
    // Item 29 is seen whole in one frame or two, the last that show it so; then the border cuts it.
    var pan = ItemCountTests.pan(camera: ShelfPan.path([1400, 1800]))
    let last = try #require((0..<51).last { pan.box(29, $0).x1 > 16 })
    pan.isHidden = { frame, item, _ in item == 29 && frame < last }
    let counter = try ItemCounter()
    try counter.see(pan, 0..<last + 4)
    let item = try #require(
      counter.scanner.items().first { pan.item(under: $0.box, Int($0.last_frame) - 1) == 29 })
    #expect((last...last + 1).contains(Int(item.last_frame) - 1))
    #expect(item.box.x1 > 7)
  }

  @Test("The class is a vote: a third of the rows say another one")
  func vote() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path(Self.there))
    let counter = try ItemCounter()
    var random = Random(3)
    for frame in 0..<226 {
      var rows = pan.rows(frame)
      for i in rows.indices where random.chance(0.33) { rows[i].class_id = 2 }
      try counter.update(rows)
    }
    try counter.expectCounted(pan, Set(0..<30))
    for item in try counter.scanner.items() {
      let real = try #require(pan.item(under: item.box, Int(item.last_frame) - 1))
      #expect(item.class_id == pan.items[real].classID, "item \(real)")
    }
  }

  @Test("The vote is weighted by the score")
  func weightedVote() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path(Self.there))
    let counter = try ItemCounter()
    for frame in 0..<226 {
      var rows = pan.rows(frame)
      for i in rows.indices {
        // Two weak votes for class 5 against each strong one for class 3.
        rows[i].class_id = frame % 3 == 0 ? 3 : 5
        rows[i].score = frame % 3 == 0 ? 0.95 : 0.4
      }
      try counter.update(rows)
    }
    let items = try counter.scanner.items().filter { $0.hits > 20 }
    #expect(items.count > 25 && items.allSatisfy { $0.class_id == 3 })
  }

  @Test("Capacity 0 asks for the number, too little gets nothing")
  func buffer() throws {
    let (counter, _) = try Self.counted()
    var count = 0
    let handle = counter.scanner.handle
    #expect(shelf_items(handle, nil, 0, &count) == SHELF_ERROR_BUFFER && count == 30)
    var items = [shelf_item](repeating: shelf_item(), count: 29)
    #expect(shelf_items(handle, &items, 29, &count) == SHELF_ERROR_BUFFER && count == 30)
    #expect(items.allSatisfy { $0 == shelf_item() })
    let scanner = try TestScanner(byItem: .shelf)
    #expect(shelf_items(scanner.handle, nil, 0, &count) == SHELF_OK && count == 0)
  }

  // MARK: Dismiss

  @Test("A dismissed item is taken back and never comes again")
  func dismiss() throws {
    let (counter, pan) = try Self.counted(stops: [-300, 1500, -300, 1500])
    let id = try Self.id(of: 4, counter, pan)
    try counter.dismiss(id)
    #expect(try counter.total() == 29)
    let entry = try #require(counter.events.last)
    #expect(entry.kind == SHELF_EVENT_DISMISS && entry.delta == -1 && entry.item_id == id)
    #expect(entry.reason == SHELF_REASON_CALLER && entry.direction == SHELF_BACKWARD)
    #expect(entry.emitted_frame == 226 && entry.gate == 0)
    #expect(try Self.item(id, counter).state == SHELF_ITEM_DISMISSED)
    // Twice there and back.
    try counter.see(pan, 226..<676)
    try counter.finish()
    #expect(try counter.total() == 29)
    #expect(counter.log(SHELF_EVENT_COUNT).count == 30 && counter.log(SHELF_EVENT_DISMISS).count == 1)
    #expect(!counter.log(SHELF_EVENT_SUPPRESSED).contains { $0.item_id == id })
    #expect(try Self.item(id, counter).state == SHELF_ITEM_DISMISSED)
  }

  @Test("Dismissed twice, it is taken back once")
  func dismissTwice() throws {
    let (counter, pan) = try Self.counted()
    let id = try Self.id(of: 4, counter, pan)
    try counter.dismiss(id)
    try counter.dismiss(id)
    #expect(try counter.total() == 29)
    #expect(counter.log(SHELF_EVENT_DISMISS).count == 1)
  }

  @Test("Every gate that counted it takes it back")
  func dismissEverywhere() throws {
    let (counter, pan) = try Self.counted(gates: [.band(), .band(0.2, 0.3), .band(0.05, 0.1)])
    let id = try Self.id(of: 4, counter, pan)
    let before = try (0..<3).map { try counter.total($0) }
    try counter.dismiss(id)
    #expect(try (0..<3).map { try counter.total($0) } == before.map { $0 - 1 })
    #expect((0..<3).allSatisfy { counter.log(SHELF_EVENT_DISMISS, gate: $0).count == 1 })
  }

  @Test("An item dismissed before it reaches the gate never counts")
  func dismissEarly() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path(Self.there))
    let counter = try ItemCounter()
    // Item 4 lies at x = 100 + 4 * 80 or so: in frame 65 far to the right of the band.
    try counter.see(pan, 0..<65)
    #expect((450...600).contains(pan.center(4, 64).x))
    let id = try Self.id(of: 4, counter, pan)
    try counter.dismiss(id)
    #expect(counter.log(SHELF_EVENT_DISMISS).isEmpty)
    try counter.see(pan, 65..<226)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30).subtracting([4]))
  }

  // MARK: Merge

  @Test("Two counted ones merged: one count is taken back, and only that")
  func mergeCounted() throws {
    let (counter, pan) = try Self.counted(stops: [-300, 1500, -300])
    let (a, b) = (try Self.id(of: 4, counter, pan), try Self.id(of: 5, counter, pan))
    try counter.merge(a, into: b)
    #expect(try counter.total() == 29)
    let entry = try #require(counter.events.last)
    #expect(entry.kind == SHELF_EVENT_MERGE && entry.delta == -1 && entry.item_id == a)
    #expect(entry.reason == SHELF_REASON_CALLER && entry.emitted_frame == 226)
    #expect(try Self.item(a, counter).state == SHELF_ITEM_MERGED)
    #expect(try Self.item(b, counter).state == SHELF_ITEM_CERTAIN)
    try counter.merge(a, into: b)
    #expect(try counter.total() == 29)
    try counter.see(pan, 226..<451)
    try counter.finish()
    #expect(try counter.total() == 29)
    let again = counter.log(SHELF_EVENT_SUPPRESSED).map(\.item_id)
    #expect(again.contains(b) && !again.contains(a))
    // What is left of the two can still be dismissed, the merged one has nothing to give.
    try counter.dismiss(a)
    #expect(try counter.total() == 29)
    try counter.dismiss(b)
    #expect(try counter.total() == 28)
  }

  @Test("A counted one merged into one that is not: the count belongs to the other from now on")
  func mergeIntoOpen() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500, -300]))
    let counter = try ItemCounter()
    // Item 1 has passed the band, item 4 has not.
    try counter.see(pan, 0..<70)
    let (a, b) = (try Self.id(of: 1, counter, pan), try Self.id(of: 4, counter, pan))
    let before = try counter.total()
    #expect(counter.log(SHELF_EVENT_COUNT).contains { $0.item_id == a })
    #expect(!counter.log(SHELF_EVENT_COUNT).contains { $0.item_id == b })
    try counter.merge(a, into: b)
    #expect(try counter.total() == before)
    #expect(counter.log(SHELF_EVENT_MERGE).isEmpty)
    #expect(try Self.item(a, counter).state == SHELF_ITEM_MERGED)
    // 29 things are left: neither of the two counts again.
    try counter.see(pan, 70..<451)
    try counter.finish()
    #expect(try counter.total() == 29)
    #expect(counter.log(SHELF_EVENT_COUNT).count { [a, b].contains($0.item_id) } == 1)
    try counter.dismiss(b)
    #expect(try counter.total() == 28)
    #expect(counter.events.last?.item_id == b && counter.events.last?.delta == -1)
  }

  @Test("One that is not counted merged into a counted one: it never counts")
  func mergeOpen() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500]))
    let counter = try ItemCounter()
    try counter.see(pan, 0..<70)
    let (a, b) = (try Self.id(of: 4, counter, pan), try Self.id(of: 1, counter, pan))
    let before = try counter.total()
    try counter.merge(a, into: b)
    #expect(try counter.total() == before)
    try counter.see(pan, 70..<226)
    try counter.finish()
    try counter.expectCounted(pan, Set(0..<30).subtracting([4]))
  }

  @Test("Merged in one gate, moved in the other")
  func mergeTwoGates() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500]))
    let counter = try ItemCounter(gates: [.band(0.7, 0.8), .band(0.45, 0.55)])
    try counter.see(pan, 0..<70)
    // Item 2 has passed both bands, item 4 only the first.
    let (a, b) = (try Self.id(of: 2, counter, pan), try Self.id(of: 4, counter, pan))
    let counted = (0...1).map { g in
      counter.log(SHELF_EVENT_COUNT, gate: g).filter { [a, b].contains($0.item_id) }.count
    }
    #expect(counted == [2, 1])
    let before = try (0...1).map { try counter.total($0) }
    try counter.merge(a, into: b)
    #expect(try counter.total(0) == before[0] - 1)
    #expect(try counter.total(1) == before[1])
    try counter.see(pan, 70..<226)
    try counter.finish()
    #expect(try (0...1).map { try counter.total($0) } == [29, 29])
  }

  @Test("Merged into a dismissed one, nothing brings that back")
  func mergeIntoDismissed() throws {
    let pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500]))
    let counter = try ItemCounter()
    try counter.see(pan, 0..<70)
    let (a, b) = (try Self.id(of: 1, counter, pan), try Self.id(of: 4, counter, pan))
    try counter.dismiss(b)
    try counter.merge(a, into: b)
    // "It never counts again."
    try counter.add(.band(0.1, 0.3))
    try counter.see(pan, 70..<226)
    try counter.finish()
    #expect(try Self.item(b, counter).state == SHELF_ITEM_DISMISSED)
    #expect(!counter.log(SHELF_EVENT_COUNT, gate: 1).contains { [a, b].contains($0.item_id) })
  }

  @Test("No place of that number: NOT_FOUND, and nothing changes")
  func unknown() throws {
    let (counter, pan) = try Self.counted()
    let known = try Self.id(of: 4, counter, pan)
    let before = try (counter.scanner.items(), counter.scanner.stats(), counter.scanner.counts())
    let largest = try #require(before.0.map(\.id).max())
    for unknown in [0, largest + 1, .max] {
      let statuses = Self.statuses(unknown, known, counter)
      #expect(statuses.allSatisfy { $0 == SHELF_ERROR_NOT_FOUND }, "id \(unknown)")
    }
    let after = try (counter.scanner.items(), counter.scanner.stats(), counter.scanner.counts())
    #expect(after.0 == before.0 && after.1 == before.1 && after.2 == before.2)
    #expect(try counter.scanner.events().isEmpty)
  }

  // MARK: Classes

  /// One item before a camera at rest, which counts as class 0; then its rows say 7, and the vote follows.
  private func changed() throws -> (ItemCounter, UInt64) {
    let counter = try ItemCounter()
    for frame in 0..<100 {
      try counter.update([row(320, w: 100, score: 0.8, class: frame < 20 ? 0 : 7)])
    }
    #expect(counter.events.map(\.class_id) == [0])
    let items = try counter.scanner.items()
    #expect(items.map(\.class_id) == [7])
    return (counter, try #require(items.first).id)
  }

  @Test("Low and high hold the total of every class, whatever the vote says later")
  func intervalOfClass() throws {
    let (counter, _) = try changed()
    for classID: UInt32 in [0, 7] {
      let counts = try counter.scanner.counts(class: classID)
      #expect(counts.low <= counts.total && counts.total <= counts.high, "class \(classID)")
    }
  }

  @Test("Where the vote has changed since, the class that counted gives the count back")
  func dismissOfOtherClass() throws {
    let (counter, id) = try changed()
    try counter.dismiss(id)
    let classes = try [0, 7].map { try counter.scanner.counts(class: $0).total }
    #expect(try counter.total() == 0)
    #expect(classes == [0, 0])
  }

  @Test("What moved to a place of another class and is taken back leaves no class with less than nothing")
  func dismissOfMerged() throws {
    var pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500]))
    pan.items[4].classID = 7
    let counter = try ItemCounter()
    try counter.see(pan, 0..<70)
    let (a, b) = (try Self.id(of: 1, counter, pan), try Self.id(of: 4, counter, pan))
    let before = try counter.total()
    try counter.merge(a, into: b)
    try counter.dismiss(b)
    #expect(try counter.total() == before - 1)
    let classes = try [0, 1, 7].map { try counter.scanner.counts(class: $0).total }
    #expect(classes.allSatisfy { $0 < before } && classes.reduce(0, &+) == before - 1)
  }

  @Test("What moves to a place of another class has passed as it did before")
  func reasonOfMerged() throws {
    var pan = ItemCountTests.pan(camera: ShelfPan.path([-300, 1500]))
    pan.items[4].classID = 7
    let line = try shelf_gate.line((320, 480), (320, 0), margin: 6)
    let counter = try ItemCounter(gates: [.band(0.7, 0.8), line])
    try counter.see(pan, 0..<70)
    // Item 1 has passed both gates, item 4 only the first, under its own class.
    let (a, b) = (try Self.id(of: 1, counter, pan), try Self.id(of: 4, counter, pan))
    let before = counter.events.count
    try counter.merge(a, into: b)
    let count = try #require(counter.events[before...].first { $0.kind == SHELF_EVENT_COUNT })
    #expect(count.item_id == b && count.gate == 1 && count.class_id == 7)
    #expect(count.reason == SHELF_REASON_CROSSING && count.direction == SHELF_BACKWARD)
  }
}
