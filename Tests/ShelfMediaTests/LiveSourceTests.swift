import Foundation
import Testing

@testable import ShelfMedia

/// Plays films of so many seconds into a FIFO, each at its own pace, with a pause after each.
private final class Camera {
  private let process = Process()

  init(_ fifo: String, films: [Double]) throws {
    mkfifo(fifo, 0o600)
    let commands = films.map {
      """
      ffmpeg -v error -nostdin -y -re -f lavfi -i testsrc2=size=64x48:rate=20 -t \($0) \
        -c:v mpeg2video -g 5 -f mpegts -flush_packets 1 \(fifo)
      """
    }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 2>/dev/null; " + commands.joined(separator: "\nsleep 0.7\n")]
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { process.terminate() }
}

@Suite("A camera", .serialized)
struct LiveSourceTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Takes pictures until `enough`, or a time is over that a busy machine does not take.
  func take(_ source: LiveSource, until enough: (Int, LiveSource.State) -> Bool) -> Int {
    var count = 0
    var picture: Picture?
    let deadline = Date(timeIntervalSinceNow: 40)
    while Date() < deadline, !enough(count, source.currentState) {
      let shot = source.next(within: 100, done: picture)
      picture = shot?.picture
      if shot != nil { count += 1 }
    }
    return count
  }

  @Test("It vanishes and returns: the same source goes on")
  func returns() throws {
    let fifo = scratch.join("camera")
    let camera = try Camera(fifo, films: [1, 1])
    let source = try LiveSource(MediaInput(fifo), patience: 30)
    #expect(take(source) { count, _ in count >= 5 } >= 5)
    _ = take(source) { _, state in if case .lost = state { true } else { false } }
    guard case .lost = source.currentState else {
      Issue.record("the loss went unnoticed: \(source.currentState)")
      return
    }
    #expect(take(source) { count, _ in count >= 5 } >= 5)
    #expect(source.reconnections == 1)
    source.stop()
    withExtendedLifetime(camera) {}
  }

  @Test("It does not return: the end, with its reason, when patience is over")
  func gone() throws {
    let fifo = scratch.join("camera")
    let camera = try Camera(fifo, films: [0.5])
    let source = try LiveSource(MediaInput(fifo), patience: 1)
    _ = take(source) { _, state in if case .ended = state { true } else { false } }
    guard case .ended(let reason) = source.currentState else {
      Issue.record("it still waits")
      return
    }
    #expect(reason?.contains("has not come back for 1 seconds") == true)
    withExtendedLifetime(camera) {}
  }

  @Test("One that never was is no loss to wait for")
  func never() throws {
    let source = try LiveSource(MediaInput(scratch.join("none")), patience: 60)
    _ = take(source) { _, state in if case .ended = state { true } else { false } }
    guard case .ended(let reason) = source.currentState else {
      Issue.record("it waits")
      return
    }
    #expect(reason?.contains("No such file") == true)
  }

  @Test("Who is slow gets new pictures, and is told how many went by")
  func slow() throws {
    var input = MediaInput("testsrc2=size=64x48:rate=100")
    input.options = ["-re", "-f", "lavfi"]
    let source = try LiveSource(input, patience: 0)
    var last: LiveSource.Shot?
    for _ in 0..<4 {
      Thread.sleep(forTimeInterval: 0.3)
      last = source.next(within: 2000, done: last?.picture) ?? last
    }
    #expect(last?.skipped ?? 0 > 20)
    source.stop()
  }
}
