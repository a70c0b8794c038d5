import Foundation
import Testing

@testable import ShelfMedia

@Suite("Frames to ffmpeg")
struct FrameSinkTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func write(_ path: String, frames: Int, width: Int = 64, height: Int = 48) throws {
    let sink = try FrameSink.file(path, width: width, height: height, fps: 25)
    let picture = Picture(width: width, height: height)
    for i in picture.bytes.indices { picture.bytes[i] = i % 4 == 0 ? 200 : 40 }
    for _ in 0..<frames { try sink.write(picture) }
    try sink.close()
  }

  func frames(_ path: String) throws -> String {
    try run(
      "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames,width,height", "-of",
      "csv=p=0", path
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("A video has the frames it was given", arguments: ["a.mp4", "a.mkv", "a.avi"])
  func video(name: String) throws {
    try write(scratch.join(name), frames: 30)
    #expect(try frames(scratch.join(name)) == "64,48,30")
  }

  @Test("Odd sides become even in a video, and stay in a picture")
  func odd() throws {
    try write(scratch.join("odd.mp4"), frames: 2, width: 33, height: 17)
    #expect(try frames(scratch.join("odd.mp4")) == "34,18,2")
    try write(scratch.join("odd.png"), frames: 1, width: 33, height: 17)
    let picture = try #require(try FrameSource(MediaInput(scratch.join("odd.png"))).next())
    #expect(picture.width == 33 && picture.height == 17)
    #expect(picture.pixel(5, 5) == (200, 40, 40))
  }

  @Test("A full disk is an error that says so")
  func full() throws {
    let path = scratch.join("full.mp4")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let text = message { try write(path, frames: 200, width: 320, height: 240) }
    #expect(text.contains("full.mp4") && text.contains("No space left"), "\(text)")
  }

  @Test("A folder that is not there, an ending nobody knows")
  func refusals() {
    #expect(message { try write(scratch.join("none/a.mp4"), frames: 2) }.contains("No such file"))
    #expect(message { try write(scratch.join("a.xyz"), frames: 2) }.contains("a.xyz"))
  }

  @Test("A program that is not there says what to install")
  func missing() {
    #expect(
      message { _ = try ChildProcess(["no-such-program"], input: .none, wantsOutput: false) }
        == "the program no-such-program is not installed; try: sudo apt-get install ffmpeg")
  }

  @Test("A child that has ended gives its status and its last words")
  func words() throws {
    let child = try ChildProcess(
      ["sh", "-c", "echo one >&2; echo two >&2; exit 3"], input: .none, wantsOutput: false)
    #expect(child.wait() == 3)
    #expect(child.errorText == "one; two")
    let endless = try ChildProcess(["sleep", "60"], input: .none, wantsOutput: false)
    endless.terminate()
    #expect(endless.wait() != 0)
  }
}
