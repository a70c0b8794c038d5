/// What callers ask about places between frames.
extension Inventory {
  /// A place of the map; `index` below `itemCount`.
  package func item(_ index: Int) -> ItemReport {
    let items = map.items
    let scale = configuration.fromPixels
    return ItemReport(
      id: items.id[index], lastFrame: items.seenFrame[index],
      place: items.box(index).scaled(scale.x, scale.y), box: items.seenBox[index].scaled(scale.x, scale.y),
      score: items.meanScore(index), evidence: items.evidence[index],
      classID: UInt32(items.votes[index].winner), state: Int32(items.status[index]),
      hits: items.scored[index], expected: items.expected[index], inBand: UInt32(mostFrames(ofItem: index)))
  }

  func addItems(to report: inout CountReport, _ gate: Int, _ classID: Int?) {
    let items = map.items
    for i in 0..<map.state[0].itemCount {
      let memory = gates.memory(ofItem: i, gate)
      let ownClass = memory.has(GateMemory.counted) ? items.countClass[i] : items.votes[i].winner
      if let classID, Int(ownClass) != classID { continue }
      if memory.has(GateMemory.inside), items.isItem(i) { report.inside &+= 1 }
      guard memory.has(GateMemory.due) else { continue }
      let margin = map.margin(i)
      if memory.has(GateMemory.counted) {
        if margin < 1 { report.doubtfulCounted &+= 1 }
      } else if items.status[i] == ItemStatus.open.rawValue, map.couldBeItem(i), margin > -1 {
        report.doubtfulOpen &+= 1
      }
    }
  }

  /// The frames in which a place lay in a gate, the largest of all gates.
  private func mostFrames(ofItem i: Int) -> UInt16 {
    var most: UInt16 = 0
    for g in 0..<state[0].gateCount { most = max(most, gates.memory(ofItem: i, g).dwell) }
    return most
  }
}
