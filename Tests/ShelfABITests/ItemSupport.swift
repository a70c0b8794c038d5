import CShelfCount
import Testing

extension shelf_item: @retroactive Equatable, Bytewise {}

extension TestScanner {
  /// A scanner that counts by item.
  convenience init(byItem setup: Setup, _ configure: (inout shelf_config) -> Void = { _ in }) throws {
    try self.init(setup) {
      $0.count_by = Int32(SHELF_BY_ITEM)
      configure(&$0)
    }
  }

  func items() throws -> [shelf_item] {
    var count = 0
    let status = shelf_items(handle, nil, 0, &count)
    guard status == SHELF_OK || status == SHELF_ERROR_BUFFER else { throw Refusal(status: status) }
    var items = [shelf_item](repeating: shelf_item(), count: count)
    if count > 0 { try check(shelf_items(handle, &items, count, &count)) }
    return items
  }

  func finish() throws { try check(shelf_finish(handle)) }
  func dismiss(_ id: UInt64) throws { try check(shelf_item_dismiss(handle, id)) }
  func merge(_ id: UInt64, into other: UInt64) throws { try check(shelf_item_merge(handle, id, other)) }
}

/// A scanner whose log is kept, and which is held against it after every step.
final class ItemCounter {
  let scanner: TestScanner
  private(set) var events: [shelf_event] = []
  private var gates: UInt32 = 0

  init(
    _ setup: Setup = .shelf, gates: [shelf_gate]? = nil, _ configure: (inout shelf_config) -> Void = { _ in }
  ) throws {
    scanner = try TestScanner(byItem: setup, configure)
    for gate in try gates ?? [.band()] { try add(gate) }
  }

  func add(_ gate: shelf_gate) throws {
    try scanner.add(gate)
    gates += 1
  }

  func update(_ rows: [shelf_detection], at time: UInt64 = 0) throws {
    try scanner.update(rows, at: time)
    try settle()
  }

  /// Shows it those frames of a pan.
  func see(_ pan: ShelfPan, _ frames: Range<Int>) throws {
    for frame in frames { try update(pan.rows(frame)) }
  }

  func finish() throws {
    try scanner.finish()
    try settle()
  }

  func dismiss(_ id: UInt64) throws {
    try scanner.dismiss(id)
    try settle()
  }

  func merge(_ id: UInt64, into other: UInt64) throws {
    try scanner.merge(id, into: other)
    try settle()
  }

  /// Takes the new entries of the log; the counts must be the sums of the deltas, overall, by direction and
  /// by class, and the interval must hold the total.
  private func settle() throws {
    let frame = try scanner.stats().frames
    for event in try scanner.events() {
      #expect(event.emitted_frame == frame && event.frame <= event.emitted_frame)
      #expect(event.frame >= 1 && event.gate < gates)
      events.append(event)
    }
    for gate in 0..<gates {
      let counts = try scanner.counts(gate)
      let own = events.filter { $0.gate == gate }
      func sum(_ direction: Int) -> Int {
        own.filter { Int($0.direction) == direction }.reduce(0) { $0 + Int($1.delta) }
      }
      try #require(counts.forward == UInt64(sum(SHELF_FORWARD)), "frame \(frame), gate \(gate)")
      try #require(counts.backward == UInt64(sum(SHELF_BACKWARD)), "frame \(frame), gate \(gate)")
      try #require(counts.undirected == UInt64(sum(SHELF_NO_DIRECTION)), "frame \(frame), gate \(gate)")
      try #require(counts.total == counts.forward + counts.backward + counts.undirected)
      try #require(counts.low <= counts.total && counts.total <= counts.high, "frame \(frame), gate \(gate)")
      try #require(counts.high <= counts.total + UInt64(try scanner.stats().items))
    }
  }

  func total(_ gate: UInt32 = 0) throws -> Int { Int(try scanner.counts(gate).total) }

  /// The entries of a kind in the log of a gate.
  func log(_ kind: Int, gate: UInt32 = 0) -> [shelf_event] {
    events.filter { $0.kind == Int32(kind) && $0.gate == gate }
  }

  /// The gate must have counted just these items of the pan, each once and under an id of its own.
  ///
  /// `first` is the frame of the pan that the first update saw.
  func expectCounted(
    _ pan: ShelfPan, _ items: Set<Int>, gate: UInt32 = 0, first: Int = 0, direction: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let counts = log(SHELF_EVENT_COUNT, gate: gate)
    let seen = counts.map { pan.item(under: $0.box, Int($0.frame) - 1 + first) ?? -1 }
    #expect(Set(seen) == items, sourceLocation: sourceLocation)
    #expect(seen.count == items.count, sourceLocation: sourceLocation)
    #expect(Set(counts.map(\.item_id)).count == counts.count, sourceLocation: sourceLocation)
    #expect(counts.allSatisfy { $0.item_id > 0 && $0.delta == 1 }, sourceLocation: sourceLocation)
    #expect(try total(gate) == items.count, sourceLocation: sourceLocation)
    if let direction {
      let others = counts.filter { Int($0.direction) != direction }
      #expect(others.isEmpty, sourceLocation: sourceLocation)
    }
  }
}
