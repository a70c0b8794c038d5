/// The count as it grows over a stream, by item and by track.
struct CountChart {
  let name: String
  let byItem: [UInt64]
  let byTrack: [UInt64]
  let truth: Int?

  var section: String {
    var keys = [(style: "a", text: "by item"), (style: "b", text: "by track")]
    if truth != nil { keys.append((style: "truth", text: "what truly is there")) }
    let end = "\(byItem.last ?? 0) by item, \(byTrack.last ?? 0) by track at the end"
    let note = "\(Page.escape(name)): \(end)\(truth.map { "; \($0) truly pass" } ?? "")."
    return Page.section("Count over time", note, Page.legend(keys) + svg)
  }

  private var svg: String {
    let frames = max(byItem.count, byTrack.count)
    let most = max(byItem.max() ?? 1, byTrack.max() ?? 1, UInt64(truth ?? 0))
    var plot = Plot(
      width: 1060, height: 280,
      x: Axis(
        0, Double(frames), ticks: Axis(upTo: Double(frames), count: 8).ticks.filter { $0 <= Double(frames) }),
      y: Axis(upTo: Double(most)),
      xTitle: "frame", yTitle: "count")
    if let truth { plot.line([(0, Double(truth)), (Double(frames), Double(truth))], "truth") }
    plot.line(steps(byTrack), "b")
    plot.line(steps(byItem), "a")
    return plot.svg("Count against frames")
  }

  /// The corners of the steps: only where the count changes.
  private func steps(_ counts: [UInt64]) -> [(x: Double, y: Double)] {
    var points: [(x: Double, y: Double)] = [(0, 0)]
    var before: UInt64 = 0
    for (frame, count) in counts.enumerated() where count != before {
      points.append((Double(frame + 1), Double(before)))
      points.append((Double(frame + 1), Double(count)))
      before = count
    }
    return points + [(Double(counts.count), Double(before))]
  }
}
