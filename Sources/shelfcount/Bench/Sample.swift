/// Repeated measurements of one thing: the median, and the interval that 10 to 90 % of them lie in.
struct Sample {
  let median: Double
  let low: Double
  let high: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = Self.quantile(sorted, 0.5)
    low = Self.quantile(sorted, 0.1)
    high = Self.quantile(sorted, 0.9)
  }

  /// What was put together from others.
  init(median: Double, low: Double, high: Double) {
    self.median = median
    self.low = low
    self.high = high
  }

  /// Whether the intervals tell that this one is less; where they overlap they do not.
  func isBelow(_ other: Sample) -> Bool { high < other.low }

  /// Of sorted values, the least that the given share of them does not exceed; 0 without any.
  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted.isEmpty ? 0 : sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
