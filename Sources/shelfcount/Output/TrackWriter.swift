import CShelfCount

/// Confirmed tracks observed in a frame, as MOT result text: frame,id,x,y,w,h,score,-1,-1,-1.
struct TrackWriter {
  let file: OutputFile

  func write(_ tracks: [shelf_track], frame: Int) throws {
    for track in tracks.sorted(by: { $0.id < $1.id }) {
      file.append(frame)
      file.comma()
      file.append(track.id)
      file.comma()
      file.appendCornerAndSize(track.box)
      file.append(track.score, decimals: 4)
      file.append(",-1,-1,-1")
      try file.endLine()
    }
  }
}

extension OutputFile {
  /// x,y,w,h and a comma behind.
  func appendCornerAndSize(_ box: shelf_box) {
    for value in [box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1] {
      append(value, decimals: 3)
      comma()
    }
  }
}
