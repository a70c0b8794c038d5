import CShelfCount

/// Boxes as CSV with a header line, as `replay` and `--detections` read them.
struct DetectionWriter {
  private let file: OutputFile
  private let firstFrame: Int

  init(file: OutputFile, firstFrame: Int) throws {
    self.file = file
    self.firstFrame = firstFrame
    file.append("frame,x1,y1,x2,y2,score,class")
    try file.endLine()
  }

  func write(_ rows: [shelf_detection], frame: Int) throws {
    for row in rows {
      file.append(frame + firstFrame)
      for value in [row.box.x1, row.box.y1, row.box.x2, row.box.y2] {
        file.comma()
        file.append(value, decimals: 2)
      }
      file.comma()
      file.append(row.score, decimals: 4)
      file.comma()
      file.append(row.class_id)
      try file.endLine()
    }
  }

  func close() throws { try file.close() }
}
