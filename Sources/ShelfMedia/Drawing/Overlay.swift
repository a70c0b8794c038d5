import CShelfCount

/// Draws scenes over pictures, in sizes that follow the picture's.
package struct Overlay {
  /// About 1 for a picture 480 pixels high.
  let unit: Double
  let fontSize: Double

  static let gateColor = Color(rgb: 0xffd166)

  package init(width: Int, height: Int) {
    let side = Double(min(width, height))
    let scale = side / 480
    // Large pictures are looked at scaled down, but not by all of their size.
    unit = max(0.6, scale > 1 ? scale.squareRoot() * scale.squareRoot().squareRoot() : scale)
    fontSize = max(9, 12.5 * unit)
  }

  package func draw(_ scene: OverlayScene, on picture: Picture) throws {
    guard let canvas = Canvas(picture) else { throw MediaError("cairo cannot draw on a frame") }
    drawGates(scene.edges, canvas)
    for box in scene.boxes { drawTrail(box, canvas) }
    for box in scene.boxes { drawBox(box, canvas) }
    let covered = [drawPanel(scene, canvas), drawFigures(scene.figures, canvas)].compactMap { $0 }
    drawLabels(scene.boxes, around: covered, canvas)
    if let badge = scene.badge { drawBadge(badge, canvas) }
  }

  // MARK: Gates

  private func drawGates(_ edges: [shelf_edge], _ canvas: Canvas) {
    for gate in Set(edges.map(\.gate)).sorted() {
      let own = edges.filter { $0.gate == gate }
      canvas.polygon(inside(own), Self.gateColor.with(alpha: 0.13))
      for edge in own where edge.role != SHELF_EDGE_SIDE {
        let isStrip = edge.role == SHELF_EDGE_STRIP
        let points = [point(edge.a), point(edge.b)]
        let width = (isStrip ? 1 : 2) * unit
        canvas.line(points, Color.black.with(alpha: 0.45), width: width + 2 * unit)
        canvas.line(points, Self.gateColor, width: width, dash: isStrip ? 5 * unit : 0)
      }
    }
  }

  /// The outline of a band or zone.
  private func inside(_ edges: [shelf_edge]) -> [(x: Double, y: Double)] {
    if let first = edges.first(where: { $0.role == SHELF_EDGE_FIRST }),
      let second = edges.first(where: { $0.role == SHELF_EDGE_SECOND })
    {
      return [point(first.a), point(first.b), point(second.b), point(second.a)]
    }
    return edges.filter { $0.role == SHELF_EDGE_ZONE }.map { point($0.a) }
  }

  private func point(_ p: shelf_point) -> (x: Double, y: Double) { (Double(p.x), Double(p.y)) }

  // MARK: Tracks

  /// A tail that thins and fades towards its old end.
  private func drawTrail(_ box: OverlayScene.Box, _ canvas: Canvas) {
    let points = box.trail.map(point)
    guard points.count > 1 else { return }
    let pieces = min(12, points.count - 1)
    for piece in 0..<pieces {
      let from = piece * (points.count - 1) / pieces
      let to = (piece + 1) * (points.count - 1) / pieces
      let age = Double(piece + 1) / Double(pieces)
      let alpha = (box.isPredicted ? 0.4 : 0.9) * age * age
      canvas.line(
        Array(points[from...to]), box.color.with(alpha: alpha), width: (0.8 + 1.8 * age) * unit)
    }
    if let last = points.last, !box.isPredicted {
      canvas.dot(last.x, last.y, radius: 3.2 * unit, Color.black.with(alpha: 0.4))
      canvas.dot(last.x, last.y, radius: 2.4 * unit, .white)
    }
  }

  private func drawBox(_ box: OverlayScene.Box, _ canvas: Canvas) {
    let r = Rectangle(box.box)
    let radius = 4 * unit
    if box.flash > 0 { canvas.fill(r, radius: radius, box.color.with(alpha: 0.45 * box.flash)) }
    if box.isPredicted {
      canvas.stroke(r, radius: radius, box.color.with(alpha: 0.75), width: 1.5 * unit, dash: 4 * unit)
    } else {
      canvas.stroke(r, radius: radius, Color.black.with(alpha: 0.4), width: 4 * unit)
      canvas.stroke(r, radius: radius, box.color, width: 2.2 * unit)
    }
  }

  // MARK: Figures

  /// Returns what it covers.
  private func drawPanel(_ scene: OverlayScene, _ canvas: Canvas) -> Rectangle? {
    guard scene.count != nil || !scene.lines.isEmpty else { return nil }
    let margin = 10 * unit
    let small = fontSize * 0.92
    let large = fontSize * 2.9
    let number = scene.count.map { canvas.measure($0.number, size: large) }
    let caption = scene.count.map { canvas.measure($0.caption, size: fontSize) }
    let line = canvas.measure("Ag", size: small).height * 1.12
    let widest = scene.lines.map { canvas.measure($0, size: small).width }.max() ?? 0
    let headWidth = (number?.width ?? 0) + (caption.map { $0.width + 6 * unit } ?? 0)
    let headHeight = number == nil ? 0 : large * 0.98
    let panel = Rectangle(
      x: margin, y: margin, width: max(widest, headWidth) + 2 * margin,
      height: headHeight + line * Double(scene.lines.count) + 1.3 * margin)
    canvas.fill(panel, radius: 7 * unit, Color(0.05, 0.06, 0.08, 0.72))
    let left = panel.x + margin
    var y = panel.y + 0.65 * margin
    if let count = scene.count, let number {
      let base = y + large * 0.8
      canvas.write(count.number, x: left, y: base, size: large, .white)
      canvas.write(
        count.caption, x: left + number.width + 6 * unit, y: base, size: fontSize, Self.gateColor)
      y += headHeight
    }
    for text in scene.lines {
      canvas.write(text, x: left, y: y + small * 0.98, size: small, Color(0.86, 0.89, 0.93))
      y += line
    }
    return panel
  }

  private func drawFigures(_ figures: [String], _ canvas: Canvas) -> Rectangle? {
    guard !figures.isEmpty else { return nil }
    let text = figures.joined(separator: "   ")
    let size = fontSize * 0.8
    let margin = 10 * unit
    let m = canvas.measure(text, size: size)
    let strip = Rectangle(
      x: margin, y: canvas.height - margin - m.height - 6 * unit, width: m.width + 14 * unit,
      height: m.height + 6 * unit)
    canvas.fill(strip, radius: 5 * unit, Color(0.05, 0.06, 0.08, 0.66))
    canvas.write(
      text, x: strip.x + 7 * unit, y: strip.y + 3 * unit + m.ascent, size: size, Color(0.86, 0.89, 0.93))
    return strip
  }

  private func drawBadge(_ text: String, _ canvas: Canvas) {
    let m = canvas.measure(text, size: fontSize)
    let margin = 10 * unit
    let r = Rectangle(
      x: canvas.width - m.width - 2.6 * margin, y: margin, width: m.width + 1.6 * margin,
      height: m.height + 0.8 * margin)
    canvas.fill(r, radius: 5 * unit, Color(rgb: 0xc1121f, alpha: 0.9))
    canvas.write(text, x: r.x + 0.8 * margin, y: r.y + 0.4 * margin + m.ascent, size: fontSize, .white)
  }
}
