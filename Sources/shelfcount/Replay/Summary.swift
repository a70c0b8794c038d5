import CShelfCount

/// What came out of a replay.
struct Summary {
  struct Gate {
    let shape: GateOptions.Shape
    let counts: shelf_counts
    /// Classes that counted, with their totals.
    let classes: [(id: UInt32, total: UInt64)]
  }

  typealias Tally = (name: String, number: UInt64)

  let options: ReplayOptions
  let isByItem: Bool
  let countByName: String
  let gates: [Gate]
  let statistics: shelf_stats
  let times: UpdateTimes
  private let rowsOfOtherClasses: UInt64
  private let rowsBeyondEnd: UInt64

  /// What is known of the rows besides the statistics.
  struct Rows {
    var classes: [UInt32] = []
    var ofOtherClasses = 0
    var beyondEnd = 0
  }

  init(
    _ scanner: borrowing Scanner, _ configuration: shelf_config, options: ReplayOptions,
    rows: Rows, times: UpdateTimes
  ) throws {
    self.options = options
    countByName = ReplayOptions.countByName(configuration)
    isByItem = configuration.count_by == Int32(SHELF_BY_ITEM)
    self.times = times
    statistics = try scanner.statistics()
    rowsOfOtherClasses = UInt64(rows.ofOtherClasses)
    rowsBeyondEnd = UInt64(rows.beyondEnd)
    var gates: [Gate] = []
    for (index, shape) in options.gates.shapes.enumerated() {
      var totals: [(id: UInt32, total: UInt64)] = []
      for id in rows.classes {
        let total = try scanner.counts(gate: UInt32(index), of: id).total
        if total > 0 { totals.append((id, total)) }
      }
      gates.append(Gate(shape: shape, counts: try scanner.counts(gate: UInt32(index)), classes: totals))
    }
    self.gates = gates
  }

  /// Rows of the file, used or not.
  var rows: UInt64 { statistics.rows + rowsOfOtherClasses + rowsBeyondEnd }

  /// Rows that did not reach the tracker, by reason.
  var dropped: [Tally] {
    [
      ("not_finite", statistics.rows_not_finite),
      ("inverted", statistics.rows_inverted),
      ("empty", statistics.rows_empty),
      ("too_far", statistics.rows_too_far),
      ("bad_score", statistics.rows_bad_score),
      ("bad_class", statistics.rows_bad_class),
      ("overflow", statistics.rows_overflow),
      ("suppressed", statistics.rows_suppressed),
      ("other_class", rowsOfOtherClasses),
      ("beyond_end", rowsBeyondEnd),
    ]
  }

  /// What did not fit into the tables.
  var refused: [Tally] {
    [
      ("tracks", statistics.tracks_refused),
      ("candidates", statistics.candidates_dropped),
      ("events", statistics.events_dropped),
      ("items", statistics.items_refused),
      ("items_folded", statistics.items_folded),
    ]
  }

  /// Median, 99th percentile and maximum of the time for one update, in microseconds.
  var microseconds: (median: Double, p99: Double, max: Double) {
    (
      Double(times.quantile(0.5)) / 1000, Double(times.quantile(0.99)) / 1000, Double(times.largest) / 1000
    )
  }
}

extension Summary.Rows {
  init(_ stream: DetectionStream) {
    self.init(
      classes: Set(stream.detections.lazy.map(\.class_id)).sorted(),
      ofOtherClasses: stream.rowsOfOtherClasses, beyondEnd: stream.rowsBeyondEnd)
  }
}
