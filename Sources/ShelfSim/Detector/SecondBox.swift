/// The second box that an item may have for a while: of the same size aside, or a part of the first.
struct SecondBox {
  private(set) var scoreShare = 0.0
  private var framesLeft = 0
  private var iou = 1.0
  private var shape = Shape.rightwards

  private enum Shape: Int {
    case rightwards, leftwards, downwards, upwards, left, right, top
  }

  /// To be called in every frame in which the item is in the picture.
  mutating func step(_ scenario: Scenario, _ seed: UInt64, _ item: Int, _ frame: Int) {
    let model = scenario.detector
    guard model.doubles > 0 else { return }
    if framesLeft > 0 { framesLeft -= 1 }
    var random = Random(seed, .second, item, frame)
    guard framesLeft == 0, random.chance(model.doubles) else { return }
    framesLeft = random.integer(in: model.doubleFrames)
    iou = random.uniform(in: model.doubleIoU)
    scoreShare = random.uniform(in: model.doubleScore)
    shape = Shape(rawValue: random.integer(in: 0...6)) ?? .rightwards
  }

  /// The second box of a first one.
  func box(beside box: Rect) -> Rect? {
    guard framesLeft > 0 else { return nil }
    // Two equal boxes, one moved by this share of their size, have that IoU.
    let shift = (1 - iou) / (1 + iou)
    var second = box
    switch shape {
    case .rightwards: second.x += shift * box.width
    case .leftwards: second.x -= shift * box.width
    case .downwards: second.y += shift * box.height
    case .upwards: second.y -= shift * box.height
    case .left: second.width *= iou
    case .right:
      second.width *= iou
      second.x += box.width - second.width
    case .top: second.height *= iou
    }
    return second
  }
}
