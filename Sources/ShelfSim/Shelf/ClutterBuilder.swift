/// Steady false boxes: seen as reliably as items, only with lower scores.
struct ClutterBuilder {
  /// Those fixed to the shelf; `items` are what stands there.
  static func onShelf(_ scenario: Scenario, seed: UInt64, items: [Item]) -> ItemTable {
    guard !items.isEmpty else { return ItemTable(rows: []) }
    let count = Int(scenario.clutter.shelf * Double(items.count) / 100 + 0.5)
    return ItemTable(
      rows: [
        (0..<count).map { index in
          var random = Random(seed, .clutter, index)
          var item = any(
            scenario, &random, id: -1 - index, like: items[random.integer(in: 0...items.count - 1)])
          let size = (width: item.width, height: item.height)
          switch random.integer(in: 0...2) {
          case 0:
            // Across two neighbours.
            item.x += size.width * random.uniform(in: 0.45...0.6) / item.depth
            item.width *= random.uniform(in: 0.6...1)
            item.height *= random.uniform(in: 0.7...1)
          case 1:
            // A tag on the rail below.
            item.y += size.height * random.uniform(in: 0.55...0.62) / item.depth
            item.width *= random.uniform(in: 0.5...0.9)
            item.height *= random.uniform(in: 0.15...0.3)
          default:
            // A part of the item.
            item.y += size.height * random.uniform(in: -0.25...0.25) / item.depth
            item.width *= random.uniform(in: 0.4...0.7)
            item.height *= random.uniform(in: 0.35...0.5)
          }
          return item
        }
      ])
  }

  /// Those fixed to the image, placed in pixels of the picture.
  static func onImage(_ scenario: Scenario, seed: UInt64, like items: [Item]) -> [Item] {
    guard !items.isEmpty else { return [] }
    return (0..<scenario.clutter.image).map { index in
      var random = Random(seed, .clutter, index, 1)
      var item = any(
        scenario, &random, id: -1 - index, like: items[random.integer(in: 0...items.count - 1)])
      item.x = Double(scenario.width) * random.uniform(in: 0.05...0.95)
      item.y = Double(scenario.height) * random.uniform(in: 0.05...0.95)
      item.width *= random.uniform(in: 0.5...1.3)
      item.height *= random.uniform(in: 0.4...1.2)
      return item
    }
  }

  private static func any(_ scenario: Scenario, _ random: inout Random, id: Int, like item: Item) -> Item {
    Item(
      id: id, classID: random.integer(in: 0...scenario.shelf.classes - 1), x: item.x, y: item.y,
      width: item.width, height: item.height, depth: item.depth,
      score: scenario.detector.level * random.uniform(in: scenario.clutter.score),
      hits: random.uniform(in: scenario.clutter.hits))
  }
}
