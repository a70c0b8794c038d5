/// Walkers in pairs that cross near the middle of the picture, one pair after the other.
struct PeopleBuilder {
  /// Frames from one pair to the next, where nobody says.
  static let spacing = 150

  static func build(_ scenario: Scenario, seed: UInt64) -> (table: ItemTable, frames: Int) {
    let pairs = pairs(scenario)
    let frames = scenario.frames > 0 ? scenario.frames : pairs * spacing
    let people = scenario.shelf.items > 0 ? scenario.shelf.items : 2 * pairs
    let width = Double(scenario.width)
    let slot = Double(frames) / Double(pairs)
    var items: [Item] = []
    for index in 0..<people {
      var random = Random(seed, .people, index)
      var shared = Random(seed, .people, -1, index / 2)
      let isNear = shared.chance(0.5) == index.isMultiple(of: 2)
      let height = Double(scenario.height) * random.uniform(in: 0.5...0.66) * (isNear ? 1 : 0.85)
      let speed = max(scenario.path.speed, 1.9 / slot) * random.uniform(in: 0.85...1.15)
      items.append(
        Item(
          id: index + 1, classID: random.integer(in: 0...scenario.shelf.classes - 1),
          // Both of a pair are here in the same frame: there they cross.
          x: width * (shared.uniform(in: 0.35...0.65) - 0.5),
          y: Double(scenario.height) * (isNear ? 0.47 : 0.4) - height / 2,
          width: height * random.uniform(in: 0.3...0.4), height: height, depth: 1,
          velocity: width * min(speed, Scenario.topSpeed) * (index.isMultiple(of: 2) ? 1 : -1),
          time: slot * (Double(index / 2) + 0.5)))
    }
    return (ItemTable(rows: [items]), frames)
  }

  private static func pairs(_ scenario: Scenario) -> Int {
    scenario.shelf.items > 0 ? (scenario.shelf.items + 1) / 2 : max(1, scenario.frames / spacing)
  }
}
