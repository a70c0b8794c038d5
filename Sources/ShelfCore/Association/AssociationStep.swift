/// An association step: which pairs take part and at what cost.
struct AssociationStep {
  // Of the tracks no more than it needs: the whole table is many addresses, and a step is made three times a frame.
  let match: Column<Int16>
  let votes: Column<ClassVotes>
  let detections: DetectionTable
  let outcomes: RowOutcomes
  let fusion: Configuration.Fusion
  let classGate: Configuration.ClassGate
  let classPenalty: Float
  let limit: Float
  let number: UInt8

  @inline(__always)
  func cost(_ pair: Candidate, iou: Float) -> Float {
    let d = Int(pair.detection)
    var cost: Float
    switch fusion {
    case .none: cost = 1 - iou
    case .product: cost = 1 - iou * detections.score[d]
    case .inverse: cost = (1 - iou) * (1 - detections.score[d])
    }
    if classGate != .off, votes[Int(pair.track)].winner != detections.classID[d] {
      cost = classGate == .hard ? .infinity : cost + classPenalty
    }
    return cost
  }

  /// By cost, then by slot, then by the order of rows that is not the caller's.
  @inline(__always)
  func bestFirst(_ a: Candidate, _ b: Candidate) -> Bool {
    a.key >> 16 != b.key >> 16
      ? a.key < b.key : detections.precedes(Int(a.detection), Int(b.detection))
  }

  @inline(__always)
  func give(_ pair: Candidate) {
    match[Int(pair.track)] = Int16(truncatingIfNeeded: pair.detection)
    outcomes.track[Int(pair.detection)] = Int16(truncatingIfNeeded: pair.track)
    outcomes.stage[Int(pair.detection)] = number
  }

  @inline(__always)
  func areFree(_ pair: Candidate) -> Bool {
    match[Int(pair.track)] < 0 && outcomes.track[Int(pair.detection)] < 0
  }
}

/// Matches pairs of which neither the row nor the track has another one: most of them, and no matcher would do
/// anything else with them.
struct UncontestedPairs {
  /// How many pairs each row has, and behind them, how many each track.
  private let degrees: Column<UInt16>

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    degrees = arena.column(UInt16.self, Int(configuration.maxDetections &+ configuration.maxTracks))
  }

  /// Takes them from a range of pairs that the step admits; the rest goes to the front of the range.
  ///
  /// Returns where the rest lies.
  @_optimize(speed)
  func take(
    from pairs: Column<Candidate>, _ range: Range<Int>, _ step: AssociationStep, tracks n: Int,
    detections m: Int
  ) -> Range<Int> {
    for i in 0..<m &+ n { degrees[i] = 0 }
    for p in range {
      degrees[m &+ Int(pairs[p].track)] &+= 1
      degrees[Int(pairs[p].detection)] &+= 1
    }
    var contested = range.lowerBound
    for p in range {
      let pair = pairs[p]
      if degrees[m &+ Int(pair.track)] == 1, degrees[Int(pair.detection)] == 1 {
        step.give(pair)
      } else {
        pairs.swapAt(p, contested)
        contested &+= 1
      }
    }
    return range.lowerBound..<contested
  }
}
