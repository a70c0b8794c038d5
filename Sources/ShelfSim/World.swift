/// All that is really there: items, where the camera is in each frame, and what goes wrong.
struct World {
  let scenario: Scenario
  let seed: UInt64
  let poses: [Pose]
  let projector: Projector
  /// Nothing moves but the items.
  let isCameraStanding: Bool
  private(set) var table: ItemTable
  let shelfClutter: ItemTable
  let imageClutter: [Item]

  private let largest: Double
  private let isWandering: Bool

  var frames: Int { poses.count }
  var items: [Item] { table.items }

  /// The world of a scenario; another attempt gives another one with the same seed.
  init(_ scenario: Scenario, seed base: UInt64, attempt: Int) {
    // What distinguishes whole streams stays as it is.
    var random = Random(base, .path)
    let seed = Random.seed(base, attempt: attempt)
    let isMirrored = random.chance(0.5)
    let isInMotion = random.chance(scenario.path.inMotion)
    let projector = Projector(scenario, isMirrored: isMirrored)
    var table: ItemTable
    if scenario.shelf.kind == .people {
      let (people, frames) = PeopleBuilder.build(scenario, seed: seed)
      table = people
      poses = Array(repeating: Pose(), count: frames)
    } else {
      let survey = Walk(scenario, seed: seed, isInMotion: isInMotion, projector: projector)
      table = survey.table
      poses = survey.poses
    }
    Self.giveScores(to: &table, scenario, seed: seed)
    self.scenario = scenario
    self.seed = seed
    self.projector = projector
    self.table = table
    isCameraStanding = scenario.shelf.kind != .shelf
    isWandering = scenario.shelf.wander > 0
    shelfClutter = ClutterBuilder.onShelf(scenario, seed: seed, items: table.items)
    imageClutter = ClutterBuilder.onImage(scenario, seed: seed, like: table.items)
    let widest = table.items.reduce(0) { max($0, $1.width) }
    largest = widest * (1 + scenario.shelf.wander) + Double(scenario.width) / 8
  }

  /// Calls `body` with index and box of all items that may be in the picture.
  func forEachItem(inViewAt frame: Int, _ body: (Int, Rect) -> Void) {
    forEach(table, at: frame, reach: projector.reach(poses[frame], item: largest), body)
  }

  /// Calls `body` with index and box of all steady false boxes on the shelf that may be in the picture.
  func forEachClutter(inViewAt frame: Int, _ body: (Int, Rect) -> Void) {
    forEach(shelfClutter, at: frame, reach: projector.reach(poses[frame], item: largest), body)
  }

  /// Calls `body` with index and box of all items whose centres may be this near to the middle line.
  func forEachItem(within half: Double, at frame: Int, _ body: (Int, Rect) -> Void) {
    forEach(table, at: frame, reach: projector.reach(poses[frame], half: half) + largest / 4, body)
  }

  mutating func remove(_ indices: Set<Int>) {
    table.remove(indices)
  }

  private func forEach(_ table: ItemTable, at frame: Int, reach: Double, _ body: (Int, Rect) -> Void) {
    let pose = poses[frame]
    if scenario.shelf.kind == .people {
      for index in table.items.indices { body(index, box(table.items[index], at: frame, pose)) }
    } else {
      table.forEach(near: pose.x, reach: reach / (1 - scenario.optics.parallax)) { index in
        body(index, box(table.items[index], at: frame, pose))
      }
    }
  }

  private func box(_ item: Item, at frame: Int, _ pose: Pose) -> Rect {
    guard isWandering || item.velocity != 0 else {
      return projector.box(item, at: (item.x, item.y), stretch: 1, pose)
    }
    var place = (x: item.x + item.velocity * (Double(frame) - item.time), y: item.y)
    if isWandering {
      let amplitude = scenario.shelf.wander * item.width
      place.x += amplitude * wander(2 * item.id, frame)
      place.y += amplitude * wander(2 * item.id + 1, frame)
    }
    // The legs of walkers open and close.
    let stretch = item.velocity == 0 ? 1 : 1 + 0.15 * Smooth.wave(Double(frame) / 24 + 0.3 * Double(item.id))
    return projector.box(item, at: place, stretch: stretch, pose)
  }

  private func wander(_ channel: Int, _ frame: Int) -> Double {
    SmoothNoise(seed: seed, purpose: .wander, channel: channel, period: 40).value(at: frame)
  }

  /// Gives each item the mean score it has for the detector.
  private static func giveScores(to table: inout ItemTable, _ scenario: Scenario, seed: UInt64) {
    let detector = scenario.detector
    table.update { item in
      var random = Random(seed, .level, item.id)
      let usual = detector.level + detector.levelSpread * random.normal()
      let share = random.uniform(in: detector.weakLevel)
      item.score = random.chance(detector.weak) ? detector.level * share : usual
    }
  }
}
