/// How often a frame took how long.
struct Histogram {
  /// Microseconds, sorted.
  let times: [Double]
  private static let columns = 40

  var svg: String {
    let median = Sample.quantile(times, 0.5)
    let tail = Sample.quantile(times, 0.99)
    let first = (times.first ?? 0) * 0.97
    // A frame that the machine was torn away from would squeeze all others together.
    let last = max(min(times.last ?? 1, 1.3 * tail), first + 1e-3)
    let step = (last - first) / Double(Self.columns)
    var counts = [Int](repeating: 0, count: Self.columns)
    for time in times { counts[min(Self.columns - 1, max(0, Int((time - first) / step)))] += 1 }
    let x = Axis(first, last + step, ticks: Self.ticks(first, last))
    var plot = Plot(
      height: 230, x: x, y: Axis(upTo: Double(counts.max() ?? 1)), xTitle: "µs a frame", yTitle: "frames")
    for (column, count) in counts.enumerated() where count > 0 {
      let left = first + Double(column) * step
      let text = "\(count) frames, \(BenchReport.micro(left)) to \(BenchReport.micro(left + step)) µs"
      plot.bar(x: left...left + step * 0.9, y: 0...Double(count), "a", text)
    }
    func anchor(_ value: Double) -> String { x.share(value) > 0.7 ? "end" : "start" }
    plot.mark(x: median, "median \(BenchReport.micro(median))", "strong", anchor: anchor(median))
    plot.mark(x: tail, "p99 \(BenchReport.micro(tail))", "strong", anchor: anchor(tail), row: 1)
    return plot.svg("Frames by what they took")
  }

  private static func ticks(_ low: Double, _ high: Double) -> [Double] {
    let axis = Axis(upTo: high - low, count: 5)
    let step = axis.ticks.count > 1 ? axis.ticks[1] : 1
    var tick = (low / step).rounded(.up) * step
    var ticks: [Double] = []
    while tick <= high {
      ticks.append(tick)
      tick += step
    }
    return ticks
  }
}
