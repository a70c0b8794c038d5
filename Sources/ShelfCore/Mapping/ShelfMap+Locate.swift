/// The pose of the camera from frame to frame.
extension ShelfMap {
  /// Predicts the pose and finds it again in the map.
  func locate(_ count: Int, dt: Float, _ flow: Point?) -> PoseResult {
    guard state[0].hasPose else {
      state[0].hasPose = count > 0
      return .none
    }
    let before = state[0].pose
    predictPose(dt, flow)
    var result = PoseResult.none
    if state[0].itemCount > 0, count > 0 {
      result = register(count)
      if result == .none, isOffMap, state[0].coast > 0 { result = registerWhereItWas(count) }
    }
    if isLost(count, result) {
      startNewPiece()
      return .found
    }
    switch result {
    case .nudged:
      state[0].coast = max(1, state[0].coast / 2)
    case .none:
      state[0].coast &+= 1
      if flow == nil { state[0].reckoned &+= 1 }
    case .found:
      learnMotion(since: before, dt)
    }
    return result
  }

  /// Where the camera is by now, as far as its motion is known.
  private func predictPose(_ dt: Float, _ flow: Point?) {
    if let flow {
      state[0].pose = state[0].pose.shifted(flow.x, flow.y)
    } else if Float(state[0].coast) <= MapTuning.longestGap {
      // Blind, the camera falls back from the last step to its slow speed: the shake of a hand averages out.
      var g: Float = 1
      for _ in 0..<min(state[0].coast, 20) { g *= 0.5 }
      state[0].pose.cx += (g * state[0].vx + (1 - g) * state[0].slowX) * coasting(dt)
      state[0].pose.cy += (g * state[0].vy + (1 - g) * state[0].slowY) * coasting(dt)
    }
    state[0].hasFlow = flow != nil
    state[0].sinceFound += dt
  }

  /// Whether for many frames much was seen and none of it fitted.
  private func isLost(_ count: Int, _ result: PoseResult) -> Bool {
    let plenty = Float(visibleViews(count, least: 0.5 * (state[0].hasLevel ? state[0].level : 0.3)))
    state[0].typicalViews += 0.05 * (plenty - state[0].typicalViews)
    if result != .none || state[0].itemCount == 0 {
      state[0].lost = 0
    } else if plenty >= max(1, 0.5 * state[0].typicalViews) {
      state[0].lost &+= 1
    }
    return state[0].lost > MapTuning.lostFrames
  }

  /// From the pose that was found, and the one before it, the motion per frame.
  private func learnMotion(since before: Pose, _ dt: Float) {
    let isNext = state[0].sinceFound <= 1.5 * dt
    let from = isNext ? before : state[0].found
    let pose = state[0].pose
    let time = max(state[0].sinceFound, 1e-3)
    let mx = (pose.cx - from.cx) / time
    let my = (pose.cy - from.cy) / time
    let trust: Float = isNext ? 0.7 : 0.9
    state[0].vx += trust * (mx - state[0].vx)
    state[0].vy += trust * (my - state[0].vy)
    if state[0].isThin { state[0].vy *= 0.5 }
    let share = min(1, 0.12 * time)
    state[0].slowX += share * (mx - state[0].slowX)
    state[0].slowY += share * (my - state[0].slowY)
    state[0].coast = 0
    state[0].reckoned = 0
    state[0].found = pose
    state[0].sinceFound = 0
    let (vx, vy) = (state[0].vx, state[0].vy)
    state[0].flow = Point(x: -(pose.a * vx - pose.b * vy), y: -(pose.b * vx + pose.a * vy))
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
  private func startNewPiece() {
    var right = -Float.greatestFiniteMagnitude
    for i in 0..<state[0].itemCount { right = max(right, items.x[i]) }
    state[0].pose = Pose(cx: right + 4 * frame.x, cy: 0)
    state[0].found = state[0].pose
    state[0].sinceFound = 0
    state[0].vx = 0
    state[0].vy = 0
    state[0].slowX = 0
    state[0].slowY = 0
    state[0].coast = 1
    state[0].reckoned = 0
    state[0].lost = 0
    state[0].historyCount = 0
    state[0].piece &+= 1
  }
}
