/// The boxes that are boxes of nothing.
struct ClutterModel {
  private let world: World
  private let model: Scenario.Clutter
  private let noise: Double
  private var passing: [Passing] = []

  private struct Passing {
    var box: Rect
    let score: Double
    let classID: Int
    let drift: Double
    var framesLeft: Int
  }

  init(_ world: World) {
    self.world = world
    model = world.scenario.clutter
    // Steady as they are, their scores sway less than those of items.
    noise = 0.7 * world.scenario.detector.noise
  }

  mutating func report(_ frame: Int, to report: inout Report) {
    world.forEachClutter(inViewAt: frame) { index, box in
      let item = world.shelfClutter.items[index]
      steady(item, box, frame, .shelfClutter(-item.id), to: &report)
    }
    for item in world.imageClutter {
      let box = Rect(
        x: item.x - item.width / 2, y: item.y - item.height / 2, width: item.width, height: item.height)
      steady(item, box, frame, .imageClutter(-item.id), to: &report)
    }
    movePassing(frame)
    for fake in passing {
      report.add(fake.box, score: fake.score, classID: fake.classID, origin: .passing)
    }
  }

  private func steady(
    _ item: Item, _ box: Rect, _ frame: Int, _ origin: Detection.Origin, to report: inout Report
  ) {
    let key = origin == .shelfClutter(-item.id) ? item.id : 1_000_000 - item.id
    var random = Random(world.seed, .steady, key, frame)
    guard random.chance(item.hits) else { return }
    let inside = box.clipped(to: Double(world.scenario.width), Double(world.scenario.height)).area / box.area
    guard inside > 0.3 else { return }
    let jitter = 1.5 * world.scenario.detector.jitter
    var seen = box
    seen.x += jitter * box.width * random.normal()
    seen.y += jitter * box.height * random.normal()
    let score = max(Report.floor, item.score + noise * random.normal())
    report.add(seen, score: score * (0.6 + 0.4 * inside), classID: item.classID, origin: origin)
  }

  private mutating func movePassing(_ frame: Int) {
    for index in passing.indices {
      passing[index].box.x += passing[index].drift
      passing[index].framesLeft -= 1
    }
    passing.removeAll { $0.framesLeft <= 0 }
    guard model.passing > 0, let like = world.items.first else { return }
    var random = Random(world.seed, .passing, frame)
    // They live for two frames on average.
    let rate = model.passing / 2
    let births = Int(rate) + (random.chance(rate - Double(Int(rate))) ? 1 : 0)
    for _ in 0..<births { passing.append(fake(like, &random)) }
  }

  private func fake(_ like: Item, _ random: inout Random) -> Passing {
    let picture = (Double(world.scenario.width), Double(world.scenario.height))
    let size = (like.width * random.uniform(in: 0.4...1.5), like.height * random.uniform(in: 0.3...1.4))
    return Passing(
      box: Rect(
        x: picture.0 * random.uniform() - size.0 / 2, y: picture.1 * random.uniform() - size.1 / 2,
        width: size.0, height: size.1),
      score: random.uniform(in: model.passingScore),
      classID: random.integer(in: 0...world.scenario.shelf.classes - 1),
      drift: 0.01 * picture.0 * random.normal(), framesLeft: random.integer(in: 1...3))
  }
}
