import CShelfCount

/// The inventory of the shelf as CSV.
struct ItemWriter {
  private static let header = """
    item_id,class,state,px,py,pw,ph,score,evidence,hits,expected,in_band,frame,x1,y1,x2,y2
    """

  private let file: OutputFile
  private let frameOffset: Int

  /// Begins the list; `frameOffset` is added to the library's frame numbers, which start at 1.
  init(file: OutputFile, frameOffset: Int) throws {
    self.file = file
    self.frameOffset = frameOffset
    guard file.kept == 0 else { return }
    file.append(Self.header)
    try file.endLine()
  }

  func write(_ items: [shelf_item]) throws {
    for item in items.sorted(by: { $0.id < $1.id }) {
      file.append("\(item.id),\(item.class_id),\(Self.state(item.state)),")
      let place = item.place
      for value in [
        (place.x1 + place.x2) / 2, (place.y1 + place.y2) / 2, place.x2 - place.x1, place.y2 - place.y1,
      ] {
        file.append(value, decimals: 2)
        file.comma()
      }
      file.append(item.score, decimals: 4)
      file.comma()
      file.append(item.evidence, decimals: 2)
      file.append(",\(item.hits),\(item.expected),\(item.in_band),\(Int(item.last_frame) + frameOffset)")
      for value in [item.box.x1, item.box.y1, item.box.x2, item.box.y2] {
        file.comma()
        file.append(value, decimals: 2)
      }
      try file.endLine()
    }
  }

  private static func state(_ state: Int32) -> String {
    switch Int(state) {
    case SHELF_ITEM_OPEN: "open"
    case SHELF_ITEM_CERTAIN: "item"
    case SHELF_ITEM_DISMISSED: "dismissed"
    case SHELF_ITEM_MERGED: "merged"
    default: "\(state)"
    }
  }
}
