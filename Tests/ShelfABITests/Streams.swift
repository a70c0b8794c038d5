import CShelfCount

/// SplitMix64: the same numbers on every machine.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// In lo ..< hi.
  mutating func uniform(_ lo: Float = 0, _ hi: Float = 1) -> Float {
    lo + (hi - lo) * Float(next() >> 40) / Float(1 << 24)
  }

  mutating func chance(_ p: Float) -> Bool { uniform() < p }
}

/// What a detector says of objects drifting through a picture of 640 x 480.
///
/// With jitter, misses, confused classes, doubled and invented boxes. Coordinates are whole or half pixels
/// and scores multiples of 1/20, so that ties are common.
func crowd(seed: UInt64, frames: Int, objects: Int = 16) -> [[shelf_detection]] {
  struct Object {
    var x, y, w, h, speed: Float
    var classID: UInt32
  }
  var random = Random(seed)
  func object(_ random: inout Random) -> Object {
    Object(
      x: random.uniform(0, 640).rounded(), y: random.uniform(0, 480).rounded(),
      w: random.uniform(30, 90).rounded(), h: random.uniform(30, 90).rounded(),
      speed: random.uniform(-9, 9).rounded(), classID: UInt32(random.uniform(0, 4)))
  }
  var crowd = (0..<objects).map { _ in object(&random) }
  return (0..<frames).map { _ in
    var rows: [shelf_detection] = []
    func report(_ o: Object, _ random: inout Random) {
      let score = (random.uniform(0, 20)).rounded() / 20
      let jump = { (r: inout Random) in r.uniform(-3, 3).rounded() }
      rows.append(
        row(
          o.x + jump(&random), o.y + jump(&random), w: o.w, h: o.h, score: score,
          class: random.chance(0.1) ? 3 - o.classID : o.classID))
    }
    for i in crowd.indices {
      crowd[i].x += crowd[i].speed
      if !(-60...700).contains(crowd[i].x) { crowd[i] = object(&random) }
      if random.chance(0.85) { report(crowd[i], &random) }
      if random.chance(0.1) { report(crowd[i], &random) }
    }
    while random.chance(0.5) { report(object(&random), &random) }
    return rows
  }
}
