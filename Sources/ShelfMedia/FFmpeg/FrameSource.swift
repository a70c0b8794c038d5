import Glibc

/// Frames of anything ffmpeg reads, upright: it applies the rotation that a phone has noted.
///
/// ffmpeg writes PAM pictures, each with its size before it, so that nothing need be known of the input
/// beforehand, and a pipe need not be read twice.
package final class FrameSource {
  private let input: MediaInput
  private let child: ChildProcess
  /// The header of the first picture; those of the others are the same.
  private var header: [UInt8] = []
  private var size = (width: 0, height: 0)
  /// Frames read so far.
  package private(set) var count = 0

  /// Starts reading.
  ///
  /// `scale`: frames are brought to this size.
  package init(_ input: MediaInput, scale: (width: Int, height: Int)? = nil) throws {
    self.input = input
    let filter = scale.map { ["-vf", "scale=\($0.width):\($0.height)"] } ?? []
    child = try ChildProcess(
      ["ffmpeg", "-v", "error", "-nostdin"] + input.arguments + ["-map", "0:v:0"] + filter
        + [
          "-fps_mode", "passthrough", "-pix_fmt", "rgba", "-c:v", "pam", "-f", "image2pipe", "-flush_packets",
          "1", "pipe:1",
        ],
      input: input.location == "-" ? .inherited : .none, wantsOutput: true)
  }

  /// The next frame, in `spare` if that fits; nil at the end.
  ///
  /// `timeout`, in milliseconds: a source that says nothing for so long has failed; -1: wait for ever.
  package func next(reusing spare: Picture? = nil, timeout: Int32 = -1) throws -> Picture? {
    guard try readHeader(timeout) else { return try finish() }
    let picture: Picture
    if let spare, spare.width == size.width, spare.height == size.height {
      picture = spare
    } else {
      picture = Picture(width: size.width, height: size.height)
    }
    guard try fill(picture.bytes, timeout) else { return try finish() }
    count += 1
    child.drainErrors()
    return picture
  }

  /// Ends the program that reads; needed only before the end of the input.
  package func stop() { child.terminate() }

  private func finish() throws -> Picture? {
    let status = child.wait()
    let text = MediaProbe.reason(child.errorText, input)
    guard status == 0 else { throw MediaError("\(input.name): \(text)") }
    guard count > 0 else { throw MediaError("\(input.name): there is no picture in it") }
    return nil
  }

  private func readHeader(_ timeout: Int32) throws -> Bool {
    if header.isEmpty { return try readFirstHeader(timeout) }
    var next = [UInt8](repeating: 0, count: header.count)
    guard try next.withUnsafeMutableBytes({ try fill($0, timeout) }) else { return false }
    guard next == header else { throw MediaError("\(input.name): the size of the pictures has changed") }
    return true
  }

  private func readFirstHeader(_ timeout: Int32) throws -> Bool {
    var text: [UInt8] = []
    while !text.ends(with: "ENDHDR\n".utf8) {
      var byte: [UInt8] = [0]
      guard try byte.withUnsafeMutableBytes({ try fill($0, timeout) }) else { return false }
      text += byte
      guard text.count < 1000 else { throw MediaError("ffmpeg does not write PAM pictures") }
    }
    let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    func number(_ key: String) -> Int {
      guard let at = words.firstIndex(where: { $0 == key }), at + 1 < words.count else { return 0 }
      return Int(words[at + 1]) ?? 0
    }
    size = (number("WIDTH"), number("HEIGHT"))
    guard number("DEPTH") == 4, number("MAXVAL") == 255, (1...32768).contains(size.width),
      (1...32768).contains(size.height)
    else { throw MediaError("\(input.name): pictures of \(size.width)x\(size.height) are not supported") }
    header = text
    return true
  }

  /// False at the end of the stream.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ timeout: Int32) throws -> Bool {
    var filled = 0
    while filled < buffer.count {
      if timeout >= 0 {
        var wait = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
        let ready = poll(&wait, 1, timeout)
        guard ready != 0 else { throw MediaError("\(input.name): no picture for \(timeout / 1000) seconds") }
        if ready < 0 { continue }
      }
      let got = read(child.output, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      filled += got
    }
    return true
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: String.UTF8View) -> Bool {
    count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}
