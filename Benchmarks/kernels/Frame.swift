/// A scanner in the middle of a stream, with the rows of one more frame: what the kernels work on.
///
/// Things stand on a grid and tremble; all of them are seen in every frame.
struct Frame {
  private(set) var scanner: Scanner
  let rows: Int

  init(
    things n: Int, kalman: Configuration.Kalman, preset: Configuration.Preset,
    matcher: Configuration.Matcher = .greedy
  ) {
    var configuration = Configuration(preset: preset)
    configuration.matcher = matcher
    configuration.width = 640
    configuration.height = 640
    configuration.kalman = kalman
    configuration.nms = .off
    configuration.maxTracks = UInt32(2 * n)
    configuration.maxDetections = UInt32(n)
    let size = Scanner.size(of: configuration)
    // Never freed: the process ends with it.
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Scanner.alignment)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    scanner = Scanner(startIn: block, configuration)
    rows = n
    var random = SplitMix64(state: UInt64(n))
    for _ in 0..<60 {
      let frame = Self.grid(n, &random)
      _ = frame.withUnsafeBufferPointer { scanner.update(timeUs: 0, rows: $0, fates: nil) }
    }
  }

  static func grid(_ n: Int, _ random: inout SplitMix64) -> [Detection] {
    var columns = 1
    while columns * columns < n { columns += 1 }
    let cell = 640 / Float(columns)
    return (0..<n).map { i in
      let x = (Float(i % columns) + 0.5) * cell + random.uniform(-0.03, 0.03) * cell
      let y = (Float(i / columns) + 0.5) * cell + random.uniform(-0.03, 0.03) * cell
      let half = 0.28 * cell
      let box = Box(x1: x - half, y1: y - half, x2: x + half, y2: y + half)
      return Detection(box: box, score: random.uniform(0.6, 0.95), classID: UInt32(i % 4))
    }
  }

  /// Rows free again, as at the start of a frame.
  func forgetRows() {
    for row in 0..<rows { scanner.tracker.outcomes.track[row] = -1 }
  }
}

/// SplitMix64: the same numbers on every machine.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uniform(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(next() >> 40) / Float(1 << 24)
  }
}
