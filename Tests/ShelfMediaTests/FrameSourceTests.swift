import Foundation
import Testing

@testable import ShelfMedia

@Suite("Frames from ffmpeg")
struct FrameSourceTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("Every frame of a clip, in its size")
  func clip() throws {
    let path = scratch.join("a.mkv")
    try makeClip(path, size: "66x50", frames: 13)
    let (count, last) = try readAll(FrameSource(MediaInput(path)))
    #expect(count == 13)
    #expect(last?.width == 66 && last?.height == 50)
  }

  @Test("A picture whose camera was turned comes upright", arguments: [90, -90, 180])
  func rotated(degrees: Int) throws {
    let plain = scratch.join("plain.mp4")
    let turned = scratch.join("turned.mp4")
    try makeClip(plain, size: "80x48", frames: 3, options: ["-pix_fmt", "yuv420p"])
    try run("ffmpeg", "-v", "error", "-display_rotation", "\(degrees)", "-i", plain, "-c", "copy", turned)
    if !FileManager.default.fileExists(atPath: turned) {
      // ffmpeg before 6 writes the same by another name.
      try run(
        "ffmpeg", "-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)", turned)
    }
    let (count, last) = try readAll(FrameSource(MediaInput(turned)))
    #expect(count == 3)
    #expect(last?.width == (degrees == 180 ? 80 : 48) && last?.height == (degrees == 180 ? 48 : 80))
  }

  @Test("Bare frames with the geometry given")
  func bare() throws {
    let path = scratch.join("bare.yuv")
    try makeClip(path, size: "32x16", frames: 5, options: ["-f", "rawvideo", "-pix_fmt", "yuv420p"])
    var input = MediaInput(path)
    input.raw = ("yuv420p", 32, 16)
    input.fps = 10
    let (count, last) = try readAll(FrameSource(input))
    #expect(count == 5 && last?.width == 32)
  }

  @Test("Colours arrive as they are")
  func colors() throws {
    let path = scratch.join("red.png")
    try run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=0xff8000:size=8x8", "-frames:v", "1", path)
    let picture = try #require(try FrameSource(MediaInput(path)).next())
    let (red, green, blue) = picture.pixel(3, 3)
    #expect(abs(Int(red) - 255) < 4 && abs(Int(green) - 128) < 4 && blue < 4)
  }

  @Test("What cannot be read says why")
  func errors() throws {
    let text = scratch.join("text.mp4")
    try "no video".write(toFile: text, atomically: true, encoding: .utf8)
    #expect(
      message { _ = try readAll(FrameSource(MediaInput(scratch.join("none.mp4")))) }.contains("No such file"))
    #expect(message { _ = try readAll(FrameSource(MediaInput(text))) }.contains("Invalid data"))
    #expect(message { _ = try MediaProbe(MediaInput(text)) }.contains("Invalid data"))
    let sound = scratch.join("sound.wav")
    try run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=0.1", sound)
    #expect(message { _ = try MediaProbe(MediaInput(sound)) }.contains("no video"))
  }

  @Test("A source that says nothing is given up after the time it has")
  func silent() throws {
    let fifo = scratch.join("fifo")
    mkfifo(fifo, 0o600)
    let writer = open(fifo, O_RDWR)
    defer { close(writer) }
    let source = try FrameSource(MediaInput(fifo))
    #expect(message { _ = try source.next(timeout: 300) }.contains("no picture for"))
    source.stop()
  }

  @Test("ffprobe's words")
  func probe() {
    let file = MediaProbe(text: "r_frame_rate=30/1\navg_frame_rate=30000/1001\nduration=8.9\nnb_frames=267\n")
    #expect(file.frames == 267 && abs((file.fps ?? 0) - 29.97) < 0.01)
    let unknown = MediaProbe(
      text: "r_frame_rate=25/1\navg_frame_rate=0/0\nduration=N/A\nnb_frames=N/A\nduration=2.0\n")
    #expect(unknown.frames == 50 && unknown.fps == 25)
    let stream = MediaProbe(text: "avg_frame_rate=0/0\nr_frame_rate=90000/1\nnb_frames=0\n")
    #expect(stream.frames == nil && stream.fps == nil)
  }

  @Test("Pacing: jitter changes nothing, gaps are filled, long ones cut, bursts thinned")
  func pacer() {
    var even = FramePacer(fps: 10)
    let jitter = [0, 0.13, 0.18, 0.31, 0.42, 0.48, 0.6]
    #expect(jitter.map { even.copies(at: $0) } == [1, 1, 1, 1, 1, 1, 1])
    var gap = FramePacer(fps: 10)
    #expect([0, 0.1, 0.7, 0.8].map { gap.copies(at: $0) } == [1, 1, 6, 1])
    var pause = FramePacer(fps: 10)
    #expect([0, 60, 60.1].map { pause.copies(at: $0) } == [1, 11, 1])
    var fast = FramePacer(fps: 10)
    let written = (0..<60).map { fast.copies(at: Double($0) / 30) }.reduce(0, +)
    #expect((19...22).contains(written))
  }
}
