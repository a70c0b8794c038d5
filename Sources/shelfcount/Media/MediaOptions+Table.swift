import CShelfCount
import ShelfMedia

extension MediaOptions {
  typealias Option = CommandOption<MediaOptions>
  typealias Group = OptionGroup<MediaOptions>

  enum Kind: String {
    case photo
    case video
    case camera
  }

  static func table(_ kind: Kind) -> OptionTable<MediaOptions> {
    let shared = [
      ReplayOptions.output, ReplayOptions.counting, ReplayOptions.tracking, ReplayOptions.capacity,
    ].map { $0.part(\MediaOptions.replay) }
    return OptionTable(
      command: kind.rawValue,
      groups: [detection, picture(kind)] + (kind == .photo ? [] : [source(kind)]) + shared)
  }

  private static var detection: Group {
    Group(
      title: "Detection",
      options: [
        Option("model", "FILE.onnx", "the network; FILE.json beside it describes it") {
          $0.modelPath = try $1.path()
        },
        Option("description", "FILE.json", "its description, or the class names of --detections") {
          $0.descriptionPath = try $1.path()
        },
        Option(
          "detections", "FILE", "recorded boxes, as replay reads them, where there is no network"
        ) {
          $0.detectionsPath = try $1.path()
        },
        Option("conf", "S", "scores from here may start a track (the model's own; else 0.6)") {
          $0.confidence = try $1.number(in: 0...1)
        },
        Option("classes", "LIST", "class ids to keep, as 39,41 (all)") {
          let range = 0...DetectionReader.largestClass
          let list = try $1.integers(in: range, "a list of class ids as 39,41 (0 to 65535)")
          $0.replay.classes = Set(list.map { UInt32($0) })
        },
        Option("record", "OUT", "write the boxes as CSV, for --detections and replay") {
          $0.recordPath = try $1.path()
        },
        Option("onnxruntime", "FILE", "the runtime's library (looked for in the usual places)") {
          $0.runtimePath = try $1.path()
        },
        Option("threads", "N", "of the network; 0: the runtime decides (processors less one)") {
          $0.threads = try $1.integer(in: 0...256)
        },
      ])
  }

  private static func picture(_ kind: Kind) -> Group {
    let live = [
      Option("trail", "S", "length of the trails in seconds (2)") {
        $0.trailSeconds = try $1.number(in: 0...60)
      },
      Option("encoder", "NAME", "video encoder of ffmpeg, as h264_v4l2m2m (libx264)") {
        $0.encoder = $1.text
      },
    ]
    let preview =
      kind == .camera
      ? [
        Option("preview", "show a window, or fail (where there is a screen)") { $0.wantsPreview = true },
        Option("no-preview", "show none") { $0.wantsPreview = false },
      ] : [Option("preview", "show a window") { $0.wantsPreview = true }]
    return Group(
      title: "Picture",
      options: [
        Option("out", "FILE", kind == .photo ? "write the picture, as .png" : "write the video, as .mp4") {
          $0.outPath = try $1.path()
        },
        Option("raw", "draw what the detector says; nothing is tracked or counted") { $0.isRaw = true },
      ] + (kind == .photo ? [] : live + preview))
  }

  private static func source(_ kind: Kind) -> Group {
    let common = [
      Option("size", "WxH", "of a camera's pictures, or of bare frames") {
        let sides = try $1.pair(separator: "x", in: 1...Limits.side, "a size as 640x480")
        $0.size = (sides.0, sides.1)
      },
      Option("fps", "F", kind == .camera ? "frames per second (30)" : "frames per second (as the file says)")
      {
        $0.fps = try $1.number(in: 0.01...1000)
      },
      Option("pixels", "FORMAT", "the input is bare frames, as yuv420p; needs --size") {
        $0.pixels = $1.text
      },
      Option("input-options", "TEXT", "options for ffmpeg before its -i, as '-f lavfi'") {
        $0.inputOptions = $1.text.split(separator: " ").map(String.init)
      },
      Option("frames", "N", "stop after so many frames") {
        $0.replay.frames = try $1.integer(in: 1...DetectionReader.largestFrameNumber)
      },
    ]
    let live = [
      Option("seconds", "S", "stop after so long") { $0.seconds = try $1.number(in: 0.01...1e9) },
      Option("reconnect", "S", "wait so long for a camera that is gone; 0: end (60)") {
        $0.patience = try $1.integer(in: 0...1_000_000)
      },
    ]
    return Group(title: "Source", options: kind == .camera ? common + live : common)
  }
}
