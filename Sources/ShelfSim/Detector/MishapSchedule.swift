/// When hands pass, when the detector is blind, which frames are dropped.
struct MishapSchedule {
  let hands: [Hand]
  /// Frames from 0.
  let blindGaps: [Range<Int>]
  let isDropped: [Bool]

  init(_ world: World) {
    hands = (0..<world.scenario.mishaps.hands).map { Hand(world, index: $0) }
    blindGaps = Self.blindGaps(world)
    isDropped = Self.drops(world)
  }

  func isBlind(_ frame: Int) -> Bool {
    blindGaps.contains { $0.contains(frame) }
  }

  /// One gap in each of as many equal parts of the stream, if possible where the camera moves on.
  private static func blindGaps(_ world: World) -> [Range<Int>] {
    let count = world.scenario.mishaps.blindGaps
    let part = world.frames / max(1, count)
    guard count > 0, part > 2 else { return [] }
    return (0..<count).map { index in
      var random = Random(world.seed, .gaps, index)
      let length = min(random.integer(in: world.scenario.mishaps.blindFrames), part - 1)
      var best = (gap: 0..<0, distance: -1.0)
      for _ in 0..<12 {
        let start = index * part + random.integer(in: 0...part - 1 - length)
        let distance = abs(world.poses[start + length].x - world.poses[start].x)
        if distance > best.distance { best = (start..<start + length, distance) }
        if distance > 0.6 * world.scenario.path.speed * Double(world.scenario.width * length) { break }
      }
      return best.gap
    }
  }

  private static func drops(_ world: World) -> [Bool] {
    let share = world.scenario.mishaps.drops
    var dropped = Array(repeating: false, count: world.frames)
    guard share > 0 else { return dropped }
    var random = Random(world.seed, .drops)
    var frame = 1
    while frame < world.frames {
      // Runs have a mean length of 2, and between two of them lies at least one frame that is not dropped.
      if random.chance(share / (2 - 2 * share)) {
        let run = random.integer(in: 1...3)
        for index in frame..<min(frame + run, world.frames) { dropped[index] = true }
        frame += run
      }
      frame += 1
    }
    return dropped
  }
}

/// A hand with its arm: comes up from below, moves sideways, goes down again.
struct Hand {
  private let start: Int
  private let frames: Int
  private let from: Double
  private let to: Double
  private let top: Double
  private let width: Double
  private let picture: (width: Double, height: Double)

  init(_ world: World, index: Int) {
    var random = Random(world.seed, .hands, index)
    let count = world.scenario.mishaps.hands
    picture = (Double(world.scenario.width), Double(world.scenario.height))
    frames = random.integer(in: 20...70)
    let part = Double(world.frames) / Double(count)
    start = Smooth.floor(part * (Double(index) + random.uniform(in: 0.1...0.8)))
    from = random.uniform(in: 0.2...0.8)
    to = random.uniform(in: 0.2...0.8)
    top = random.uniform(in: 0.05...0.5)
    width = picture.width * random.uniform(in: 0.16...0.3)
  }

  /// What it hides in a frame, null if it is away.
  func box(at frame: Int) -> Rect? {
    guard frame >= start, frame < start + frames else { return nil }
    let share = (Double(frame - start) + 0.5) / Double(frames)
    let raised = Smooth.step(4 * min(share, 1 - share))
    let height = picture.height * (1 - top) * raised
    let centre = picture.width * (from + (to - from) * share)
    return Rect(x: centre - width / 2, y: picture.height - height, width: width, height: height)
  }
}
