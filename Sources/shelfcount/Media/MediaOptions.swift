import CShelfCount
import Glibc
import ShelfMedia

/// What the user asked of `shelfcount photo`, `video` or `camera`.
struct MediaOptions {
  /// What these commands share with `replay`.
  var replay = ReplayOptions()

  var modelPath: String?
  var descriptionPath: String?
  var runtimePath: String?
  /// Nil: one less than there are processors, which leaves one to ffmpeg and the tracker.
  var threads: Int?
  var detectionsPath: String?
  var confidence: Double?

  var outPath: String?
  var encoder: String?
  var recordPath: String?
  var isRaw = false
  var trailSeconds = 2.0
  /// Nil: where the command shows one by itself, if there is a screen.
  var wantsPreview: Bool?

  var size: (width: Int, height: Int)?
  var fps: Double?
  var pixels: String?
  var inputOptions: [String] = []
  var patience = 60
  var seconds: Double?

  func input() throws -> MediaInput {
    var input = MediaInput(replay.input)
    input.fps = fps
    input.size = size
    input.options = inputOptions
    if let pixels {
      guard let size else { throw Failure.usage("--pixels: bare frames need --size WxH too") }
      input.raw = (pixels, size.width, size.height)
    }
    return input
  }

  /// The network or the recording that was asked for.
  func detections() throws -> DetectionSource {
    switch (modelPath, detectionsPath) {
    case (nil, nil):
      throw Failure.usage(
        "no detector: name one with --model FILE.onnx, or recorded boxes with --detections FILE")
    case (.some(let model), .some(let path)):
      do {
        return .network(try network(model))
      } catch is RuntimeLocator.Missing {
        Diagnostics.warn("ONNX Runtime is not installed; the recorded boxes of \(path) stand in for \(model)")
        return try recording(path)
      }
    case (.some(let model), nil):
      return .network(try network(model))
    case (nil, .some(let path)):
      return try recording(path)
    }
  }

  private func recording(_ path: String) throws -> DetectionSource {
    let stream = try DetectionReader.read(InputFile(path), classes: replay.classes)
    let description = descriptionPath ?? modelPath.map(ModelDescription.path(of:))
    return .recording(Recording(stream, try description.map { try ModelDescription(contentsOf: $0) }))
  }

  private func network(_ model: String) throws -> Detector {
    let description = try ModelDescription(contentsOf: descriptionPath ?? ModelDescription.path(of: model))
    if let classes = replay.classes, let unknown = classes.first(where: { $0 >= description.classes.count }) {
      throw Failure.usage(
        "--classes: \(description.name) has classes 0 to \(description.classes.count - 1), not \(unknown)")
    }
    let library = try RuntimeLocator.find(asked: runtimePath)
    return try Detector(
      model: model, description, library: library,
      threads: threads ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
  }

  /// The configuration for pictures of that size.
  func configuration(
    width: Int, height: Int, fps: Double, _ source: DetectionSource
  ) throws -> shelf_config {
    let config = try replay.configuration(width: width, height: height) { config in
      config.fps = Float(fps)
      config.trail_length = UInt32(min(1024, max(0, (trailSeconds * fps).rounded(.up))))
      if let confidence = confidence ?? source.confidence {
        config.new_score = Float(confidence)
        config.high_score = min(config.high_score, config.new_score)
        config.low_score = min(config.low_score, config.high_score)
      }
      if let low = source.low { config.low_score = min(Float(low), config.high_score) }
    }
    return replay.fit(config, largestClass: source.largestClass, largestFrame: source.largestFrame)
  }
}
