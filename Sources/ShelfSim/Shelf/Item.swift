/// A thing that stands on the shelf, or that the detector takes for one.
struct Item {
  let id: Int
  let classID: Int
  /// Centre in pixels at zoom 1: along the shelf, and from the middle of the rows downwards.
  var x: Double
  var y: Double
  /// Size in pixels at zoom 1.
  var width: Double
  var height: Double
  /// How fast it passes, as a share of the nominal speed.
  var depth: Double
  /// Walkers: pixels per frame, and the frame in which `x` is where they are.
  var velocity = 0.0
  var time = 0.0
  /// Mean score, and probability of being reported.
  var score = 0.0
  var hits = 1.0
}

/// Items in rows, so that those in view are found without looking at all.
struct ItemTable {
  private(set) var items: [Item]
  /// Each row is sorted by place.
  private var rows: [Range<Int>]

  init(rows groups: [[Item]]) {
    items = []
    rows = []
    for group in groups {
      let start = items.count
      items += group.sorted { ($0.x, $0.id) < ($1.x, $1.id) }
      rows.append(start..<items.count)
    }
  }

  /// Calls `body` for the indices of items whose place lies within `reach` of `x`.
  func forEach(near x: Double, reach: Double, _ body: (Int) -> Void) {
    for row in rows {
      var index = firstIndex(in: row, from: x - reach)
      while index < row.upperBound, items[index].x <= x + reach {
        body(index)
        index += 1
      }
    }
  }

  mutating func remove(_ indices: Set<Int>) {
    self = ItemTable(rows: rows.map { row in row.filter { !indices.contains($0) }.map { items[$0] } })
  }

  mutating func update(_ change: (inout Item) -> Void) {
    for index in items.indices { change(&items[index]) }
  }

  private func firstIndex(in row: Range<Int>, from x: Double) -> Int {
    var low = row.lowerBound
    var high = row.upperBound
    while low < high {
      let middle = (low + high) / 2
      if items[middle].x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
