import Glibc

/// Splits a file into lines without keeping more of it than one buffer.
final class LineReader {
  /// Longer lines are no detections; the limit keeps hostile files from filling the memory.
  static let longestLine = 1 << 16

  let file: InputFile
  /// Of the line last returned, from 1.
  private(set) var lineNumber = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * longestLine, alignment: 16)
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  init(_ file: InputFile) {
    self.file = file
  }

  deinit { buffer.deallocate() }

  /// The next line without its line feed, null at the end.
  ///
  /// The byte after it is 0. It is valid until the next call.
  func next() throws -> UnsafeBufferPointer<UInt8>? {
    while true {
      if let length = lengthOfLine() {
        lineNumber += 1
        guard length <= Self.longestLine else { throw tooLong }
        let line = UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[start..<start + length])
        buffer[start + length] = 0
        start = min(start + length + 1, end)
        return line
      }
      if isAtEnd { return nil }
      try fill()
    }
  }

  /// An error of the file at the line last returned.
  func failure(_ message: String) -> Failure {
    .failed("\(file.name):\(lineNumber): \(message)")
  }

  private var tooLong: Failure { failure("the line is longer than \(Self.longestLine) bytes") }

  private func lengthOfLine() -> Int? {
    guard start < end, let base = buffer.baseAddress else { return nil }
    if let feed = memchr(base + start, Int32(UInt8(ascii: "\n")), end - start) {
      return feed - (base + start)
    }
    return isAtEnd ? end - start : nil
  }

  private func fill() throws {
    if start > 0, let base = buffer.baseAddress {
      memmove(base, base + start, end - start)
      end -= start
      start = 0
    }
    guard end <= Self.longestLine else {
      lineNumber += 1
      throw tooLong
    }
    // One byte stays free for the 0 behind the last line.
    let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end..<buffer.count - 1]))
    end += count
    isAtEnd = count == 0
  }
}
