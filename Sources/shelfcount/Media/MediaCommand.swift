import CShelfCount
import Glibc
import ShelfMedia

extension Command {
  static var photo: Command { media(.photo, "find and draw what is in a picture", PhotoCommand.run) }
  static var video: Command { media(.video, "track and count in a video, and draw it", VideoCommand.run) }
  static var camera: Command { media(.camera, "track and count what a camera sees, live", CameraCommand.run) }

  private static func media(
    _ kind: MediaOptions.Kind, _ summary: String, _ run: @escaping (MediaOptions) throws -> Void
  ) -> Command {
    Command(name: kind.rawValue, summary: summary, help: MediaCommand.help(kind)) {
      try MediaCommand.run(kind, $0, run)
    }
  }
}

/// What photo, video and camera have in common as commands.
enum MediaCommand {
  static func run(
    _ kind: MediaOptions.Kind, _ arguments: [String], _ body: (MediaOptions) throws -> Void
  ) throws {
    var options = MediaOptions()
    let table = MediaOptions.table(kind)
    let operands = try table.parse(arguments, into: &options)
    if options.replay.showsHelp { return try Program.printText(help(kind)) }
    guard let input = operands.first else { throw table.hint("no \(operand(kind)) given") }
    guard operands.count == 1 else {
      throw table.hint("one \(operand(kind)) only, but also '\(operands[1])'")
    }
    options.replay.input = input
    try options.replay.checkGates()
    try options.replay.checkStandardOutput()
    try body(options)
  }

  /// What may not be overwritten: the input and the model.
  static func inputs(_ options: MediaOptions) -> [OutputFile.Taken] {
    let files = [
      (options.replay.input, "the input"), (options.modelPath, "the model"),
      (options.detectionsPath, "the recording"),
    ]
    return files.compactMap { path, use in
      guard let path, path != "-" else { return nil }
      return FileIdentity(path: path).map { ($0, use) }
    }
  }

  /// Refuses an output of ffmpeg's that is one of the inputs.
  static func checkOut(_ options: MediaOptions, isFilm: Bool = true) throws {
    guard let path = options.outPath else { return }
    guard path.split(separator: "/").last?.dropFirst().contains(".") == true else {
      throw Failure.usage("--out \(path): the name's ending must tell the format, as .mp4 or .png")
    }
    guard isFilm != FrameSink.isStill(path) else {
      throw Failure.usage(
        "--out \(path): \(isFilm ? "a film, as .mp4, is written here" : "a picture, as .png, is written here")"
      )
    }
    guard let identity = FileIdentity(path: path), identity.isRegular else { return }
    if let other = inputs(options).first(where: { $0.identity == identity }) {
      throw Failure.usage("\(path) is \(other.use) too; it would be overwritten")
    }
  }

  static func window(_ options: MediaOptions, width: Int, height: Int, fps: Double) throws -> FrameSink {
    guard FrameSink.hasScreen else {
      throw Failure.failed("--preview: there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set)")
    }
    return try FrameSink.window(title: "ShelfCount", width: width, height: height, fps: fps)
  }

  private static func operand(_ kind: MediaOptions.Kind) -> String { kind == .camera ? "SOURCE" : "FILE" }

  static func help(_ kind: MediaOptions.Kind) -> String {
    """
    Usage: shelfcount \(kind.rawValue) \(operand(kind)) --model FILE.onnx [options]
           shelfcount \(kind.rawValue) \(operand(kind)) --detections FILE [options]

    \(introduction(kind))

    Defaults stand in brackets, those of the presets shelf | bytetrack | seed | moving
    where they differ.

    \(MediaOptions.table(kind).manual)
    Exit status: 0 done, 1 failed (unreadable input, full disk, no runtime, ...), 2 wrong usage.

    """
  }

  private static func introduction(_ kind: MediaOptions.Kind) -> String {
    switch kind {
    case .photo:
      """
      Finds things in a picture and draws them. FILE is any picture ffmpeg reads; of a video the first
      frame is taken. A band is drawn and counted in only where one is asked for.
      """
    case .video:
      """
      Tracks and counts in a video, and draws what it does. FILE is anything ffmpeg reads, an address
      too; - is standard input. Rotation is honoured; sound is not taken over. MP4 is written in
      fragments: what is on the disk can be played, whatever happens.
      """
    case .camera:
      """
      Tracks and counts what a camera sees, until q or Ctrl-C. SOURCE is /dev/video0, rtsp://...,
      http://..., a FIFO, or - for standard input; a file is played at its own pace. Of a camera faster
      than the detector the newest pictures are taken. A camera that is lost is waited for; tracks and
      counts go on.

      Keys, in the terminal: t between tracks and raw boxes (ids and counts begin anew), q to end.

      The Raspberry Pi's camera comes as bare frames:
        rpicam-vid -t 0 -n --codec yuv420 --width 640 --height 480 --framerate 30 -o - |
          shelfcount camera - --pixels yuv420p --size 640x480 --model candet.onnx
      """
    }
  }
}
