import ShelfSim

/// What the user asked of `shelfcount simulate`.
struct SimulateOptions {
  var showsHelp = false
  var showsList = false
  var isQuiet = false
  var isPacked = false
  var seed: UInt64 = 0
  var scene = Scenario()
  /// Changes to the scene, in the order they were asked for.
  private var changes: [(name: String, apply: (inout Scenario) -> Void)] = []

  mutating func change(_ name: String, _ apply: @escaping (inout Scenario) -> Void) {
    changes.append((name, apply))
  }

  /// The scene with the changes asked for.
  ///
  /// Whoever asks for a number of frames, and not of items, gets as many items as pass in that time at the
  /// scene's speed; and the other way round.
  var scenario: Scenario {
    var scenario = scene
    let asked = Set(changes.map(\.name))
    if asked.contains("frames"), !asked.contains("items") { scenario.shelf.items = 0 }
    if asked.contains("items"), !asked.contains("frames") { scenario.frames = 0 }
    for change in changes { change.apply(&scenario) }
    return scenario
  }
}
