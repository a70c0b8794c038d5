/// Columns of what each stage of a frame takes, by things in view.
struct StageChart {
  let measurements: [Bench.Measurement]

  private static let texts = [
    "entry", "input guard", "NMS", "motion of the picture", "Kalman predict", "candidates", "matching",
    "Kalman correct", "life of tracks", "gates and trails", "map and pose", "results",
  ]

  static var keys: [(style: String, text: String)] {
    texts.enumerated().map { ("s\($0)", $1) }
  }

  var svg: String {
    let most = measurements.map { $0.stages.reduce(0, +) }.max() ?? 1
    let columns = Double(measurements.count)
    var plot = Plot(
      x: Axis(0, columns, ticks: []), y: Axis(upTo: most), xTitle: "things in view", yTitle: "µs a frame")
    for (column, one) in measurements.enumerated() {
      let place = Double(column) + 0.16...Double(column) + 0.84
      var base = 0.0
      for (stage, time) in one.stages.enumerated() where time > 0 {
        let title = "\(Self.texts[stage]), \(one.n) in view: \(Decimal.text(time, decimals: 2)) µs"
        plot.bar(x: place, y: base...base + time, "s\(stage)", title)
        base += time
      }
      let middle = Double(column) + 0.5
      let under = -18 / (plot.height - Plot.top - Plot.bottom) * plot.y.high
      plot.text(x: middle, y: under, anchor: "middle", "\(one.n)", "tick")
      plot.text(x: middle, y: base + plot.y.high / 60, anchor: "middle", BenchReport.micro(base), "strong")
    }
    return plot.svg("Microseconds of each stage against things in view")
  }

  /// The same in numbers.
  var table: String {
    let used = Self.texts.indices.filter { stage in measurements.contains { $0.stages[stage] >= 0.005 } }
    let rows = used.map { stage in
      [Self.texts[stage]] + measurements.map { Decimal.text($0.stages[stage], decimals: 2) }
    }
    return Page.table(["µs a frame"] + measurements.map { "\($0.n)" }, rows)
  }
}
