import CShelfCount

/// Reads recorded detections, MOT text or CSV.
///
/// The first line tells which: a header line means CSV.
struct DetectionReader {
  static let largestFrameNumber = 100_000_000
  static let largestClass = 65535
  /// About 1.5 GB: more is no recording but an attempt to fill the memory.
  static let mostRows = 50_000_000

  private let lines: LineReader
  /// Classes to keep; null: all.
  private let classes: Set<UInt32>?
  private var layout: RowLayout?
  private var fields = Fields()
  private var frameNumbers: [UInt32] = []
  private var detections: [shelf_detection] = []
  private var rowsOfOtherClasses = 0
  private var isSorted = true

  static func read(_ file: InputFile, classes: Set<UInt32>? = nil) throws -> DetectionStream {
    var reader = DetectionReader(file, classes: classes)
    return try reader.readAll()
  }

  private init(_ file: InputFile, classes: Set<UInt32>?) {
    lines = LineReader(file)
    self.classes = classes
  }

  private mutating func readAll() throws -> DetectionStream {
    while var line = try lines.next() {
      if lines.lineNumber == 1 { line = Self.withoutByteOrderMark(line) }
      fields.split(line)
      if fields[0].first == UInt8(ascii: "#") || (fields.count == 1 && fields[0].isEmpty) { continue }
      if let layout {
        try readRow(layout)
      } else if Self.isHeader(fields) {
        layout = try headerLayout()
      } else {
        layout = .mot
        try readRow(.mot)
      }
    }
    return DetectionStream(
      firstFrame: (layout ?? .mot).firstFrame, frameNumbers: frameNumbers, detections: detections,
      rowsOfOtherClasses: rowsOfOtherClasses, isSorted: isSorted)
  }

  private static func withoutByteOrderMark(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? UnsafeBufferPointer(rebasing: line.dropFirst(3)) : line
  }

  /// A header line begins with a name (pandas leaves the first one empty); data begins with a number.
  private static func isHeader(_ fields: Fields) -> Bool {
    guard let first = fields.fields.first(where: { !$0.isEmpty }) else { return false }
    return first.number == nil
  }

  private func headerLayout() throws -> RowLayout {
    do {
      return try RowLayout.csv(header: fields)
    } catch {
      throw lines.failure(error.message)
    }
  }

  private mutating func readRow(_ layout: RowLayout) throws {
    guard layout.columns.contains(fields.count) else {
      let few = layout.columns.lowerBound
      let many = layout.columns.upperBound
      throw lines.failure("\(fields.count) columns, expected \(few == many ? "\(few)" : "\(few) to \(many)")")
    }
    let frame = try frameNumber(layout)
    let box = try box(layout)
    let score = try number(layout.score, layout)
    let classID = try classID(layout)
    if !layout.isCorners { try checkRest(layout) }

    if let classes, !classes.contains(classID) {
      rowsOfOtherClasses += 1
      return
    }
    guard detections.count < Self.mostRows else {
      throw lines.failure("more than \(Self.mostRows) rows")
    }
    if let last = frameNumbers.last, frame < last { isSorted = false }
    frameNumbers.append(frame)
    detections.append(shelf_detection(box: box, score: Float(score), class_id: classID))
  }

  private func number(_ column: Int, _ layout: RowLayout) throws -> Double {
    guard let value = fields[column].number else {
      throw failure(column, layout, "is not a number")
    }
    return value
  }

  private func frameNumber(_ layout: RowLayout) throws -> UInt32 {
    let value = try number(layout.frame, layout)
    guard value >= Double(layout.firstFrame), let frame = UInt32(exactly: value),
      frame <= Self.largestFrameNumber
    else {
      let range = "\(layout.firstFrame) to \(Self.largestFrameNumber)"
      throw failure(layout.frame, layout, "is not a frame number (whole, \(range))")
    }
    return frame
  }

  /// Sums in double precision, so that a corner is rounded once only.
  private func box(_ layout: RowLayout) throws -> shelf_box {
    let left = try number(layout.box.0, layout)
    let top = try number(layout.box.1, layout)
    let third = try number(layout.box.2, layout)
    let fourth = try number(layout.box.3, layout)
    let right = layout.isCorners ? third : left + third
    let bottom = layout.isCorners ? fourth : top + fourth
    return shelf_box(x1: Float(left), y1: Float(top), x2: Float(right), y2: Float(bottom))
  }

  /// A class that is absent, empty or -1 is class 0.
  private func classID(_ layout: RowLayout) throws -> UInt32 {
    guard let column = layout.classID, column < fields.count, !fields[column].isEmpty else { return 0 }
    let value = try number(column, layout)
    if value == -1 { return 0 }
    guard let classID = UInt32(exactly: value), classID <= Self.largestClass else {
      throw failure(column, layout, "is not a class (whole, -1 to \(Self.largestClass))")
    }
    return classID
  }

  /// MOT text is numbers only; a word in a column nobody reads still means a damaged file.
  private func checkRest(_ layout: RowLayout) throws {
    _ = try number(1, layout)
    for column in 8..<max(8, fields.count) where !fields[column].isEmpty {
      _ = try number(column, layout)
    }
  }

  private func failure(_ column: Int, _ layout: RowLayout, _ message: String) -> Failure {
    let name = layout.names[column].isEmpty ? "" : " (\(layout.names[column]))"
    return lines.failure("column \(column + 1)\(name): \(fields[column].quoted) \(message)")
  }
}
