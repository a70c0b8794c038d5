import Glibc

/// Takes frames: a video file, a picture, or a window.
package final class FrameSink {
  /// How messages call it.
  private let name: String
  private let child: ChildProcess
  private let size: (width: Int, height: Int)
  private var isOpen = true

  private init(_ name: String, _ arguments: [String], width: Int, height: Int) throws {
    self.name = name
    size = (width, height)
    child = try ChildProcess(arguments, input: .pipe, wantsOutput: false)
  }

  private static func frames(width: Int, height: Int, fps: Double) -> [String] {
    ["-f", "rawvideo", "-pixel_format", "rgb0", "-video_size", "\(width)x\(height)", "-framerate", "\(fps)"]
  }

  /// A file, its format by its ending; MP4 and MOV are written in fragments, so that what is on the disk can be
  /// played whatever happens.
  ///
  /// `encoder`: a name of ffmpeg's, as h264_v4l2m2m; nil: libx264, or what the ending implies.
  package static func file(
    _ path: String, width: Int, height: Int, fps: Double, encoder: String? = nil
  ) throws -> FrameSink {
    let ending = Self.ending(path)
    var output: [String]
    if stills.contains(ending) {
      output = ["-frames:v", "1", "-update", "1"]
    } else {
      output = ["-g", "\(Int((2 * fps).rounded(.up)))"]
      if let encoder {
        output += ["-c:v", encoder]
      } else if h264.contains(ending) {
        output += ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20"]
      }
      if h264.contains(ending) {
        // Players want 4:2:0, and that wants even sides.
        output += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"]
      }
      if fragmented.contains(ending) {
        output += ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"]
      }
    }
    return try FrameSink(
      path,
      ["ffmpeg", "-v", "error", "-nostdin", "-y"] + frames(width: width, height: height, fps: fps)
        + ["-i", "pipe:0"] + output + ["file:\(path)"],
      width: width, height: height)
  }

  private static func ending(_ path: String) -> String {
    path.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// Whether a file of that name holds one picture.
  package static func isStill(_ path: String) -> Bool { stills.contains(ending(path)) }

  private static let stills: Set = ["png", "jpg", "jpeg", "webp", "bmp", "tif", "tiff"]
  private static let h264: Set = ["mp4", "m4v", "mov", "mkv"]
  private static let fragmented: Set = ["mp4", "m4v", "mov"]

  /// A window that shows the frames; closing it is the end of the sink.
  package static func window(title: String, width: Int, height: Int, fps: Double) throws -> FrameSink {
    try FrameSink(
      "the preview",
      ["ffplay", "-v", "error", "-nostats", "-autoexit", "-window_title", title, "-fflags", "nobuffer"]
        + frames(width: width, height: height, fps: fps) + ["-i", "pipe:0"],
      width: width, height: height)
  }

  /// Whether there is a screen to open a window on.
  package static var hasScreen: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.value($0) != nil }
  }

  package func write(_ picture: Picture) throws {
    guard picture.width == size.width, picture.height == size.height else {
      throw MediaError("\(name): a frame of another size")
    }
    guard isOpen else { return }
    let error = FileDescriptors.write(UnsafeRawBufferPointer(picture.bytes), to: child.input)
    child.drainErrors()
    guard error == 0 else { throw failure(error) }
  }

  /// Waits until all is written.
  package func close() throws {
    guard isOpen else { return }
    isOpen = false
    child.closeInput()
    guard child.wait() == 0 else { throw failure(0) }
  }

  private func failure(_ error: Int32) -> MediaError {
    isOpen = false
    child.closeInput()
    child.wait()
    let text = child.errorText
    return MediaError("\(name): \(text.isEmpty ? "\(child.name) has ended" : text)")
  }
}
