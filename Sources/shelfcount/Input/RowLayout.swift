/// Where in a row the parts of a detection stand.
struct RowLayout {
  /// MOT text: frame,id,x,y,w,h,score[,class[,...]], frames from 1.
  static let mot = RowLayout(
    names: ["frame", "id", "x", "y", "w", "h", "score", "class", "", ""], columns: 7...10, firstFrame: 1,
    isCorners: false, frame: 0, box: (2, 3, 4, 5), score: 6, classID: 7)

  let names: [String]
  let columns: ClosedRange<Int>
  /// The number of the first frame: 0 or 1.
  let firstFrame: Int
  /// The box is two corners rather than corner and size.
  let isCorners: Bool
  let frame: Int
  let box: (Int, Int, Int, Int)
  let score: Int
  let classID: Int?

  /// The recorded CSV: columns by the names in its header line, in any order, frames from 0.
  static func csv(header: Fields) throws(HeaderError) -> RowLayout {
    let names = header.fields.map { $0.text.lowercased() }
    func find(_ name: String) throws(HeaderError) -> Int? {
      let first = names.firstIndex(of: name)
      guard first == names.lastIndex(of: name) else {
        throw HeaderError(message: "the header line has two columns '\(name)'")
      }
      return first
    }
    func require(_ name: String) throws(HeaderError) -> Int {
      guard let index = try find(name) else {
        let wanted = "frame, x1, y1, x2, y2, score and class"
        throw HeaderError(message: "the header line has no column '\(name)' (wanted: \(wanted))")
      }
      return index
    }
    return try RowLayout(
      names: names, columns: names.count...names.count, firstFrame: 0, isCorners: true,
      frame: require("frame"), box: (require("x1"), require("y1"), require("x2"), require("y2")),
      score: require("score"), classID: find("class"))
  }

  struct HeaderError: Error {
    let message: String
  }
}
