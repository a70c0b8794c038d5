/// What a detector makes of the world, frame by frame in turn.
struct DetectorModel {
  private let world: World
  private let mishaps: MishapSchedule
  private let model: Scenario.Detector
  private var bursts: [Burst]
  private var seconds: [SecondBox]
  private var clutter: ClutterModel

  /// A stretch of low scores.
  private struct Burst {
    var framesLeft = 0
  }

  init(_ world: World, _ mishaps: MishapSchedule) {
    self.world = world
    self.mishaps = mishaps
    model = world.scenario.detector
    bursts = Array(repeating: Burst(), count: world.items.count)
    seconds = Array(repeating: SecondBox(), count: world.items.count)
    clutter = ClutterModel(world)
  }

  /// The frame of this index, from 0; call it for all frames in their order.
  mutating func frame(_ index: Int) -> Frame {
    var items = visibleItems(index)
    let isDropped = mishaps.isDropped[index]
    var report = Report(world.scenario)
    let clarity = clarity(index)
    for item in items { see(item, index, clarity, to: &report) }
    clutter.report(index, to: &report)
    if mishaps.isBlind(index) {
      var random = Random(world.seed, .gaps, -1, index)
      report.thin { !random.chance(world.scenario.mishaps.blindness) }
    }
    items.removeAll { $0.inside < 0.3 }
    return Frame(
      number: index + 1, isDropped: isDropped, detections: isDropped ? [] : report.sorted,
      items: items.map { $0.truth(world.items[$0.index]) })
  }

  private func visibleItems(_ index: Int) -> [Sight] {
    var sights: [Sight] = []
    let picture = (Double(world.scenario.width), Double(world.scenario.height))
    world.forEachItem(inViewAt: index) { item, box in
      let inside = box.clipped(to: picture.0, picture.1)
      guard inside.width > 0, inside.height > 0 else { return }
      sights.append(Sight(index: item, box: box, visibleBox: inside, inside: inside.area / box.area))
    }
    let hands = mishaps.hands.compactMap { $0.box(at: index) }
    for place in sights.indices {
      var hidden = hands.reduce(0) { $0 + $1.intersection(sights[place].visibleBox) }
      if world.scenario.shelf.kind == .people { hidden += hiddenByOthers(place, sights) }
      sights[place].hidden = min(1, hidden / sights[place].visibleBox.area)
    }
    return sights
  }

  /// Who stands lower in the picture is nearer and hides the others.
  private func hiddenByOthers(_ place: Int, _ sights: [Sight]) -> Double {
    let box = sights[place].box
    return sights.reduce(0) { sum, other in
      let isNearer = other.box.y + other.box.height > box.y + box.height
      return sum + (isNearer ? other.visibleBox.intersection(sights[place].visibleBox) : 0)
    }
  }

  /// What motion blur leaves of the scores.
  private func clarity(_ index: Int) -> Double {
    guard index > 0 else { return 1 }
    let step = abs(world.poses[index].x - world.poses[index - 1].x) / Double(world.scenario.width)
    return 1 - model.blur * min(1.2, step / 0.04)
  }

  private mutating func see(_ sight: Sight, _ frame: Int, _ clarity: Double, to report: inout Report) {
    let item = world.items[sight.index]
    var random = Random(world.seed, .sighting, item.id, frame)
    let isMissed = random.chance(model.misses)
    let isHidden = random.chance((sight.hidden - 0.25) / 0.4)
    let isCutAway = random.chance((0.55 - sight.inside) / 0.35)
    let noise = model.noise * random.normal()
    let box = sight.box.jittered(model.jitter, &random)
    let weak = stepBurst(sight.index, item.id, frame)
    seconds[sight.index].step(world.scenario, world.seed, item.id, frame)
    guard !isMissed, !isHidden, !isCutAway else { return }

    // Cut and hidden boxes fall in confidence.
    let completeness = (0.45 + 0.55 * sight.inside) * (1 - 0.6 * sight.hidden)
    let usual = (item.score * clarity + noise) * completeness
    let score = max(Report.floor, min(usual, weak ?? 1))
    report.add(box, score: score, classID: item.classID, origin: .item(item.id))
    guard let second = seconds[sight.index].box(beside: box) else { return }
    report.add(
      second, score: score * seconds[sight.index].scoreShare, classID: item.classID, origin: .second(item.id))
  }

  /// The low score of this frame while a burst lasts.
  private mutating func stepBurst(_ index: Int, _ id: Int, _ frame: Int) -> Double? {
    guard model.bursts > 0 else { return nil }
    var random = Random(world.seed, .burst, id, frame)
    if bursts[index].framesLeft > 0 {
      bursts[index].framesLeft -= 1
    } else if random.chance(model.bursts) {
      bursts[index].framesLeft = random.integer(in: model.burstFrames) - 1
    } else {
      return nil
    }
    return random.uniform(in: model.burstScore)
  }
}

/// An item as it is before the camera in one frame.
private struct Sight {
  let index: Int
  /// The whole box.
  let box: Rect
  /// What of it is inside the image.
  let visibleBox: Rect
  /// Share of it inside the image.
  let inside: Double
  /// Share of what is inside the image, but hidden.
  var hidden = 0.0

  func truth(_ item: Item) -> VisibleItem {
    let box = box.rounded
    return VisibleItem(
      id: item.id, classID: item.classID, x: Float(box.x), y: Float(box.y), width: Float(box.width),
      height: Float(box.height), visibility: Float(Smooth.tenths(10 * inside * (1 - hidden)) / 10))
  }
}

extension Rect {
  /// Moved and scaled by normal noise, a share of the size.
  fileprivate func jittered(_ jitter: Double, _ random: inout Random) -> Rect {
    let shift = (jitter * random.normal(), jitter * random.normal())
    let size = (
      width * max(0.5, 1 + jitter * random.normal()), height * max(0.5, 1 + jitter * random.normal())
    )
    return Rect(
      x: centreX + width * shift.0 - size.0 / 2, y: centreY + height * shift.1 - size.1 / 2,
      width: size.0, height: size.1)
  }
}
