import CCairo

/// A colour with opacity, all parts 0...1.
package struct Color {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// 0xRRGGBB.
  package init(rgb: UInt32, alpha: Double = 1) {
    func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 255) / 255 }
    self.init(part(16), part(8), part(0), alpha)
  }

  package func with(alpha: Double) -> Color { Color(red, green, blue, alpha) }

  static let white = Color(1, 1, 1)
  static let black = Color(0, 0, 0)
}

package struct Rectangle {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  var right: Double { x + width }
  var bottom: Double { y + height }

  func inset(_ d: Double) -> Rectangle {
    Rectangle(x: x + d, y: y + d, width: max(0, width - 2 * d), height: max(0, height - 2 * d))
  }

  func intersects(_ other: Rectangle) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}

/// Draws on a picture with cairo.
///
/// cairo's pixels are blue, green, red; ours are red, green, blue. Instead of swapping every byte, every colour
/// is given swapped.
final class Canvas {
  let width: Double
  let height: Double
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let picture: Picture
  private var font = cairo_font_extents_t()
  private var widths: [String: Double] = [:]

  init?(_ picture: Picture) {
    self.picture = picture
    width = Double(picture.width)
    height = Double(picture.height)
    let bytes = picture.bytes.bindMemory(to: UInt8.self).baseAddress
    guard
      let surface = cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_RGB24, Int32(picture.width), Int32(picture.height), Int32(picture.stride)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
    else { return nil }
    self.surface = surface
    self.context = context
    cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    let options = cairo_font_options_create()
    // Widths in proportion to the size, whatever it is.
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(context, options)
    cairo_font_options_destroy(options)
    cairo_set_font_size(context, Self.measuredSize)
    cairo_font_extents(context, &font)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  private func use(_ color: Color) {
    cairo_set_source_rgba(context, color.blue, color.green, color.red, color.alpha)
  }

  func fill(_ r: Rectangle, radius: Double = 0, _ color: Color) {
    path(r, radius)
    use(color)
    cairo_fill(context)
  }

  func stroke(_ r: Rectangle, radius: Double = 0, _ color: Color, width: Double, dash: Double = 0) {
    path(r, radius)
    stroke(color, width, dash)
  }

  func line(_ points: [(x: Double, y: Double)], _ color: Color, width: Double, dash: Double = 0) {
    guard let first = points.first, points.count > 1 else { return }
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    stroke(color, width, dash)
  }

  func polygon(_ points: [(x: Double, y: Double)], _ color: Color) {
    guard let first = points.first, points.count > 2 else { return }
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_close_path(context)
    use(color)
    cairo_fill(context)
  }

  func dot(_ x: Double, _ y: Double, radius: Double, _ color: Color) {
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
    use(color)
    cairo_fill(context)
  }

  /// The width of a text, how far it reaches above its base line, and from one line to the next.
  func measure(_ text: String, size: Double) -> (width: Double, ascent: Double, height: Double) {
    let scale = size / Self.measuredSize
    return (width(text) * scale, font.ascent * scale, (font.ascent + font.descent) * scale)
  }

  /// Every size is measured at this one: changing cairo's costs more than the text.
  private static let measuredSize = 32.0

  private func width(_ text: String) -> Double {
    if let known = widths[text] { return known }
    cairo_set_font_size(context, Self.measuredSize)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    widths[text] = extents.x_advance
    return extents.x_advance
  }

  /// Writes with the base line at y.
  func write(_ text: String, x: Double, y: Double, size: Double, _ color: Color) {
    cairo_set_font_size(context, size)
    cairo_move_to(context, x, y)
    use(color)
    cairo_show_text(context, text)
    cairo_new_path(context)
  }

  private func stroke(_ color: Color, _ width: Double, _ dash: Double) {
    use(color)
    cairo_set_line_width(context, width)
    if dash > 0 {
      var dashes = [dash, dash * 1.2]
      cairo_set_dash(context, &dashes, 2, 0)
    }
    cairo_stroke(context)
    cairo_set_dash(context, nil, 0, 0)
  }

  private func path(_ r: Rectangle, _ radius: Double) {
    let radius = min(radius, r.width / 2, r.height / 2)
    cairo_new_sub_path(context)
    guard radius > 0 else {
      cairo_rectangle(context, r.x, r.y, r.width, r.height)
      return
    }
    cairo_arc(context, r.right - radius, r.y + radius, radius, -.pi / 2, 0)
    cairo_arc(context, r.right - radius, r.bottom - radius, radius, 0, .pi / 2)
    cairo_arc(context, r.x + radius, r.bottom - radius, radius, .pi / 2, .pi)
    cairo_arc(context, r.x + radius, r.y + radius, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
  }
}
