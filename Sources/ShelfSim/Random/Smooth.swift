/// Smooth functions made of `+ - * /` alone, so that they are the same numbers on every machine.
enum Smooth {
  /// 0 to 1 with level ends.
  static func step(_ share: Double) -> Double {
    let t = min(1, max(0, share))
    return t * t * (3 - 2 * t)
  }

  /// A wave of period 1 between -1 and 1.
  static func wave(_ time: Double) -> Double {
    let phase = time - Double(floor(time))
    return 2 * step(phase < 0.5 ? 2 * phase : 2 - 2 * phase) - 1
  }

  static func floor(_ value: Double) -> Int {
    let whole = Int(value)
    return value < Double(whole) ? whole - 1 : whole
  }

  /// Rounded to tenths, halves upwards.
  static func tenths(_ value: Double) -> Double {
    Double(floor(value * 10 + 0.5)) / 10
  }
}

/// Noise between -1 and 1 that takes about `period` frames from one value to the next.
struct SmoothNoise {
  let seed: UInt64
  let purpose: Random.Purpose
  let channel: Int
  let period: Double

  func value(at frame: Int) -> Double {
    // Channels must not have their corners in the same frames.
    let time = (Double(frame) + 0.37 * Double(channel % 64)) / period
    let corner = Smooth.floor(time)
    let left = knot(corner)
    return left + (knot(corner + 1) - left) * Smooth.step(time - Double(corner))
  }

  private func knot(_ index: Int) -> Double {
    var random = Random(seed, purpose, channel, index)
    return random.uniform(in: -1...1)
  }
}
