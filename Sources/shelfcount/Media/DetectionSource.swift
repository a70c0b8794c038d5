import CShelfCount
import ShelfMedia

/// Boxes of a file, with what is known of the network that found them.
struct Recording {
  let stream: DetectionStream
  let description: ModelDescription?
  /// Asked for with every label, and a walk through all rows to find.
  let largestClass: UInt32

  init(_ stream: DetectionStream, _ description: ModelDescription?) {
    self.stream = stream
    self.description = description
    largestClass = stream.largestClass
  }
}

/// Where the boxes of a frame come from.
enum DetectionSource {
  case network(Detector)
  case recording(Recording)

  /// Rows of a frame, by its index from 0, with scores of `minScore` or more.
  func rows(
    _ picture: Picture, frame: Int, minScore: Float, only classes: Set<UInt32>?
  ) throws -> [shelf_detection] {
    switch self {
    case .network(let detector):
      try detector.detect(picture, minScore: minScore, only: classes.map { $0.sorted() } ?? [])
    case .recording(let recording):
      recording.stream.rows(ofFrame: frame).filter { $0.score >= minScore }
    }
  }

  /// Of the network; of the one that made a recording, where it is known.
  private var description: ModelDescription? {
    switch self {
    case .network(let detector): detector.description
    case .recording(let recording): recording.description
    }
  }

  /// Empty where the class has no name and there is but one.
  func name(of classID: UInt32) -> String {
    if let classes = description?.classes, Int(classID) < classes.count { return classes[Int(classID)] }
    return largestClass == 0 ? "" : "class \(classID)"
  }

  /// The model's own thresholds.
  var confidence: Double? { description?.confidence }
  var low: Double? { description?.low }

  var largestClass: UInt32 {
    switch self {
    case .network(let detector): UInt32(detector.description.classes.count - 1)
    case .recording(let recording): recording.largestClass
    }
  }

  var largestFrame: Int {
    switch self {
    case .network: 300
    case .recording(let recording): recording.stream.largestFrame
    }
  }

  /// The number that files give to the first frame.
  var firstFrame: Int {
    if case .recording(let recording) = self { recording.stream.firstFrame } else { 0 }
  }
}
