/// Two-stage association and the life of tracks (ByteTrack: Zhang et al., ECCV 2022; the differences are
/// settings, see `Configuration`).
struct Tracker {
  let tracks: TrackTable
  let detections: DetectionTable
  let graph: CandidateGraph
  /// Rows that start a track.
  let newborn: Column<UInt16>
  private let uncontested: UncontestedPairs
  private let greedy: GreedyMatcher
  private let optimal: OptimalMatcher

  init(_ arena: inout Arena, _ configuration: Configuration) {
    detections = DetectionTable(&arena, configuration)
    tracks = TrackTable(&arena, configuration)
    graph = CandidateGraph(&arena, configuration)
    newborn = arena.column(UInt16.self, Int(configuration.maxDetections))
    uncontested = UncontestedPairs(&arena, configuration)
    greedy = GreedyMatcher(&arena)
    optimal = OptimalMatcher(&arena, configuration)
  }

  func reset() {
    for slot in 0..<Tiles.count(of: tracks.capacity) &* Tiles.width { tracks.kalman.pad(slot) }
    tracks.forgetMatches(count: tracks.capacity)
    tracks.trail.reset()
  }

  // MARK: Predict

  /// Moves all tracks, whatever their state, to this frame.
  func predict(dt: Float, _ state: inout ScannerState) {
    let calls = tracks.kalman.predict(count: state.trackCount, dt: dt)
    state.stats.blasCalls = UInt64(calls)
  }

  // MARK: Associate

  /// Gives rows to tracks in up to three steps.
  ///
  /// Returns the number of candidate pairs, for `removeDuplicates`.
  func associate(rows: Int, _ state: inout ScannerState) -> Int {
    Stage.candidates.begin()
    let n = state.trackCount
    tracks.forgetMatches(count: n)
    let found = graph.build(
      tracks.kalman, count: n, detections: detections, count: rows, high: state.configuration.highScore,
      least: leastIoU(state), width: Float(state.configuration.width))
    state.stats.candidatesDropped &+= UInt64(found.dropped)
    guard found.count > 0 else { return 0 }

    Stage.match.begin()
    let tracked = TrackState.tracked.rawValue
    let lost = TrackState.lost.rawValue
    let tentative = TrackState.tentative.rawValue
    let tentativeFirst = state.configuration.tentativeFirst
    let first = tracked | lost | (tentativeFirst ? tentative : 0)
    var second: UInt8 = 0
    if state.configuration.partners & Configuration.partnerTracked != 0 { second |= tracked }
    if state.configuration.partners & Configuration.partnerLost != 0 { second |= lost }

    let fusion = state.configuration.fusion
    let firstCost = state.configuration.firstCost
    let thirdCost = state.configuration.thirdCost
    let high = 0..<found.high
    run(1, firstCost, fusion, on: first, high, rows, state)
    run(2, state.configuration.secondCost, .none, on: second, found.high..<found.count, rows, state)
    if !tentativeFirst || thirdCost > firstCost {
      run(3, thirdCost, fusion, on: tentative, high, rows, state)
    }
    return found.count
  }

  /// The IoU below which no step can accept a pair.
  ///
  /// Boxes that do not overlap never match.
  private func leastIoU(_ state: ScannerState) -> Float {
    let c = state.configuration
    let cost = c.fusion == .inverse ? 1 : max(c.firstCost, max(c.secondCost, c.thirdCost))
    return max(1e-6, 1 - cost - 1e-6)
  }

  /// Brings the pairs of a range that a step admits to its front and has them matched.
  private func run(
    _ number: UInt8, _ limit: Float, _ fusion: Configuration.Fusion, on states: UInt8, _ range: Range<Int>,
    _ rows: Int, _ state: ScannerState
  ) {
    let step = AssociationStep(
      tracks: tracks, detections: detections, fusion: fusion, classGate: state.configuration.classGate,
      classPenalty: state.configuration.classPenalty, limit: limit, number: number)
    // Pairs that an earlier step admitted have lost their IoU.
    let isFound = number < 3
    var end = range.lowerBound
    for p in range {
      var pair = graph.pairs[p]
      guard tracks.state[Int(pair.track)] & states != 0, step.areFree(pair) else { continue }
      let iou =
        isFound ? pair.value : detections.box(Int(pair.detection)).iou(tracks.box(Int(pair.track)))
      let cost = step.cost(pair, iou: iou)
      guard cost <= limit else { continue }
      if p != end { graph.pairs[p] = graph.pairs[end] }
      // Not below 0 where an IoU was rounded up.
      pair.value = max(0, cost)
      graph.pairs[end] = pair
      end &+= 1
    }
    guard end > range.lowerBound else { return }
    let admitted = range.lowerBound..<end
    if state.configuration.matcher == .seed {
      return greedy.matchInInputOrder(graph.pairs, admitted, step)
    }
    let rest = uncontested.take(
      from: graph.pairs, admitted, step, tracks: state.trackCount, detections: rows)
    if state.configuration.matcher == .optimal {
      optimal.match(graph.pairs, rest, step)
    } else {
      greedy.match(graph.pairs, rest, step)
    }
  }

  // MARK: Correct

  /// Kalman update of all matched tracks at once.
  func correct(_ state: ScannerState) {
    for t in 0..<Tiles.count(of: state.trackCount) {
      tracks.kalman.correct(tile: t, by: tracks.rows(tile: t, detections))
    }
  }
}
