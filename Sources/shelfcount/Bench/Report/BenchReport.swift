import CShelfCount

/// What `shelfcount bench --report` writes.
struct BenchReport {
  let measurements: [Bench.Measurement]
  let repeats: Int
  let frames: Int
  let replay: CountChart
  let budget: Budget?
  let machine: String

  typealias Variant = Bench.Variant

  var html: String {
    let body = [
      header, tiles, cost, stages, BudgetChart(measurements: measurements, budget: budget).section,
      distribution, replay.section, footer,
    ]
    return Page.html(title: "ShelfCount: what a frame costs", body: body.joined(separator: "\n"))
  }

  /// The number of things in view that stands for all: the one nearest to 100.
  private var typical: Int {
    measurements.map(\.n).min { abs($0 - 100) < abs($1 - 100) } ?? 0
  }

  private func find(_ n: Int, _ by: Int, _ kalman: Int) -> Bench.Measurement? {
    measurements.first { $0.n == n && $0.variant.by == by && $0.variant.kalman == kalman }
  }

  private var sizes: [Int] { Set(measurements.map(\.n)).sorted() }

  private var header: String {
    """
    <h1>What a frame costs</h1>
    <p class="machine">libshelfcount \(String(cString: shelf_version_text())) on \(Page.escape(machine)), one core</p>
    """
  }

  private var tiles: String {
    var tiles: [(value: String, text: String)] = []
    for (by, name) in [(SHELF_BY_ITEM, "counting by item"), (SHELF_BY_TRACK, "counting by track")] {
      guard let found = find(typical, by, SHELF_KALMAN_BLAS) else { continue }
      let share = found.result.tail.median / 1000 / Budget.frameMilliseconds
      tiles.append(("\(Self.micro(found.result.median.median)) µs", "a frame, \(typical) in view, \(name)"))
      tiles.append(
        (
          "\(Decimal.text(100 * share, decimals: 2)) %",
          "of 33.3 ms is what 99 of 100 frames stay below, \(name)"
        ))
    }
    let worst = measurements.map(\.result.tail.median).max() ?? 0
    let isFast = worst / 1000 <= Budget.frameMilliseconds
    let verdict = isFast ? "<span class=\"pass\">PASS</span>" : "<span class=\"fail\">FAIL</span>"
    tiles.append((verdict, "30 frames a second with up to \(sizes.last ?? 0) in view"))
    let cells = tiles.map { "<div class=\"tile\"><b>\($0.value)</b><span>\($0.text)</span></div>" }
    return "<div class=\"tiles\">\(cells.joined(separator: "\n"))</div>"
  }

  // MARK: Cost against things in view

  private var cost: String {
    let charts = [(SHELF_BY_ITEM, "By item (preset shelf)"), (SHELF_BY_TRACK, "By track (preset bytetrack)")]
      .map { Page.figure($1, costChart(by: $0)) }
    let note = """
      Median of \(repeats) repeats, and as a band the interval of 10 to 90 % of them. Where bands overlap, \
      nothing is told about which is faster.
      """
    let keys = [(style: "a", text: "Kalman filter by BLAS"), (style: "b", text: "in closed form")]
    return Page.section(
      "Cost against things in view", note,
      Page.legend(keys) + "<div class=\"pair\">\(charts.joined())</div>"
        + Page.details("All figures", Page.table(Self.head, costRows)))
  }

  private func costChart(by: Int) -> String {
    let shown = measurements.filter { $0.variant.by == by }
    let most = shown.map(\.result.median.high).max() ?? 1
    let x = Axis(0, Double(sizes.last ?? 1) * 1.03, ticks: sizes.map(Double.init))
    var plot = Plot(x: x, y: Axis(upTo: most), xTitle: "things in view", yTitle: "µs a frame")
    for (kalman, style) in [(SHELF_KALMAN_BLAS, "a"), (SHELF_KALMAN_CLOSED, "b")] {
      let series = shown.filter { $0.variant.kalman == kalman }
      plot.band(series.map { (Double($0.n), $0.result.median.low, $0.result.median.high) }, style)
      plot.line(series.map { (Double($0.n), $0.result.median.median) }, style)
      for point in series {
        let median = point.result.median.median
        plot.dot(Double(point.n), median, style, "\(point.n) in view: \(Self.micro(median)) µs")
      }
    }
    return plot.svg("Microseconds a frame against things in view")
  }

  private static let head = [
    "configuration", "in view", "median, µs", "10 %", "90 %", "p99, µs", "p99 / median", "of 33.3 ms",
    "30 fps",
  ]

  private var costRows: [[String]] {
    Variant.all.flatMap { variant in measurements.filter { $0.variant == variant } }.map { one in
      let result = one.result
      let tail = result.tail.median
      let share = tail / 1000 / Budget.frameMilliseconds
      let verdict = share <= 1 ? "<span class=\"pass\">PASS</span>" : "<span class=\"fail\">FAIL</span>"
      return [
        one.variant.name, "\(one.n)", Self.micro(result.median.median), Self.micro(result.median.low),
        Self.micro(result.median.high), Self.micro(tail),
        Decimal.text(tail / max(result.median.median, 1e-9), decimals: 2),
        "\(Decimal.text(100 * share, decimals: 2)) %", verdict,
      ]
    }
  }

  static func micro(_ value: Double) -> String {
    Decimal.text(value, decimals: value < 100 ? 1 : 0)
  }

  private var footer: String {
    """
    <footer>Time is CPU time of the thread. Each configuration was warmed up until three passes agreed to \
    3 %\(measurements.allSatisfy(\.result.isStable) ? "" : " (some did not: the machine was busy)"), then \
    run \(repeats) times in an order drawn anew for each round; \(frames) frames of a stream are measured, \
    after \(BenchOptions.settlingFrames) more.</footer>
    """
  }

  // MARK: Distribution

  private var distribution: String {
    let charts = [(SHELF_BY_ITEM, "By item"), (SHELF_BY_TRACK, "By track")].compactMap { by, name in
      find(typical, by, SHELF_KALMAN_BLAS).map {
        Page.figure("\(name), \(typical) in view", Histogram(times: $0.result.times).svg)
      }
    }
    return Page.section(
      "How even it is", "The frames of one pass, by what they took.",
      "<div class=\"pair\">\(charts.joined())</div>")
  }

  // MARK: Stages

  private var stages: String {
    let shown = measurements.filter { $0.variant.kalman == SHELF_KALMAN_BLAS && !$0.stages.isEmpty }
    guard !shown.isEmpty else { return "" }
    let charts = [(SHELF_BY_ITEM, "By item, BLAS"), (SHELF_BY_TRACK, "By track, BLAS")].map { by, name in
      let chart = StageChart(measurements: shown.filter { $0.variant.by == by })
      return Page.figure(name, chart.svg + chart.table)
    }
    return Page.section(
      "Cost of each stage", "As told from inside, mean of a frame; the clock's own cost is taken off.",
      Page.legend(StageChart.keys) + "<div class=\"pair\">\(charts.joined())</div>")
  }
}
