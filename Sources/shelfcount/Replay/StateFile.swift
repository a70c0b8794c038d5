import Glibc
import ShelfMedia

/// The file that a replay keeps its state in, replaced as a whole each time: whenever the program or the
/// machine dies, the file is the old one or the new one.
struct StateFile {
  let path: String
  /// Frames between two states.
  let interval: Int

  /// More is no state of ours.
  private static let largest = 1 << 30

  /// Null where there is no such file.
  func read() throws -> ReplayState? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(errno)
    }
    defer { close(descriptor) }
    guard FileIdentity(descriptor: descriptor)?.isRegular == true else {
      throw Failure.usage("\(path): is no regular file")
    }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size >= 0, size <= Self.largest, lseek(descriptor, 0, SEEK_SET) == 0 else { throw damaged }
    let bytes = try [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, size - filled)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw failure(errno) }
        guard count > 0 else { return }
        filled += count
      }
    }
    guard let state = ReplayState(bytes) else { throw damaged }
    return state
  }

  func write(_ state: ReplayState) throws {
    let draft = "\(path).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    var error = state.bytes.withUnsafeBytes { FileDescriptors.write($0, to: descriptor) }
    if error == 0, fsync(descriptor) != 0 { error = errno }
    if close(descriptor) != 0, error == 0 { error = errno }
    if error == 0, rename(draft, path) != 0 { error = errno }
    guard error == 0 else {
      unlink(draft)
      throw failure(error)
    }
  }

  /// The stream is done: another run begins anew.
  func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure(errno) }
  }

  private var damaged: Failure {
    .failed("\(path): not a state of shelfcount replay, or a damaged one; remove it to begin anew")
  }

  private func failure(_ error: Int32) -> Failure {
    .failed("\(path): \(FileDescriptors.describe(error))")
  }
}
