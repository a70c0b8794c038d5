/// What stands in the picture while the shelf passes (a spot on the lens, a caption, what lies beside a belt), and
/// what may yet turn out to.
struct Spot: BitwiseCopyable {
  /// As it was seen first.
  var box = Box(x1: 0, y1: 0, x2: 0, y2: 0)
  /// How far the picture's content went since, in pixels.
  var way = Point(x: 0, y: 0)
  var isUsed = false
  /// The content went too far for anything on the shelf to be still there.
  var isKnown = false
  /// Since it was last seen: frames, and the way of the picture's content.
  var unseen: UInt16 = 0
  var unseenWay: Float = 0

  /// Whether the content went on by more than its size.
  var isLeftBehind: Bool {
    abs(way.x) > MapTuning.spotWay * box.width || abs(way.y) > MapTuning.spotWay * box.height
  }

  /// Whether a box lies where the spot does, as large as it.
  @inline(never)
  func isAt(_ other: Box) -> Bool {
    let slack = Point(x: MapTuning.spotSlack * box.width, y: MapTuning.spotSlack * box.height)
    return abs(other.x1 - box.x1) < slack.x && abs(other.x2 - box.x2) < slack.x
      && abs(other.y1 - box.y1) < slack.y && abs(other.y2 - box.y2) < slack.y
  }
}

extension ShelfMap {
  static var mostSpots: Int { 8 }

  /// Mostly there is none.
  var knowsSpots: Bool {
    for s in 0..<spotCapacity where spots[s].isKnown { return true }
    return false
  }

  /// Whether a box shows a known spot, which is no place on the shelf.
  func isSpot(_ box: Box) -> Bool { knownSpot(at: box) != nil }

  /// The same for a box of this frame.
  func seesSpot(_ box: Box) -> Bool {
    guard let s = knownSpot(at: box) else { return false }
    spots[s].unseen = 0
    return true
  }

  @inline(never)
  private func knownSpot(at box: Box) -> Int? {
    for s in 0..<spotCapacity where spots[s].isKnown && spots[s].isAt(box) { return s }
    return nil
  }

  /// Looks for spots among the views that show nothing known.
  ///
  /// Where less moves with the shelf than stands in the picture, it may be the pose that is wrong.
  func watchSpots(_ count: Int, _ result: PoseResult) {
    moveSpots(result)
    var moving = 0
    var standing = 0
    for v in 0..<count where !views.isCutSideways(v) {
      if !views.isFree[v], items.evidence[Int(views.item[v])] >= MapTuning.plainEvidence {
        moving &+= 1
      } else if watch(views.box[v]) {
        standing &+= 1
      }
    }
    for s in 0..<spotCapacity where spots[s].isUsed {
      if spots[s].unseen == 0, spots[s].isLeftBehind, moving >= standing { spots[s].isKnown = true }
      spots[s].unseen &+= 1
      // What passes in a row of its like comes to lie where its neighbour was.
      let isOver =
        spots[s].isKnown
        ? spots[s].unseen > MapTuning.spotMemory
        : spots[s].unseen > MapTuning.spotPatience
          || spots[s].unseenWay > MapTuning.spotGap * spots[s].box.width
      if isOver { spots[s] = Spot() }
    }
  }

  private func moveSpots(_ result: PoseResult) {
    guard result == .found, let before = pose(framesAgo: 1) else { return }
    let step = before.project(Point(x: state[0].pose.cx, y: state[0].pose.cy))
    // One jump of the pose proves nothing.
    let most = 0.05 * frame.x
    let (dx, dy) = (clamp(step.x, most), clamp(step.y, most))
    for s in 0..<spotCapacity where spots[s].isUsed {
      spots[s].way.x -= dx
      spots[s].way.y -= dy
      spots[s].unseenWay += abs(dx) + abs(dy)
    }
  }

  /// Notes a box; returns whether it stands where one was before.
  private func watch(_ box: Box) -> Bool {
    var free = -1
    for s in 0..<spotCapacity {
      guard spots[s].isUsed else {
        free = s
        continue
      }
      guard spots[s].isAt(box) else { continue }
      spots[s].unseen = 0
      spots[s].unseenWay = 0
      return true
    }
    guard free >= 0 else { return false }
    spots[free] = Spot()
    spots[free].box = box
    spots[free].isUsed = true
    return false
  }
}
