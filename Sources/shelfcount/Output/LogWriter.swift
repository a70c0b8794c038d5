import CShelfCount

/// The whole count log as CSV, every field of an entry.
struct LogWriter {
  private static let header = """
    frame,emitted_frame,time_us,track_id,item_id,x1,y1,x2,y2,kind,delta,direction,reason,gate,class,score,\
    evidence
    """

  private let file: OutputFile
  private let frameOffset: Int

  /// Begins the log; `frameOffset` is added to the library's frame numbers, which start at 1.
  init(file: OutputFile, frameOffset: Int) throws {
    self.file = file
    self.frameOffset = frameOffset
    guard file.kept == 0 else { return }
    file.append(Self.header)
    try file.endLine()
  }

  func write(_ events: [shelf_event]) throws {
    for event in events {
      file.append(
        """
        \(Int(event.frame) + frameOffset),\(Int(event.emitted_frame) + frameOffset),\(event.time_us),\
        \(event.track_id),\(event.item_id),
        """)
      for value in [event.box.x1, event.box.y1, event.box.x2, event.box.y2] {
        file.append(value, decimals: 3)
        file.comma()
      }
      file.append(
        """
        \(Self.kind(event.kind)),\(event.delta),\(Self.direction(event.direction)),\
        \(Self.reason(event.reason)),\(event.gate),\(event.class_id),
        """)
      file.append(event.score, decimals: 4)
      file.comma()
      file.append(event.evidence, decimals: 3)
      try file.endLine()
    }
  }

  static func kind(_ kind: Int32) -> String {
    switch Int(kind) {
    case SHELF_EVENT_COUNT: "count"
    case SHELF_EVENT_PASSED: "passed"
    case SHELF_EVENT_SUPPRESSED: "suppressed"
    case SHELF_EVENT_DISMISS: "dismiss"
    case SHELF_EVENT_MERGE: "merge"
    default: "\(kind)"
    }
  }

  static func direction(_ direction: Int32) -> String {
    switch Int(direction) {
    case SHELF_FORWARD: "forward"
    case SHELF_BACKWARD: "backward"
    case SHELF_NO_DIRECTION: "none"
    default: "\(direction)"
    }
  }

  static func reason(_ reason: Int32) -> String {
    switch Int(reason) {
    case SHELF_REASON_DWELL: "dwell"
    case SHELF_REASON_CROSSING: "crossing"
    case SHELF_REASON_CALLER: "caller"
    default: "\(reason)"
    }
  }
}
