/// How long the updates took, as a histogram: exact below 512 ns, above within 0.4 %, in the same memory
/// for any number of frames.
struct UpdateTimes {
  private static let resolutionBits = 8

  private var buckets = [UInt64](repeating: 0, count: (65 - resolutionBits) << resolutionBits)
  private var count: UInt64 = 0
  private(set) var largest: UInt64 = 0

  mutating func record(nanoseconds: UInt64) {
    buckets[Self.bucket(of: nanoseconds)] += 1
    count += 1
    largest = max(largest, nanoseconds)
  }

  /// The time in nanoseconds that the given share of the updates kept within; 0 without any.
  func quantile(_ share: Double) -> UInt64 {
    let rank = UInt64((share * Double(count)).rounded(.up))
    var seen: UInt64 = 0
    for (index, bucket) in buckets.enumerated() where bucket > 0 {
      seen += bucket
      if seen >= rank { return min(Self.middle(of: index), largest) }
    }
    return 0
  }

  /// The leading nine bits of a value, and behind them how far it was shifted for that.
  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, 63 - value.leadingZeroBitCount - resolutionBits)
    return shift << resolutionBits + Int(value >> UInt64(shift))
  }

  private static func middle(of bucket: Int) -> UInt64 {
    let shift = max(0, bucket >> resolutionBits - 1)
    let leading = UInt64(bucket - shift << resolutionBits)
    return leading << UInt64(shift) + (1 << UInt64(shift)) / 2
  }
}
