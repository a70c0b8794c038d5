import CShelfCount

/// What was counted, one line each: frame,id,class,x,y,w,h,emitted.
///
/// The id is the item's, or the track's where things are counted by track.
struct EventWriter {
  let file: OutputFile
  /// What to add to the library's frame numbers, which start at 1.
  let frameOffset: Int

  func write(_ events: [shelf_event]) throws {
    for event in events where event.kind == SHELF_EVENT_COUNT {
      file.append(Int(event.frame) + frameOffset)
      file.comma()
      file.append(event.item_id != 0 ? event.item_id : event.track_id)
      file.comma()
      file.append(event.class_id)
      file.comma()
      file.appendCornerAndSize(event.box)
      file.append(Int(event.emitted_frame) + frameOffset)
      try file.endLine()
    }
  }
}
