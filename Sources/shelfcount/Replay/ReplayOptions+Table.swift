import CShelfCount

extension ReplayOptions {
  typealias Option = CommandOption<ReplayOptions>
  typealias Group = OptionGroup<ReplayOptions>

  static var table: OptionTable<ReplayOptions> {
    OptionTable(command: "replay", groups: [stream, output, resuming, counting, tracking, capacity])
  }

  static var stream: Group {
    Group(
      title: "Stream",
      options: [
        Option("size", "WxH", "size of a frame in pixels (required: no file tells)") {
          let sides = try $1.pair(separator: "x", in: 1...Limits.side, "a size as 640x480")
          $0.size = (sides.0, sides.1)
        },
        Option("fps", "F", "frames per second (30)") {
          $0.fps = try $1.number(in: 0.01...1000)
        },
        Option("frames", "N", "length of the stream in frames (up to the last row)") {
          $0.frames = try $1.integer(in: 1...DetectionReader.largestFrameNumber)
        },
        Option("classes", "LIST", "class ids to keep, as 39,41 (all)") {
          let range = 0...DetectionReader.largestClass
          let list = try $1.integers(in: range, "a list of class ids as 39,41 (0 to 65535)")
          $0.classes = Set(list.map { UInt32($0) })
        },
      ])
  }

  static var output: Group {
    Group(
      title: "Output (OUT is a file, - is standard output)",
      options: [
        Option("tracks", "OUT", "write frame,id,x,y,w,h,score,-1,-1,-1: MOT result text") {
          $0.tracksPath = try $1.path()
        },
        Option("events", "OUT", "write frame,id,class,x,y,w,h,emitted: what counted (.jsonl: JSON)") {
          $0.eventsPath = try $1.path()
        },
        Option("log", "OUT", "write the whole count log, CSV with a header line (.jsonl: JSON)") {
          $0.logPath = try $1.path()
        },
        Option("items", "OUT", "write the inventory as CSV with a header line (by item)") {
          $0.itemsPath = try $1.path()
        },
        Option("json", "print the summary as one JSON object") { $0.isJSON = true },
        Option("quiet", "no summary (--json is still printed), no progress bar") { $0.isQuiet = true },
        Option("help", "print this text") { $0.showsHelp = true },
      ])
  }

  private static var resuming: Group {
    Group(
      title: "Going on after an interruption",
      options: [
        Option("state", "FILE", "save the state as it goes; if FILE is there, go on from it") {
          $0.statePath = try $1.path()
        },
        Option("state-every", "N", "frames from one state to the next (1000)") {
          $0.stateInterval = try $1.integer(in: 1...DetectionReader.largestFrameNumber)
        },
      ])
  }

  static var capacity: Group {
    Group(
      title: "Capacity (1 to 16384)",
      options: [
        Option("max-detections", "N", "rows kept per frame, best first (largest frame, at least 300)") {
          $0.maxDetections = try $1.integer(in: 1...Limits.table)
        },
        Option("max-tracks", "N", "tracks alive at once (twice that, at least 256)") {
          $0.maxTracks = try $1.integer(in: 1...Limits.table)
        },
      ])
  }
}
