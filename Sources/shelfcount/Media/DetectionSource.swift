import CShelfCount
import ShelfMedia

/// Where the boxes of a frame come from.
enum DetectionSource {
  case network(Detector)
  case recording(DetectionStream, names: [String])

  /// Rows of a frame, by its index from 0, with scores of `minScore` or more.
  func rows(
    _ picture: Picture, frame: Int, minScore: Float, only classes: Set<UInt32>?
  ) throws -> [shelf_detection] {
    switch self {
    case .network(let detector):
      try detector.detect(picture, minScore: minScore, only: classes.map { $0.sorted() } ?? [])
    case .recording(let stream, _):
      stream.rows(ofFrame: frame).filter { $0.score >= minScore }
    }
  }

  /// Empty where the class has no name, and where all are of one class without a name.
  func name(of classID: UInt32) -> String {
    switch self {
    case .network(let detector):
      Int(classID) < detector.description.classes.count ? detector.description.classes[Int(classID)] : ""
    case .recording(let stream, let names):
      if Int(classID) < names.count {
        names[Int(classID)]
      } else {
        stream.largestClass == 0 ? "" : "class \(classID)"
      }
    }
  }

  /// The model's own thresholds.
  var confidence: Double? {
    if case .network(let detector) = self { detector.description.confidence } else { nil }
  }

  var low: Double? {
    if case .network(let detector) = self { detector.description.low } else { nil }
  }

  var largestClass: UInt32 {
    switch self {
    case .network(let detector): UInt32(detector.description.classes.count - 1)
    case .recording(let stream, _): stream.largestClass
    }
  }

  var largestFrame: Int {
    switch self {
    case .network: 300
    case .recording(let stream, _): stream.largestFrame
    }
  }

  /// The number that files give to the first frame.
  var firstFrame: Int {
    if case .recording(let stream, _) = self { stream.firstFrame } else { 0 }
  }
}
