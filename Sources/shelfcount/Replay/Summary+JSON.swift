import CShelfCount

extension Summary {
  var json: JSONValue {
    let time = microseconds
    let size = [options.size?.width ?? 0, options.size?.height ?? 0]
    return .object([
      ("preset", .text(options.presetName)),
      ("by", .text(countByName)),
      ("size", .array(size.map { .integer(UInt64($0)) })),
      ("fps", .number(options.fps)),
      ("frames", .integer(statistics.frames)),
      ("rows", .integer(rows)),
      ("tracks", .integer(statistics.tracks_confirmed)),
      ("count", gates.first.map { .integer($0.counts.total) } ?? .null),
      ("gates", .array(gates.map(json))),
      ("dropped", json(dropped)),
      ("refused", json(refused)),
      (
        "time_us",
        .object([("median", .number(time.median)), ("p99", .number(time.p99)), ("max", .number(time.max))])
      ),
    ])
  }

  private func json(_ gate: Gate) -> JSONValue {
    let counts = gate.counts
    return .object([
      ("kind", .text(gate.shape.kind)),
      ("total", .integer(counts.total)),
      ("forward", .integer(counts.forward)),
      ("backward", .integer(counts.backward)),
      ("undirected", .integer(counts.undirected)),
      ("inside", .integer(UInt64(counts.inside))),
      ("passed", .integer(counts.passed)),
      ("low", .integer(counts.low)),
      ("high", .integer(counts.high)),
      ("classes", .object(gate.classes.map { ("\($0.id)", .integer($0.total)) })),
    ])
  }

  private func json(_ tallies: [Tally]) -> JSONValue {
    .object(tallies.map { ($0.name, .integer($0.number)) })
  }
}
