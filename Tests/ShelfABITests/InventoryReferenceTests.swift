import CShelfCount
import Foundation
import Testing

/// What the log, the caller's words and the counts by item must agree on: arithmetic, without any map.
struct InventoryReference {
  struct Place {
    /// The class under which it counted, and the gates that hold a count of it, with the direction.
    var classID: UInt32?
    var counted: [UInt32: Int32] = [:]
    /// The caller said that it is no item, or another one.
    var isOut = false
  }

  struct Entry: Equatable {
    var kind: Int32
    var delta: Int32
    var item: UInt64
    var gate: UInt32
    var classID: UInt32
    var direction: Int32
  }

  private(set) var places: [UInt64: Place] = [:]
  /// Sums by gate, class and direction.
  private(set) var sums: [[Int64]: Int] = [:]
  /// Counts that the log has told of.
  private(set) var counted = 0

  /// An entry that the library wrote on its own.
  mutating func note(_ event: shelf_event) throws {
    var place = places[event.item_id, default: Place()]
    if event.kind == SHELF_EVENT_COUNT {
      try #require(!place.isOut && place.counted[event.gate] == nil && event.delta == 1)
      try #require(place.counted.isEmpty || place.classID == event.class_id)
      counted += 1
      place.classID = event.class_id
      place.counted[event.gate] = event.direction
      add(event.gate, event.class_id, event.direction, 1)
    } else {
      try #require(event.kind == SHELF_EVENT_SUPPRESSED && event.delta == 0)
      try #require(place.counted[event.gate] != nil)
    }
    places[event.item_id] = place
  }

  private mutating func add(_ gate: UInt32, _ classID: UInt32, _ direction: Int32, _ delta: Int) {
    sums[[Int64(gate), Int64(classID), Int64(direction)], default: 0] += delta
  }

  /// Takes a count back; what the log says of it.
  private mutating func takeBack(_ id: UInt64, _ gate: UInt32, _ kind: Int) -> Entry? {
    guard var place = places[id], let direction = place.counted.removeValue(forKey: gate),
      let classID = place.classID
    else { return nil }
    if place.counted.isEmpty { place.classID = nil }
    places[id] = place
    add(gate, classID, direction, -1)
    return Entry(
      kind: Int32(kind), delta: -1, item: id, gate: gate, classID: classID, direction: direction)
  }

  mutating func dismiss(_ id: UInt64) -> [Entry] {
    places[id, default: Place()].isOut = true
    let gates = places[id]?.counted.keys.sorted() ?? []
    return gates.compactMap { takeBack(id, $0, SHELF_EVENT_DISMISS) }
  }

  mutating func merge(_ id: UInt64, into other: UInt64, isOtherOut: Bool) -> [Entry] {
    var entries: [Entry] = []
    for gate in places[id]?.counted.keys.sorted() ?? [] {
      guard let direction = places[id]?.counted[gate], let classID = places[id]?.classID else { continue }
      var target = places[other, default: Place()]
      let ownClass = target.classID
      guard let taken = takeBack(id, gate, SHELF_EVENT_MERGE) else { continue }
      if isOtherOut || target.counted[gate] != nil {
        entries.append(taken)
        continue
      }
      // It moves; under another class that is an entry off and one on.
      target.classID = ownClass ?? classID
      target.counted[gate] = direction
      places[other] = target
      add(gate, ownClass ?? classID, direction, 1)
      guard let ownClass, ownClass != classID else { continue }
      entries.append(taken)
      entries.append(
        Entry(
          kind: Int32(SHELF_EVENT_COUNT), delta: 1, item: other, gate: gate, classID: ownClass,
          direction: direction))
    }
    places[id, default: Place()].isOut = true
    return entries
  }

  /// A place that is forgotten leaves its counts behind.
  mutating func forget(allBut ids: Set<UInt64>) {
    places = places.filter { ids.contains($0.key) }
  }
}

@Suite("Against plain arithmetic, by item")
struct InventoryReferenceTests {
  static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["SHELFCOUNT_LONG"] != nil ? 1...60 : 1...4

  @Test("Log, counts and states follow from each other, whatever the caller says of places", arguments: seeds)
  func same(seed: UInt64) throws {
    var random = Random(seed &* 31)
    var pan = ItemInvarianceTests.hard(seed: seed)
    for i in pan.items.indices { pan.items[i].classID = UInt32(random.next() % 3) }
    let scanner = try TestScanner(byItem: Setup.shelf) {
      ($0.max_gates, $0.max_events, $0.max_classes) = (4, 4096, 3)
      // Fewer places than things: old ones are forgotten.
      if seed % 2 == 0 { $0.max_items = 24 }
      $0.crossing = UInt32(seed % 3 == 0 ? 0 : 1)
    }
    let gates = try [
      shelf_gate.band(), .band(0.15, 0.3), .line((450, 0), (430, 480), margin: 3),
      .zone([(60, 40), (260, 60), (200, 440), (80, 420)]),
    ]
    for gate in gates { try scanner.add(gate) }
    var reference = InventoryReference()
    var said: [UInt64: Int32] = [:]
    for frame in ItemInvarianceTests.frames {
      try scanner.update(pan.rows(frame))
      for event in try scanner.events() { try reference.note(event) }
      let items = try scanner.items()
      reference.forget(allBut: Set(items.map(\.id)))
      said = said.filter { id, _ in items.contains { $0.id == id } }
      if random.chance(0.2), items.count > 1 {
        try say(items, scanner, &reference, &said, &random)
      }
      try compare(scanner, reference, said, "seed \(seed), frame \(frame)")
    }
    try scanner.finish()
    for event in try scanner.events() { try reference.note(event) }
    try compare(scanner, reference, said, "seed \(seed), the end")
    #expect(reference.counted > 20)
  }

  /// Dismisses a place, or merges it into another.
  private func say(
    _ items: [shelf_item], _ scanner: TestScanner, _ reference: inout InventoryReference,
    _ said: inout [UInt64: Int32], _ random: inout Random
  ) throws {
    let item = items[Int(random.next() % UInt64(items.count))]
    let other = items[Int(random.next() % UInt64(items.count))]
    guard item.id != other.id else { return }
    let expected: [InventoryReference.Entry]
    if random.chance(0.4) {
      try scanner.dismiss(item.id)
      expected = reference.dismiss(item.id)
      said[item.id] = Int32(SHELF_ITEM_DISMISSED)
    } else {
      try scanner.merge(item.id, into: other.id)
      let isOut = [SHELF_ITEM_DISMISSED, SHELF_ITEM_MERGED].contains(Int(other.state))
      expected = reference.merge(item.id, into: other.id, isOtherOut: isOut)
      said[item.id] = Int32(SHELF_ITEM_MERGED)
    }
    let told = try scanner.events().map {
      InventoryReference.Entry(
        kind: $0.kind, delta: $0.delta, item: $0.item_id, gate: $0.gate, classID: $0.class_id,
        direction: $0.direction)
    }
    try #require(told == expected)
  }

  private func compare(
    _ scanner: TestScanner, _ reference: InventoryReference, _ said: [UInt64: Int32], _ place: String
  ) throws {
    for gate in 0..<UInt32(4) {
      for classID in 0..<UInt32(3) {
        let c = try scanner.counts(gate, class: classID)
        let sums = [SHELF_FORWARD, SHELF_BACKWARD, SHELF_NO_DIRECTION].map {
          reference.sums[[Int64(gate), Int64(classID), Int64($0)]] ?? 0
        }
        let told = [c.forward, c.backward, c.undirected].map { Int(truncatingIfNeeded: $0) }
        try #require(told == sums, "\(place), gate \(gate), class \(classID)")
        try #require(c.low <= c.total && c.total <= c.high, "\(place), gate \(gate), class \(classID)")
      }
    }
    for item in try scanner.items() {
      if let state = said[item.id] { try #require(item.state == state, "\(place), place \(item.id)") }
      if reference.places[item.id]?.counted.isEmpty == false {
        try #require(item.state == SHELF_ITEM_CERTAIN, "\(place), place \(item.id)")
      }
    }
  }
}
