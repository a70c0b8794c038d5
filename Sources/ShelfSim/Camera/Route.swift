/// The way of a camera along the shelf, in legs.
struct Route {
  struct Leg {
    /// Where it ends: 0 is the start of the way, 1 its end.
    var target: Double
    /// Natural duration in frames.
    var frames: Double
    /// A stop that may be moved a little, so that an item's centre is on this line: -1 and 1 are the edges of
    /// the band, 0 its middle.
    var line: Int?
  }

  private(set) var legs: [Leg] = []
  /// Begins and ends at full speed.
  let isInMotion: Bool

  /// Frames from the first pose to the last, if nobody wants another number.
  var frames: Double { legs.reduce(0) { $0 + $1.frames } }

  private let speed: Double
  private let topFactor: Double
  private let path: Scenario.Path
  private var place = 0.0

  /// A route over `length` picture widths.
  init(_ scenario: Scenario, seed: UInt64, length: Double, isInMotion: Bool) {
    path = scenario.path
    speed = scenario.gridSpeed
    topFactor = scenario.speedReserve
    self.isInMotion = isInMotion
    var random = Random(seed, .path, 1)
    switch path.kind {
    case .straight: go(to: 1, length)
    case .stops: goWithStops(scenario.stops, length, &random)
    case .back:
      go(to: 1, length)
      rest(random.uniform(in: 6...30))
      go(to: 0, length)
    case .forthBackForth:
      go(to: random.uniform(in: 0.55...0.7), length)
      rest(random.uniform(in: 4...20))
      go(to: random.uniform(in: 0.1...0.2), length)
      rest(random.uniform(in: 4...20))
      go(to: 1, length)
    case .tour: goRound(length, &random)
    }
  }

  private mutating func goWithStops(_ stops: Int, _ length: Double, _ random: inout Random) {
    for index in 0..<stops {
      let target = (Double(index) + random.uniform(in: 0.3...1)) / Double(stops + 1)
      go(to: max(place, target), length, factor: random.uniform(in: 0.5...min(1.6, topFactor)))
      stop(random.uniform(in: 10...45), &random)
      if random.chance(0.4) { stepBack(length, &random) }
    }
    go(to: 1, length)
  }

  private mutating func goRound(_ length: Double, _ random: inout Random) {
    while place < 1 {
      go(
        to: min(1, place + random.uniform(in: 0.3...1.5) / length), length,
        factor: random.uniform(in: 0.5...min(1.6, topFactor)))
      guard place < 1 else { return }
      if random.chance(0.6) { stop(random.uniform(in: 10...60), &random) }
      if random.chance(0.35) { stepBack(length, &random) }
      if random.chance(0.15) {
        let turn = place
        go(to: max(0, turn - random.uniform(in: 1...3) / length), length)
        rest(random.uniform(in: 5...30))
        go(to: turn, length)
      }
    }
  }

  private mutating func stepBack(_ length: Double, _ random: inout Random) {
    go(to: max(0, place - random.uniform(in: 0.012...0.05) / length), length, factor: 0.4)
    rest(random.uniform(in: 4...15))
  }

  private mutating func go(to target: Double, _ length: Double, factor: Double = 1) {
    let distance = abs(target - place) * length
    // Easing in and out takes as long again as half of it.
    legs.append(Leg(target: target, frames: distance / (speed * factor) + Self.ramp))
    place = target
  }

  private mutating func rest(_ frames: Double) {
    legs.append(Leg(target: place, frames: frames))
  }

  private mutating func stop(_ frames: Double, _ random: inout Random) {
    let line = random.integer(in: -1...1)
    if path.stopsAtEdge, !legs.isEmpty { legs[legs.count - 1].line = line }
    rest(frames)
  }

  /// Frames of easing at each end of a leg.
  static let ramp = 10.0
}

extension Route {
  /// Moves the stops that want a line: `adjust` gives the way from 0 to 1 nearby.
  mutating func alignStops(_ adjust: (_ target: Double, _ line: Int) -> Double) {
    for index in legs.indices {
      guard let line = legs[index].line else { continue }
      let old = legs[index].target
      let new = adjust(old, line)
      legs[index].target = new
      var next = index + 1
      while next < legs.count, legs[next].target == old {
        legs[next].target = new
        next += 1
      }
    }
  }

  /// The camera's places from `start` to `end` in so many frames.
  func places(_ scenario: Scenario, seed: UInt64, frames count: Int, from start: Double, to end: Double)
    -> [Double]
  {
    let sway = SmoothNoise(seed: seed, purpose: .path, channel: 2, period: 22)
    let scale = Double(count - 1) / frames
    var places = [start]
    places.reserveCapacity(count)
    var elapsed = 0.0
    for (index, leg) in legs.enumerated() {
      elapsed += leg.frames
      let last = index == legs.count - 1 ? count - 1 : min(count - 1, Smooth.floor(elapsed * scale + 0.5))
      let from = places[places.count - 1]
      let to = start + leg.target * (end - start)
      let steps = steps(
        last + 1 - places.count, firstFrame: places.count, spread: scenario.path.speedSpread, sway,
        easesIn: !(isInMotion && index == 0), easesOut: !(isInMotion && index == legs.count - 1))
      let sum = steps.reduce(0, +)
      var walked = 0.0
      for step in steps {
        walked += step
        places.append(from + (to - from) * (walked / sum))
      }
    }
    return places
  }

  /// Speeds over a leg, to any scale.
  private func steps(
    _ count: Int, firstFrame: Int, spread: Double, _ sway: SmoothNoise, easesIn: Bool, easesOut: Bool
  ) -> [Double] {
    let ramp = min(Self.ramp, Double(count) / 2)
    return (0..<max(0, count)).map { index in
      let into = easesIn ? Smooth.step((Double(index) + 0.5) / ramp) : 1
      let out = easesOut ? Smooth.step((Double(count - index) - 0.5) / ramp) : 1
      return into * out * (1 + spread * sway.value(at: firstFrame + index))
    }
  }
}
