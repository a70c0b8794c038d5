import CShelfCount

extension Overlay {
  private typealias Line = (text: String, size: Double)

  /// A label that has found its place.
  private struct Label {
    let lines: [Line]
    let place: Rectangle
  }

  /// Lower boxes first, which stand nearer to the camera; each label where it hides no other, and smaller, in
  /// two lines or shorter where its box is narrow.
  func drawLabels(_ boxes: [OverlayScene.Box], around covered: [Rectangle], _ canvas: Canvas) {
    var taken = covered
    for box in boxes.sorted(by: { $0.box.y2 > $1.box.y2 }) {
      let r = Rectangle(box.box)
      guard r.right > 0, r.x < canvas.width, r.bottom > 0, r.y < canvas.height,
        let label = findPlace(box, r, taken, canvas)
      else { continue }
      taken.append(label.place)
      draw(label, of: box, canvas)
    }
  }

  private func findPlace(
    _ box: OverlayScene.Box, _ r: Rectangle, _ taken: [Rectangle], _ canvas: Canvas
  ) -> Label? {
    let small = fontSize * 0.76
    let least = max(fontSize * 0.6, 9)
    // How much wider than the box a label may be.
    let tries: [(lines: [Line], most: Double)] = [
      ([(box.label, fontSize)], 1), ([(box.label, small)], 1.1),
      ([(box.shortLabel, small), (box.detail, least)], 1.2), ([(box.shortLabel, fontSize)], 1),
      ([(box.shortLabel, small)], .infinity),
    ]
    for (lines, most) in tries {
      let size = measure(lines, canvas)
      guard size.width <= most * r.width + 2 * unit else { continue }
      let found = places(r, size, canvas).first { place in !taken.contains { $0.intersects(place) } }
      if let found { return Label(lines: lines, place: found) }
    }
    return nil
  }

  private func measure(_ lines: [Line], _ canvas: Canvas) -> (width: Double, height: Double) {
    let sizes = lines.map { canvas.measure($0.text, size: $0.size) }
    let width = sizes.map(\.width).max() ?? 0
    return (width + 9.5 * unit, sizes.map(\.height).reduce(2 * unit, +))
  }

  /// Above the box, inside at its top, inside at its foot, each flush left or right; always within the
  /// picture.
  private func places(
    _ r: Rectangle, _ size: (width: Double, height: Double), _ canvas: Canvas
  ) -> [Rectangle] {
    let columns = [r.x - unit, r.right + unit - size.width]
    return [r.y - size.height, r.y + unit, r.bottom - size.height - unit].flatMap { y in
      columns.map { x in
        Rectangle(
          x: min(max(x, 0), max(0, canvas.width - size.width)),
          y: min(max(y, 0), max(0, canvas.height - size.height)), width: size.width, height: size.height)
      }
    }
  }

  /// Filled with the track's colour once it has counted, dark with an edge of that colour before.
  private func draw(_ label: Label, of box: OverlayScene.Box, _ canvas: Canvas) {
    let place = label.place
    let radius = 3 * unit
    if box.isCounted {
      canvas.fill(place, radius: radius, box.color)
    } else {
      canvas.fill(place, radius: radius, Color(0.06, 0.07, 0.09, box.isPredicted ? 0.5 : 0.78))
      canvas.fill(
        Rectangle(x: place.x, y: place.y, width: 3 * unit, height: place.height), radius: 1.5 * unit,
        box.color)
    }
    var y = place.y + unit
    for line in label.lines {
      let m = canvas.measure(line.text, size: line.size)
      canvas.write(
        line.text, x: place.x + 5.5 * unit, y: y + m.ascent, size: line.size,
        Color.white.with(alpha: box.isPredicted ? 0.75 : 1))
      y += m.height
    }
  }
}
