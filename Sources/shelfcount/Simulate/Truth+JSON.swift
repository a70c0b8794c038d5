import ShelfSim

extension Truth {
  /// The fields of the counting streams, and how the stream was made.
  var json: JSONValue {
    .object(
      [
        ("family", .text(scenario.name)), ("seed", .integer(seed)), ("width", .count(scenario.width)),
        ("height", .count(scenario.height)), ("fps", .number(scenario.fps)), ("frames", .count(frames)),
        ("path", .text(scenario.path.kind.rawValue)), ("items_on_shelf", .count(itemsOnShelf)),
        ("band", .array([.number(0.45), .number(0.55)])), ("dwell", .integer(2)), ("count", .count(count)),
        ("count_entered_at_all", .count(enteredAtAll)),
        ("per_class", .object(perClass.map { ("\($0.classID)", .count($0.count)) })),
        ("item_ids", .array(items.map { .count($0.id) })), ("entered_but_too_short", .array([])),
        ("items", .object(items.map { ("\($0.id)", $0.json) })),
        ("dropped_frames", .array(droppedFrames.map(JSONValue.count))),
        ("blind_gaps", .array(blindGaps.map { .array([.count($0.lowerBound), .count($0.upperBound)]) })),
      ] + (scenario.shelf.kind == .shelf ? [] : crossingFields) + [
        ("attempt", .count(attempt)), ("removed", .count(removed)),
        ("options", .object(SimulateOptions.knobs.map { ($0.name, $0.json(scenario)) })),
      ])
  }

  /// What passed the middle line before a standing camera.
  private var crossingFields: [(key: String, value: JSONValue)] {
    let left = crossings.count { $0.isLeftwards }
    return [
      ("axis", .text("x")), ("line", .number(0.5)), ("count_left", .count(left)),
      ("count_right", .count(crossings.count - left)),
      ("crossings", .array(crossings.map(\.json))),
    ]
  }
}

extension Truth.CountedItem {
  fileprivate var json: JSONValue {
    .object([
      ("cls", .count(classID)), ("first", .count(first)), ("counted_at", .count(countedAt)),
      ("last", .count(last)), ("frames_in_band", .count(framesInBand)),
    ])
  }
}

extension Truth.Crossing {
  fileprivate var json: JSONValue {
    .object([
      ("frame", .count(frame)), ("direction", .text(isLeftwards ? "left" : "right")), ("id", .count(item)),
    ])
  }
}

extension JSONValue {
  fileprivate static func count(_ value: Int) -> JSONValue { .integer(UInt64(value)) }
}
