import CZlib
import Glibc
import ShelfMedia

/// Bytes of a file or of standard input, unpacked on the way if they are gzip.
final class InputFile {
  /// How messages call it.
  let name: String
  let identity: FileIdentity?
  private let stream: gzFile

  /// Opens a path, or standard input for `-`.
  init(_ path: String) throws {
    name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure.failed("\(name): \(FileDescriptors.describe(errno))") }
    identity = FileIdentity(descriptor: descriptor)
    guard identity?.isDirectory != true else {
      Glibc.close(descriptor)
      throw Failure.failed("\(name): \(FileDescriptors.describe(EISDIR))")
    }
    guard let stream = gzdopen(descriptor, "rb") else {
      Glibc.close(descriptor)
      throw Failure.failed("\(name): out of memory")
    }
    gzbuffer(stream, 1 << 17)
    self.stream = stream
  }

  deinit { gzclose_r(stream) }

  /// Reads at most `buffer.count` bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = gzread(stream, buffer.baseAddress, UInt32(buffer.count))
    if count > 0 { return Int(count) }
    let systemError = errno
    var code = Z_OK
    let text = gzerror(stream, &code).map { String(cString: $0) } ?? ""
    switch code {
    case Z_OK, Z_STREAM_END: return 0
    case Z_BUF_ERROR: throw Failure.failed("\(name): the gzip data ends too early, the file is cut off")
    case Z_ERRNO: throw Failure.failed("\(name): \(FileDescriptors.describe(systemError))")
    default: throw Failure.failed("\(name): damaged gzip data (\(text))")
    }
  }
}
