/// What the camera does besides walking: shake, drift, zoom and roll.
struct CameraWaves {
  private let path: Scenario.Path
  private let width: Double
  private let height: Double
  private let seed: UInt64
  /// Period in frames and phase of drift, zoom and roll.
  private let waves: [(period: Double, phase: Double)]

  init(_ scenario: Scenario, seed: UInt64) {
    path = scenario.path
    width = Double(scenario.width)
    height = Double(scenario.height)
    self.seed = seed
    waves = (0..<3).map {
      var random = Random(seed, .waves, $0)
      return (random.uniform(in: 140...260), random.uniform())
    }
  }

  /// The pose in a frame of a camera that walked to `place`.
  func pose(at frame: Int, place: Double) -> Pose {
    var pose = Pose(x: place)
    if path.drift > 0 { pose.y = path.drift * height * wave(0, frame) }
    if path.zoom > 0 { pose.zoom = 1 + path.zoom * wave(1, frame) }
    if path.roll > 0 { pose.roll(degrees: path.roll * wave(2, frame)) }
    if path.shake > 0 {
      pose.x += path.shake * width * shake(0, frame)
      pose.y += 0.6 * path.shake * width * shake(2, frame)
    }
    return pose
  }

  private func wave(_ index: Int, _ frame: Int) -> Double {
    Smooth.wave(Double(frame) / waves[index].period + waves[index].phase)
  }

  /// Slow and quick tremble together, standard deviation about 1.
  private func shake(_ channel: Int, _ frame: Int) -> Double {
    let slow = SmoothNoise(seed: seed, purpose: .shake, channel: channel, period: 7)
    let quick = SmoothNoise(seed: seed, purpose: .shake, channel: channel + 1, period: 3)
    return 1.6 * slow.value(at: frame) + 1.2 * quick.value(at: frame)
  }
}
