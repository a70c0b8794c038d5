/// Two-stage association and the life of tracks (ByteTrack: Zhang et al., ECCV 2022; the differences are
/// settings, see `Configuration`).
struct Tracker {
  let tracks: TrackTable
  let detections: DetectionTable
  let graph: CandidateGraph
  private let matcher: GreedyMatcher
  private let configuration: Configuration

  init(_ arena: inout Arena, _ configuration: Configuration) {
    self.configuration = configuration
    detections = DetectionTable(&arena, capacity: Int(configuration.maxDetections))
    tracks = TrackTable(&arena, configuration)
    graph = CandidateGraph(&arena, configuration)
    matcher = GreedyMatcher(&arena, configuration)
  }

  func reset() {
    for slot in 0..<Tiles.count(of: tracks.capacity) &* Tiles.width { tracks.kalman.pad(slot) }
    tracks.trail.reset()
  }

  // MARK: Predict

  /// Moves all tracks, whatever their state, to this frame.
  func predict(dt: Float, _ state: inout ScannerState) {
    let calls = tracks.kalman.predict(count: state.trackCount, dt: dt)
    state.stats.blasCalls = UInt64(calls)
    tracks.placeCorners(count: state.trackCount)
  }

  // MARK: Associate

  /// Gives rows to tracks in up to three steps.
  ///
  /// Returns the number of candidate pairs, for `removeDuplicates`.
  func associate(rows: Int, _ state: inout ScannerState) -> Int {
    Stage.candidates.begin()
    let n = state.trackCount
    for i in 0..<n { tracks.match[i] = -1 }
    let frame = Point(x: Float(configuration.width), y: Float(configuration.height))
    let found = graph.build(
      tracks: tracks, count: n, detections: detections, count: rows, least: leastIoU, frame: frame)
    state.stats.candidatesDropped &+= UInt64(found.dropped)
    Stage.match.begin()
    guard found.count > 0 else { return 0 }

    let tracked = TrackState.tracked.rawValue
    let lost = TrackState.lost.rawValue
    let tentative = TrackState.tentative.rawValue
    let first = tracked | lost | (configuration.tentativeFirst ? tentative : 0)
    var second: UInt8 = 0
    if configuration.partners & Configuration.partnerTracked != 0 { second |= tracked }
    if configuration.partners & Configuration.partnerLost != 0 { second |= lost }

    run(step(1, configuration.firstCost, configuration.fusion), on: first, high: true, found.count, n, rows)
    run(step(2, configuration.secondCost, .none), on: second, high: false, found.count, n, rows)
    if !configuration.tentativeFirst || configuration.thirdCost > configuration.firstCost {
      run(
        step(3, configuration.thirdCost, configuration.fusion), on: tentative, high: true, found.count, n,
        rows)
    }
    return found.count
  }

  /// The IoU below which no step can accept a pair.
  ///
  /// Boxes that do not overlap never match.
  private var leastIoU: Float {
    var cost = max(configuration.firstCost, max(configuration.secondCost, configuration.thirdCost))
    if configuration.fusion == .inverse { cost = 1 }
    return max(1e-6, 1 - cost - 1e-6)
  }

  private func step(_ number: UInt8, _ limit: Float, _ fusion: Configuration.Fusion) -> GreedyMatcher.Step {
    GreedyMatcher.Step(
      tracks: tracks, detections: detections, fusion: fusion, classGate: configuration.classGate,
      classPenalty: configuration.classPenalty, limit: limit, number: number)
  }

  /// Brings the pairs that a step admits to the front and has them matched.
  private func run(
    _ step: GreedyMatcher.Step, on states: UInt8, high: Bool, _ count: Int, _ n: Int, _ rows: Int
  ) {
    var admitted = 0
    for p in 0..<count {
      let pair = graph.pairs[p]
      guard tracks.state[Int(pair.track)] & states != 0, step.areFree(pair) else { continue }
      guard (detections.score[Int(pair.detection)] >= configuration.highScore) == high else { continue }
      guard step.cost(pair) <= step.limit else { continue }
      graph.pairs.swapAt(p, admitted)
      admitted &+= 1
    }
    switch configuration.matcher {
    case .greedy: matcher.match(graph.pairs, count: admitted, step: step, tracks: n, detections: rows)
    case .seed: matcher.matchInInputOrder(graph.pairs, count: admitted, step: step)
    }
  }

  // MARK: Correct

  /// Kalman update of all matched tracks at once.
  func correct(_ state: ScannerState) {
    let n = state.trackCount
    for i in 0..<n where tracks.match[i] >= 0 {
      tracks.kalman.measure(i, as: detections.box(Int(tracks.match[i])))
    }
    tracks.kalman.correct(count: n)
    tracks.placeCorners(count: n)
  }
}
