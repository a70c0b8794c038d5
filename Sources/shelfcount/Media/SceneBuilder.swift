import CShelfCount
import ShelfMedia

/// Turns what the library knows after a frame into what is drawn over it.
final class SceneBuilder {
  private static let flashSeconds = 0.5

  private let source: DetectionSource
  private let flashFrames: Double
  /// Frame in which a track counted.
  private var counted: [UInt64: Int] = [:]

  init(_ source: DetectionSource, fps: Double) {
    self.source = source
    flashFrames = max(1, Self.flashSeconds * fps)
  }

  func reset() { counted = [:] }

  func note(_ events: [shelf_event], frame: Int) {
    for event in events where event.kind == SHELF_EVENT_COUNT && event.track_id != 0 {
      counted[event.track_id] = frame
    }
  }

  func raw(_ rows: [shelf_detection], _ times: StageTimes, _ status: [String]) -> OverlayScene {
    var scene = OverlayScene()
    scene.boxes = rows.map { row in
      OverlayScene.Box(
        box: row.box, label: label(0, source.name(of: row.class_id), row.score),
        shortLabel: label(0, "", row.score),
        detail: source.name(of: row.class_id),
        color: Color(rgb: shelf_color(UInt64(row.class_id))))
    }
    scene.badge = "RAW"
    scene.lines = ["\(rows.count) boxes"]
    scene.figures = figures(times, isTracked: false) + status
    return scene
  }

  func tracks(
    _ scanner: borrowing Scanner, _ shapes: [GateOptions.Shape], frame: Int, _ times: StageTimes,
    _ status: [String]
  ) throws -> OverlayScene {
    var scene = OverlayScene()
    let tracks = try scanner.tracks(SHELF_TRACK_TRACKED | SHELF_TRACK_LOST)
    scene.boxes = try tracks.map { try box($0, scanner, frame: frame) }
    for gate in shapes.indices { scene.edges += try scanner.edges(gate: UInt32(gate)) }
    if shapes.isEmpty {
      scene.count = ("\(tracks.count)", "found")
      // A photo: nothing moves, so nothing is told apart by having counted.
      for i in scene.boxes.indices { scene.boxes[i].isCounted = true }
    }
    for (gate, shape) in shapes.enumerated() {
      let counts = try scanner.counts(gate: UInt32(gate))
      if gate == 0 { scene.count = ("\(counts.total)", "counted") }
      scene.lines += lines(counts, shape, isFirst: gate == 0)
    }
    let seen = tracks.lazy.filter { $0.state == SHELF_TRACK_TRACKED }.count
    if !shapes.isEmpty { scene.lines.append("\(seen) in view") }
    scene.figures = figures(times, isTracked: true) + status
    return scene
  }

  private func box(
    _ track: shelf_track, _ scanner: borrowing Scanner, frame: Int
  ) throws -> OverlayScene.Box {
    var box = OverlayScene.Box(
      box: track.box, label: label(track.id, source.name(of: track.class_id), track.score),
      shortLabel: "#\(track.id)",
      detail: label(0, source.name(of: track.class_id), track.score), color: Color(rgb: shelf_color(track.id))
    )
    box.isPredicted = track.state == SHELF_TRACK_LOST
    box.trail = try scanner.trail(of: track.id)
    if let moment = counted[track.id] {
      box.isCounted = true
      box.flash = max(0, 1 - Double(frame - moment) / flashFrames)
    }
    return box
  }

  private func lines(_ counts: shelf_counts, _ shape: GateOptions.Shape, isFirst: Bool) -> [String] {
    var lines: [String] = []
    if !isFirst { lines.append("\(shape.kind): \(counts.total) counted, \(counts.inside) inside") }
    if counts.forward > 0, counts.backward > 0 {
      lines.append("\(counts.forward) forward, \(counts.backward) backward")
    }
    if counts.low != counts.high { lines.append("between \(counts.low) and \(counts.high)") }
    return lines
  }

  /// How fast it goes; nothing before the first frame is through.
  private func figures(_ times: StageTimes, isTracked: Bool) -> [String] {
    guard times.fps > 0 else { return [] }
    func milliseconds(_ stage: StageTimes.Stage) -> String {
      Decimal.text(times.smooth[stage.rawValue], decimals: times.smooth[stage.rawValue] < 0.95 ? 2 : 1)
    }
    var lines = ["\(Decimal.text(times.fps, decimals: 1)) fps"]
    if case .network = source { lines.append("detector \(milliseconds(.detector)) ms") }
    if isTracked { lines.append("tracker \(milliseconds(.tracker)) ms") }
    lines.append("drawing \(milliseconds(.drawing)) ms")
    return lines
  }

  private func label(_ id: UInt64, _ name: String, _ score: Float) -> String {
    var text = [CChar](repeating: 0, count: name.utf8.count + 40)
    var length = 0
    guard shelf_label(id, name, min(max(score, 0), 1), &text, text.count, &length) == SHELF_OK else {
      return ""
    }
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
