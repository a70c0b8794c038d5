/// What the caller says about places.
extension Inventory {
  /// The index of a place, or nil.
  func itemIndex(_ id: UInt64) -> Int? {
    for i in 0..<map.state[0].itemCount where map.items.id[i] == id { return i }
    return nil
  }

  /// The place is no item: takes back what it counted, and it never counts again.
  func dismissItem(_ i: Int) {
    takeBack(i, as: .dismiss)
    map.items.status[i] = ItemStatus.dismissed.rawValue
  }

  /// The place shows the same item as another one: of two counts one is taken back, a single one stays and
  /// belongs to the other from now on.
  ///
  /// A place that was itself dismissed or merged gets none: nothing brings it back.
  func mergeItem(_ i: Int, into other: Int) {
    let status = ItemStatus(rawValue: map.items.status[other])
    if status == .dismissed || status == .merged {
      takeBack(i, as: .merge)
    } else {
      for g in 0..<state[0].gateCount where gates.gates[g].byItem { mergeCount(of: i, into: other, gate: g) }
    }
    map.items.status[i] = ItemStatus.merged.rawValue
  }

  private func mergeCount(of i: Int, into other: Int, gate g: Int) {
    var from = gates.memory(ofItem: i, g)
    var to = gates.memory(ofItem: other, g)
    guard from.has(GateMemory.counted) else { return }
    // A place counts under one class in all gates.
    let isReclassed = hasCounted(other) && map.items.countClass[other] != map.items.countClass[i]
    if to.has(GateMemory.counted) || isReclassed { write(.merge, delta: -1, item: i, gate: g) }
    if !to.has(GateMemory.counted) {
      to.set(GateMemory.counted, true)
      to.set(GateMemory.due, true)
      to.setDirection(from.direction)
      to.set(GateMemory.crossed, from.has(GateMemory.crossed))
      if !isReclassed { map.items.countClass[other] = map.items.countClass[i] }
      map.items.status[other] = ItemStatus.item.rawValue
      gates.remember(to, ofItem: other, g)
      if isReclassed { write(.count, delta: 1, item: other, gate: g) }
    }
    from.set(GateMemory.counted, false)
    gates.remember(from, ofItem: i, g)
  }

  private func takeBack(_ i: Int, as kind: Event.Kind) {
    for g in 0..<state[0].gateCount where gates.gates[g].byItem {
      var memory = gates.memory(ofItem: i, g)
      guard memory.has(GateMemory.counted) else { continue }
      write(kind, delta: -1, item: i, gate: g)
      memory.set(GateMemory.counted, false)
      gates.remember(memory, ofItem: i, g)
    }
  }
}
