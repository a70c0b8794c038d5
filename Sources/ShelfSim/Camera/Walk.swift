/// A shelf and the camera's way along it, fitted to each other.
struct Walk {
  private(set) var table: ItemTable
  private(set) var poses: [Pose] = []

  /// Where the shelf ends, in pixels; it begins at 0.
  private var shelfEnd = 0.0
  private let scenario: Scenario
  private let width: Double
  private let projector: Projector
  private let waves: CameraWaves

  init(_ scenario: Scenario, seed: UInt64, isInMotion: Bool, projector: Projector) {
    self.scenario = scenario
    self.projector = projector
    width = Double(scenario.width)
    waves = CameraWaves(scenario, seed: seed)
    table = ItemTable(rows: [])

    let isInMotion = build(seed: seed, isInMotion: isInMotion)
    let overhang = overhang(isInMotion: isInMotion)
    var ends = (-overhang, shelfEnd + overhang)
    var route = route(over: ends.1 - ends.0, seed: seed, isInMotion: isInMotion)
    let frames = scenario.frames > 0 ? scenario.frames : Smooth.floor(route.frames + 1.5)
    let run = isInMotion ? scenario.topPathSpeed * width : 0
    ends.0 = clear(ends.0, edge: -1, frame: 0, run: run)
    ends.1 = clear(ends.1, edge: 1, frame: frames - 1, run: run)
    route.alignStops { target, line in
      align(ends.0 + target * (ends.1 - ends.0), line, ends.0...ends.1, frames: frames)
    }
    poses = route.places(scenario, seed: seed, frames: frames, from: ends.0, to: ends.1)
      .enumerated().map { waves.pose(at: $0, place: $1) }
  }

  /// Fills the shelf and returns whether the walk begins and ends in motion, which takes a shelf long enough.
  private mutating func build(seed: UInt64, isInMotion: Bool) -> Bool {
    if scenario.shelf.items > 0 {
      table = ShelfBuilder.build(scenario, seed: seed, amount: .items(scenario.shelf.items))
      shelfEnd = table.items.reduce(0) { max($0, $1.x + $1.width / 2) }
      let isInMotion = isInMotion && shelfEnd > 1.4 * width
      guard scenario.frames > 0 else { return isInMotion }
      let way = shelfEnd + 2 * overhang(isInMotion: isInMotion)
      let natural = route(over: way, seed: seed, isInMotion: isInMotion).frames
      if natural <= Double(scenario.frames) * scenario.speedReserve { return isInMotion }
    }
    let way = walkableWay(seed: seed, isInMotion: isInMotion)
    shelfEnd = max(0, way - 2 * overhang(isInMotion: isInMotion))
    table = ShelfBuilder.build(scenario, seed: seed, amount: .length(shelfEnd))
    return isInMotion
  }

  /// How far the way goes beyond the shelf, at both ends.
  ///
  /// In motion both ends are amid the shelf; otherwise the whole shelf passes the band.
  private func overhang(isInMotion: Bool) -> Double {
    if isInMotion { return -0.55 * width }
    return (scenario.shelf.kind == .belt ? 0.65 : 0.12) * width
  }

  /// The longest way that takes no more than the wanted number of frames.
  private func walkableWay(seed: UInt64, isInMotion: Bool) -> Double {
    var low = 0.0
    var high = width * Double(scenario.frames) * scenario.gridSpeed
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if route(over: middle, seed: seed, isInMotion: isInMotion).frames < Double(scenario.frames) {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }

  private func route(over way: Double, seed: UInt64, isInMotion: Bool) -> Route {
    Route(scenario, seed: seed, length: way / width, isInMotion: isInMotion)
  }

  /// A place near `place` for an end of the way at which no item merely touches the band.
  ///
  /// Items pass from the band's one edge (1, where they come in) to the other (-1). An item that has `run`
  /// pixels to go must be farther inside by that.
  private func clear(_ place: Double, edge: Int, frame: Int, run: Double) -> Double {
    let narrowest = table.items.reduce(width) { min($0, $1.width) }
    let widest = table.items.reduce(0) { max($0, $1.width) }
    let step = narrowest / 12
    let tries = min(400, max(1, Smooth.floor(8 * widest / step)))
    var best = (place: place, touching: Int.max)
    for index in 0...tries {
      // To both sides by turns.
      let offset = Double((index + 1) / 2) * step * (index.isMultiple(of: 2) ? 1 : -1)
      let touching = touching(place + offset, edge: edge, frame: frame, run: run)
      if touching < best.touching { best = (place + offset, touching) }
      if touching == 0 { break }
    }
    return best.place
  }

  /// How many items would touch an edge of the band from here.
  private func touching(_ place: Double, edge: Int, frame: Int, run: Double) -> Int {
    let pose = waves.pose(at: frame, place: place)
    let line = Double(edge) * Band.half * width
    let tremble = 2.5 * scenario.path.shake * width
    var count = 0
    table.forEach(near: pose.x, reach: nearby(pose)) { index in
      let item = table.items[index]
      let margin = Band.margin(item) * 1.15 + tremble + scenario.shelf.wander * item.width
      // Measured against the direction in which items pass.
      let inside = Double(edge) * (line - offset(item, pose))
      if inside > -margin, inside < margin + run { count += 1 }
    }
    return count
  }

  /// The way, 0 to 1, near `place` on which an item's centre lies on a line of the band.
  private func align(_ place: Double, _ line: Int, _ range: ClosedRange<Double>, frames: Int) -> Double {
    let pose = waves.pose(at: frames / 2, place: place)
    let target = Double(line) * Band.half * width
    var nearest = Double.infinity
    table.forEach(near: pose.x, reach: nearby(pose)) { index in
      let distance = offset(table.items[index], pose) - target
      if abs(distance) < abs(nearest) { nearest = distance }
    }
    let moved = abs(nearest) < width ? place + nearest : place
    let extent = range.upperBound - range.lowerBound
    return (min(range.upperBound, max(range.lowerBound, moved)) - range.lowerBound) / extent
  }

  private func nearby(_ pose: Pose) -> Double {
    projector.reach(pose, half: 2 * Band.half * width) / (1 - scenario.optics.parallax) + width / 10
  }

  /// How far right of the middle line an item's centre is, as if the picture were not mirrored.
  private func offset(_ item: Item, _ pose: Pose) -> Double {
    let box = projector.box(item, at: (item.x, item.y), stretch: 1, pose)
    return (box.centreX - width / 2) * (projector.isMirrored ? -1 : 1)
  }
}
