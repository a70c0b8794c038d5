/// Two-stage association and the life of tracks (ByteTrack: Zhang et al., ECCV 2022; the differences are
/// settings, see `Configuration`).
struct Tracker {
  let tracks: TrackTable
  let detections: DetectionTable
  let arrangement: RowArrangement
  let graph: CandidateGraph
  let outcomes: RowOutcomes
  /// Rows that start a track.
  let newborn: Column<UInt16>
  /// Where the tracks are seen in this frame: lives from `correct` on.
  let sightings: Sightings
  private let uncontested: UncontestedPairs
  private let greedy: GreedyMatcher
  private let optimal: OptimalMatcher

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    detections = DetectionTable(&arena, configuration)
    tracks = TrackTable(&arena, configuration)
    // What is never alive at once begins at the same place: what lives until the rows are thinned out, the
    // candidates, and what lives once they have done their work.
    var before = arena
    arrangement = RowArrangement(&before, configuration)
    var after = arena
    newborn = after.column(UInt16.self, Int(configuration.maxDetections))
    var search = arena
    graph = CandidateGraph(&search, configuration)
    // The pairs that were found outlive the search; where it had the rest, matching goes on.
    graph.keepPairs(in: &arena)
    outcomes = RowOutcomes(&arena, configuration)
    var matched = arena
    sightings = Sightings(&matched, capacity: Int(configuration.maxTracks))
    uncontested = UncontestedPairs(&arena, configuration)
    greedy = GreedyMatcher(&arena)
    optimal = OptimalMatcher(&arena, configuration)
    arena.cover(before)
    arena.cover(after)
    arena.cover(search)
    arena.cover(matched)
  }

  func reset() {
    detections.reset()
    for slot in 0..<Tiles.count(of: tracks.capacity) &* Tiles.width { tracks.kalman.pad(slot) }
    tracks.forgetMatches(count: tracks.capacity)
    tracks.trail.reset()
  }

  // MARK: Predict

  /// Moves all tracks, whatever their state, to this frame.
  mutating func predict(dt: Float, _ state: inout ScannerState) {
    let calls = tracks.kalman.predict(count: state.trackCount, dt: dt)
    state.stats.blasCalls = UInt64(calls)
  }

  // MARK: Associate

  /// Gives rows to tracks in up to three steps.
  ///
  /// Returns what `removeDuplicates` asks for.
  @_optimize(speed)
  mutating func associate(rows: Int, _ state: inout ScannerState) -> Pairs {
    Stage.candidates.begin()
    let n = state.trackCount
    tracks.forgetMatches(count: n)
    let found = graph.build(
      tracks.kalman, count: n, detections: detections, count: rows, high: state.configuration.highScore,
      least: leastIoU(state), frame: state.configuration.frame)
    outcomes.begin(count: rows)
    state.stats.candidatesDropped &+= UInt64(found.dropped)
    guard found.count > 0 else { return Pairs(count: 0, sole: 0..<0) }

    Stage.match.begin()
    let tracked = TrackState.tracked.rawValue
    let lost = TrackState.lost.rawValue
    let tentative = TrackState.tentative.rawValue
    let tentativeFirst = state.configuration.tentativeFirst
    let first = tracked | lost | (tentativeFirst ? tentative : 0)
    var second: UInt8 = 0
    if state.configuration.partners & Configuration.partnerTracked != 0 { second |= tracked }
    if state.configuration.partners & Configuration.partnerLost != 0 { second |= lost }

    let firstCost = state.configuration.firstCost
    let thirdCost = state.configuration.thirdCost
    let fusion = state.configuration.fusion
    let high = 0..<found.high
    let matching = Matching(tracks: n, rows: rows, state.configuration)
    let (sole, behind) = run(1, firstCost, fusion, on: first, high, matching)
    runLater(2, state.configuration.secondCost, .none, on: second, found.high..<found.count, matching)
    if !tentativeFirst {
      if !behind.isEmpty { runLater(3, thirdCost, fusion, on: tentative, behind, matching) }
    } else if thirdCost > firstCost {
      runLater(3, thirdCost, fusion, on: tentative, high, matching, isAdmitted: true)
      return Pairs(count: found.count, sole: 0..<0)
    }
    return Pairs(count: found.count, sole: sole)
  }

  /// The candidate pairs as association leaves them.
  struct Pairs {
    let count: Int
    /// Those of which the first step found neither the row nor the track contested: they are matched.
    let sole: Range<Int>
  }

  /// What all steps have in common.
  private struct Matching {
    let tracks: Int
    let rows: Int
    let matcher: Configuration.Matcher
    let classGate: Configuration.ClassGate
    let classPenalty: Float

    @inline(__always)
    init(tracks: Int, rows: Int, _ configuration: Configuration) {
      self.tracks = tracks
      self.rows = rows
      matcher = configuration.matcher
      classGate = configuration.classGate
      classPenalty = configuration.classPenalty
    }
  }

  /// The IoU below which no step can accept a pair.
  ///
  /// Boxes that do not overlap never match.
  @inline(__always)
  private func leastIoU(_ state: ScannerState) -> Float {
    let c = state.configuration
    let cost = c.fusion == .inverse ? 1 : max(c.firstCost, max(c.secondCost, c.thirdCost))
    return max(1e-6, 1 - cost - 1e-6)
  }

  /// Brings the pairs of a range that a step admits to its front and has them matched.
  ///
  /// Returns those that were uncontested and, behind them, those not admitted. Where an earlier step may have
  /// admitted pairs (`isAdmitted`), these have lost their IoU.
  @inline(__always)
  private mutating func run(
    _ number: UInt8, _ limit: Float, _ fusion: Configuration.Fusion, on states: UInt8, _ range: Range<Int>,
    _ matching: Matching, isAdmitted: Bool = false
  ) -> (sole: Range<Int>, others: Range<Int>) {
    let none = range.lowerBound..<range.lowerBound
    guard !range.isEmpty else { return (none, range) }
    let pairs = graph.pairs
    let state = tracks.state
    let step = AssociationStep(
      match: tracks.match, votes: tracks.votes, detections: detections, outcomes: outcomes, fusion: fusion,
      classGate: matching.classGate, classPenalty: matching.classPenalty, limit: limit, number: number)
    var end = range.lowerBound
    for p in range {
      var pair = pairs[p]
      // Before the first step all are free.
      guard state[Int(pair.track)] & states != 0, number == 1 || step.areFree(pair) else { continue }
      let iou =
        isAdmitted ? detections.box(Int(pair.detection)).iou(tracks.box(Int(pair.track))) : pair.value
      let cost = step.cost(pair, iou: iou)
      guard cost <= limit else { continue }
      if p != end { pairs[p] = pairs[end] }
      // Not below 0 where an IoU was rounded up.
      pair.value = max(0, cost)
      pairs[end] = pair
      end &+= 1
    }
    let others = end..<range.upperBound
    guard end > range.lowerBound else { return (none, others) }
    let admitted = range.lowerBound..<end
    if matching.matcher == .seed {
      greedy.matchInInputOrder(pairs, admitted, step)
      return (none, others)
    }
    guard end &- range.lowerBound > 1 else {
      step.give(pairs[range.lowerBound])
      return (admitted, others)
    }
    let rest = uncontested.take(
      from: pairs, admitted, step, tracks: matching.tracks, detections: matching.rows)
    if matching.matcher == .optimal {
      optimal.match(pairs, rest, step)
    } else {
      greedy.match(pairs, rest, step)
    }
    return (rest.upperBound..<end, others)
  }

  /// The same for the steps that few pairs are left for.
  @_optimize(speed) @inline(never)
  private mutating func runLater(
    _ number: UInt8, _ limit: Float, _ fusion: Configuration.Fusion, on states: UInt8, _ range: Range<Int>,
    _ matching: Matching, isAdmitted: Bool = false
  ) {
    _ = run(number, limit, fusion, on: states, range, matching, isAdmitted: isAdmitted)
  }

  // MARK: Correct

  /// Kalman update of all matched tracks at once.
  mutating func correct(count: Int) {
    for t in 0..<Tiles.count(of: count) {
      let rows = tracks.rows(tile: t, detections)
      let measurement = KalmanState.Measurement(rows)
      sightings.note(tile: t, measurement.cx, measurement.cy, rows.y2)
      tracks.kalman.correct(tile: t, by: measurement)
    }
  }
}
