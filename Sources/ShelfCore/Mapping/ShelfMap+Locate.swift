/// The pose of the camera from frame to frame.
extension ShelfMap {
  /// Predicts the pose and finds it again in the map.
  @_optimize(speed)
  func locate(_ count: Int, dt: Float, _ flow: Point?) -> PoseResult {
    var s = state[0]
    guard s.hasPose else {
      s.hasPose = count > 0
      state[0] = s
      return .none
    }
    let before = s.pose
    // Blind, the camera falls back from the last step to its slow speed: the shake of a hand averages out.
    var g: Float = 1
    for _ in 0..<min(s.coast, 20) { g *= 0.5 }
    if let flow {
      s.pose = s.pose.shifted(flow.x, flow.y)
    } else if Float(s.coast) <= MapTuning.longestGap {
      s.pose.cx += (g * s.vx + (1 - g) * s.slowX) * coasting(dt)
      s.pose.cy += (g * s.vy + (1 - g) * s.slowY) * coasting(dt)
    }
    s.hasFlow = flow != nil
    s.sinceFound += dt
    state[0] = s
    var result = PoseResult.none
    if s.itemCount > 0, count > 0 {
      result = register(count)
      if result == .none, isOffMap, s.coast > 0 { result = registerWhereItWas(count) }
    }
    s = state[0]

    let plenty = visibleViews(count, least: 0.5 * (s.hasLevel ? s.level : 0.3))
    s.typicalViews += 0.05 * (Float(plenty) - s.typicalViews)
    if result != .none || s.itemCount == 0 {
      s.lost = 0
    } else if Float(plenty) >= max(1, 0.5 * s.typicalViews) {
      s.lost &+= 1
    }
    if s.lost > MapTuning.lostFrames {
      startNewPiece(&s)
      state[0] = s
      return .found
    }
    switch result {
    case .nudged:
      s.coast = max(1, s.coast / 2)
    case .none:
      s.coast &+= 1
      if flow == nil { s.reckoned &+= 1 }
    case .found:
      let isNext = s.sinceFound <= 1.5 * dt
      let from = isNext ? before : s.found
      let time = max(s.sinceFound, 1e-3)
      let mx = (s.pose.cx - from.cx) / time
      let my = (s.pose.cy - from.cy) / time
      let trust: Float = isNext ? 0.7 : 0.9
      s.vx += trust * (mx - s.vx)
      s.vy += trust * (my - s.vy)
      if s.isThin { s.vy *= 0.5 }
      let share = min(1, 0.12 * time)
      s.slowX += share * (mx - s.slowX)
      s.slowY += share * (my - s.slowY)
      s.coast = 0
      s.reckoned = 0
      s.found = s.pose
      s.sinceFound = 0
      s.flow = Point(x: -(s.pose.a * s.vx - s.pose.b * s.vy), y: -(s.pose.b * s.vx + s.pose.a * s.vy))
    }
    state[0] = s
    return result
  }

  /// Where the map ends the camera may have turned unseen: what it saw last it sees first.
  private func registerWhereItWas(_ count: Int) -> PoseResult {
    let (predicted, coast) = (state[0].pose, state[0].coast)
    state[0].pose = state[0].found
    state[0].coast = min(coast, MapTuning.turnFrames)
    let result = register(count)
    state[0].coast = coast
    if result == .found { return .found }
    state[0].pose = predicted
    state[0].itemsInPicture = 0
    return .none
  }

  /// Nothing that the map holds ought to be seen, as far as is known.
  var isOffMap: Bool { state[0].itemsInPicture == 0 }

  /// For how long the last motion is believed to have gone on.
  func coasting(_ dt: Float) -> Float { dt <= MapTuning.longestGap ? dt : 0 }

  private func visibleViews(_ count: Int, least: Float) -> Int {
    var n = 0
    for i in 0..<count where !views.isCutSideways(i) && views.support[i] >= least { n &+= 1 }
    return n
  }

  /// Much is seen and none of it fits: goes on in a new piece of map, far from the old one, instead of
  /// waiting for ever.
  private func startNewPiece(_ s: inout MapState) {
    var right = -Float.greatestFiniteMagnitude
    for i in 0..<s.itemCount { right = max(right, items.x[i]) }
    s.pose = Pose(cx: right + 4 * frame.x, cy: 0)
    s.found = s.pose
    s.sinceFound = 0
    s.vx = 0
    s.vy = 0
    s.slowX = 0
    s.slowY = 0
    s.coast = 1
    s.reckoned = 0
    s.lost = 0
    s.historyCount = 0
    s.piece &+= 1
  }
}
