/// From the shelf to the picture: roll, zoom, keystone, lens, and perhaps mirrored.
struct Projector {
  private let width: Double
  private let height: Double
  private let lens: Lens
  private let keystone: Double
  let isMirrored: Bool
  private let isPlain: Bool

  init(_ scenario: Scenario, isMirrored: Bool) {
    width = Double(scenario.width)
    height = Double(scenario.height)
    self.isMirrored = isMirrored
    lens = Lens(scenario.optics)
    keystone = scenario.optics.keystone
    isPlain = lens.isPlain && keystone == 0
  }

  /// How far from the pose's place, in pixels at zoom 1, items can be in view.
  func reach(_ pose: Pose, item: Double) -> Double {
    let growth = lens.growth(atSquare: 1 + (height * height) / (width * width))
    let half = width / 2 * growth * (1 + abs(keystone)) + abs(pose.sine) * height * growth
    return half / pose.zoom + item
  }

  /// How far from the pose's place items can be whose centres lie within `half` of the picture's middle line.
  func reach(_ pose: Pose, half: Double) -> Double {
    (half * 1.6 + abs(pose.sine) * height * 0.7) / pose.zoom
  }

  /// The upright box around what is seen of an item.
  func box(_ item: Item, at place: (x: Double, y: Double), stretch: Double, _ pose: Pose) -> Rect {
    let x = item.depth * (place.x - pose.x)
    let y = item.depth * (place.y - pose.y)
    let halfWidth = item.width * stretch / 2
    let halfHeight = item.height / 2
    if isPlain, pose.sine == 0 {
      let centre = (isMirrored ? -x : x) * pose.zoom + width / 2
      let size = (2 * halfWidth * pose.zoom, 2 * halfHeight * pose.zoom)
      return Rect(
        x: centre - size.0 / 2, y: y * pose.zoom + height / 2 - size.1 / 2, width: size.0, height: size.1)
    }
    var low = (x: Double.infinity, y: Double.infinity)
    var high = (x: -Double.infinity, y: -Double.infinity)
    // Lenses bend edges: their middles count as well as the corners.
    for column in -1...1 {
      for row in -1...1 where column != 0 || row != 0 {
        let point = point(x + Double(column) * halfWidth, y + Double(row) * halfHeight, pose)
        low = (min(low.x, point.x), min(low.y, point.y))
        high = (max(high.x, point.x), max(high.y, point.y))
      }
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Where a point of the plane, in pixels from where the camera looks, is in the picture.
  func point(_ x: Double, _ y: Double, _ pose: Pose) -> (x: Double, y: Double) {
    var u = (x * pose.cosine - y * pose.sine) * pose.zoom / (width / 2)
    var v = (x * pose.sine + y * pose.cosine) * pose.zoom / (width / 2)
    if keystone != 0 {
      let nearness = 1 / max(0.2, 1 - keystone * u / 2)
      u *= nearness
      v *= nearness
    }
    let scale = lens.scale(atSquare: u * u + v * v)
    u *= scale
    v *= scale
    return ((isMirrored ? -u : u) * width / 2 + width / 2, v * width / 2 + height / 2)
  }
}
