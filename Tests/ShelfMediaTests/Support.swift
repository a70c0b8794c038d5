import CShelfCount
import Foundation
import ShelfABI

@testable import ShelfMedia

/// A directory of its own that goes when it is let go.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "shelf-media-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func join(_ name: String) -> String { "\(path)/\(name)" }
}

/// Runs a program to its end and returns what it wrote.
@discardableResult
func run(_ arguments: String...) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = arguments
  process.standardOutput = output
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}

/// A drawn clip.
func makeClip(
  _ path: String, size: String = "64x48", frames: Int = 10, rate: Int = 10, options: [String] = []
) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments =
    [
      "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate)",
      "-frames:v", "\(frames)",
    ]
    + options + [path]
  process.standardInput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
}

/// All frames of a source; their count and the last one.
func readAll(_ source: FrameSource) throws -> (count: Int, last: Picture?) {
  var last: Picture?
  while let picture = try source.next(reusing: last) { last = picture }
  return (source.count, last)
}

/// What was wrong, in the words of the program.
func message(_ work: () throws -> Void) -> String {
  do {
    try work()
    return ""
  } catch {
    return "\(error)"
  }
}
