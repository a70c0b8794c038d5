/// The boxes of one frame before they are sorted and written.
struct Report {
  /// Lower scores are not reported.
  static let floor = 0.1
  /// Narrower boxes are not reported.
  private static let smallest = 2.0

  private let width: Double
  private let height: Double
  private var detections: [Detection] = []

  init(_ scenario: Scenario) {
    width = Double(scenario.width)
    height = Double(scenario.height)
  }

  /// Adds a box, clipped to the image, with its score in hundredths.
  mutating func add(_ box: Rect, score: Double, classID: Int, origin: Detection.Origin) {
    let seen = box.clipped(to: width, height).rounded
    let hundredths = min(99, Smooth.floor(score * 100 + 0.5))
    guard hundredths >= 10, seen.width >= Self.smallest, seen.height >= Self.smallest else { return }
    detections.append(
      Detection(
        x: Float(seen.x), y: Float(seen.y), width: Float(seen.width), height: Float(seen.height),
        score: Float(Double(hundredths) / 100), classID: classID, origin: origin))
  }

  /// Leaves out rows: `isKept` is asked for each.
  mutating func thin(_ isKept: () -> Bool) {
    detections.removeAll { _ in !isKept() }
  }

  /// The rows, best score first; equals keep their order.
  var sorted: [Detection] {
    detections.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }.map(\.element)
  }
}
