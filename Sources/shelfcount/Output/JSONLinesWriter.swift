import CShelfCount

/// The count log as JSON, one object a line.
struct JSONLinesWriter {
  let file: OutputFile
  /// What to add to the library's frame numbers, which start at 1.
  let frameOffset: Int
  /// Only what was counted.
  let isCountsOnly: Bool

  func write(_ events: [shelf_event]) throws {
    for event in events where !isCountsOnly || event.kind == SHELF_EVENT_COUNT {
      file.append(line(event).line)
      try file.endLine()
    }
  }

  private func line(_ e: shelf_event) -> JSONValue {
    func number(_ value: Float) -> JSONValue { .number((Double(value) * 1000).rounded() / 1000) }
    return .object([
      ("frame", .integer(UInt64(Int(e.frame) + frameOffset))),
      ("emitted", .integer(UInt64(Int(e.emitted_frame) + frameOffset))),
      ("time_us", .integer(e.time_us)),
      ("kind", .text(LogWriter.kind(e.kind))),
      ("delta", .number(Double(e.delta))),
      ("gate", .integer(UInt64(e.gate))),
      ("direction", .text(LogWriter.direction(e.direction))),
      ("reason", .text(LogWriter.reason(e.reason))),
      ("item", e.item_id == 0 ? .null : .integer(e.item_id)),
      ("track", e.track_id == 0 ? .null : .integer(e.track_id)),
      ("class", .integer(UInt64(e.class_id))),
      ("score", number(e.score)),
      ("box", .array([number(e.box.x1), number(e.box.y1), number(e.box.x2), number(e.box.y2)])),
    ])
  }
}
