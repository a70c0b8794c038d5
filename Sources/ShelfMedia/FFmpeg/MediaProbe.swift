import Glibc

/// What ffprobe knows of a file before it is read.
package struct MediaProbe {
  package var fps: Double?
  /// Frames in all, counted or estimated from the duration; nil where nobody knows.
  package var frames: Int?

  package init() {}

  /// Asks ffprobe; a file it cannot read is an error that says why.
  package init(_ input: MediaInput) throws {
    let child = try ChildProcess(
      [
        "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
        "stream=avg_frame_rate,r_frame_rate,nb_frames,duration:format=duration", "-of",
        "default=noprint_wrappers=1",
        input.location,
      ],
      input: .none, wantsOutput: true)
    let text = Self.readAll(child.output)
    guard child.wait() == 0 else { throw MediaError("\(input.name): \(Self.reason(child.errorText, input))") }
    self.init(text: text)
    guard text.contains("frame_rate") else { throw MediaError("\(input.name): there is no video in it") }
  }

  /// Reads lines KEY=VALUE.
  package init(text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let sign = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: sign)...]
      // The stream comes before the file as a whole, and knows better.
      if value != "N/A", values[line[..<sign]] == nil { values[line[..<sign]] = value }
    }
    fps = values["avg_frame_rate"].flatMap(Self.ratio) ?? values["r_frame_rate"].flatMap(Self.ratio)
    frames = values["nb_frames"].flatMap { Int($0) }
    if frames ?? 0 <= 0 {
      frames = nil
      if let fps, let duration = values["duration"].flatMap({ Double($0) }), duration > 0 {
        frames = max(1, Int((duration * fps).rounded()))
      }
    }
  }

  /// 30000/1001, or nil for 0/0.
  private static func ratio(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    let value = parts[0] / parts[1]
    return (0.01...1000).contains(value) ? value : nil
  }

  /// ffmpeg repeats the name of the input before its reason.
  static func reason(_ text: String, _ input: MediaInput) -> String {
    let bare = text.hasPrefix(input.location + ": ") ? String(text.dropFirst(input.location.count + 2)) : text
    return bare.isEmpty ? "cannot be read" : bare
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
