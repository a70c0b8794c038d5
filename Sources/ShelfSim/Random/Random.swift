/// SplitMix64, keyed by what the numbers are for.
///
/// Every draw belongs to a purpose and to numbers such as item and frame, so that one rate can be changed
/// without changing anything that the others do.
struct Random {
  enum Purpose: UInt64 {
    case shelf, clutter, people, path, waves, shake, wander
    case level, sighting, burst, second, passing, steady, hands, gaps, drops
  }

  private var state: UInt64

  init(_ seed: UInt64, _ purpose: Purpose, _ first: Int = 0, _ second: Int = 0) {
    var key = Self.mix(seed &+ Self.golden &* (purpose.rawValue &+ 1))
    key = Self.mix(key ^ (UInt64(bitPattern: Int64(first)) &* 0xD1B5_4A32_D192_ED03))
    state = Self.mix(key ^ (UInt64(bitPattern: Int64(second)) &* 0xAEF1_7502_108E_F2D9))
  }

  /// The seed of another try with the same seed.
  static func seed(_ seed: UInt64, attempt: Int) -> UInt64 {
    attempt == 0 ? seed : mix(seed ^ (UInt64(attempt) &* golden))
  }

  mutating func next() -> UInt64 {
    state &+= Self.golden
    return Self.mix(state)
  }

  /// From 0 up to, but without, 1.
  mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  mutating func integer(in range: ClosedRange<Int>) -> Int {
    min(range.upperBound, range.lowerBound + Int(uniform() * Double(range.count)))
  }

  mutating func chance(_ probability: Double) -> Bool {
    uniform() < probability
  }

  /// Mean 0, standard deviation 1, never beyond 3.5: the sum of four uniform numbers.
  mutating func normal() -> Double {
    let bits = next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (Double(sum) - 131070) / 37837.2273
  }

  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
