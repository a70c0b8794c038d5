import CZlib
import Glibc
import ShelfMedia

/// A text file being written, or one of the standard streams.
///
/// Every write is checked: a full disk is an error here and not a shorter file.
final class OutputFile {
  private static let bufferSize = 1 << 16

  /// How messages call it.
  let name: String
  let identity: FileIdentity?
  private let descriptor: Int32
  private let isStandard: Bool
  /// Writes gzip, and owns the descriptor.
  private let packer: gzFile?
  private var isOpen = true
  private var buffer: [UInt8] = []

  private init(name: String, descriptor: Int32, isStandard: Bool, packer: gzFile? = nil) {
    self.name = name
    self.descriptor = descriptor
    self.isStandard = isStandard
    self.packer = packer
    identity = FileIdentity(descriptor: descriptor)
    buffer.reserveCapacity(Self.bufferSize + 512)
  }

  static func standardOutput() -> OutputFile {
    OutputFile(name: "standard output", descriptor: STDOUT_FILENO, isStandard: true)
  }

  static func standardError() -> OutputFile {
    OutputFile(name: "standard error", descriptor: STDERR_FILENO, isStandard: true)
  }

  /// A file that must not be overwritten, and what it is used for.
  typealias Taken = (identity: FileIdentity?, use: String)

  /// Opens a path, or standard output for a dash, which is never packed.
  ///
  /// A file among `taken` is left as it is and refused. What lies behind the first `kept` bytes is overwritten.
  static func create(
    _ path: String, sparing taken: [Taken], isPacked: Bool = false, keeping kept: Int = 0
  ) throws -> OutputFile {
    if path == "-" { return standardOutput() }
    // Not truncated before it is known to be none of ours.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure.failed("\(path): \(FileDescriptors.describe(errno))") }
    let packer = isPacked ? gzdopen(descriptor, "wb") : nil
    guard !isPacked || packer != nil else {
      Glibc.close(descriptor)
      throw Failure.failed("\(path): out of memory")
    }
    let file = OutputFile(name: path, descriptor: descriptor, isStandard: false, packer: packer)
    guard let identity = file.identity, identity.isRegular else { return file }
    if let other = taken.first(where: { $0.identity == identity }) {
      throw Failure.usage("\(path) is \(other.use) too; it would be overwritten")
    }
    guard lseek(descriptor, 0, SEEK_END) >= kept else {
      throw Failure.failed("\(path) is shorter than it was; the replay cannot go on in it")
    }
    guard ftruncate(descriptor, off_t(kept)) == 0, lseek(descriptor, off_t(kept), SEEK_SET) == kept else {
      throw Failure.failed("\(path): \(FileDescriptors.describe(errno))")
    }
    file.kept = kept
    return file
  }

  /// Bytes of an earlier run that the file begins with.
  private(set) var kept = 0

  /// Writes what is buffered and has it on the disk; returns the length of the file.
  func save() throws -> Int {
    try flush()
    guard fdatasync(descriptor) == 0 else { throw failure(errno) }
    return Int(lseek(descriptor, 0, SEEK_CUR))
  }

  deinit {
    if isOpen, !isStandard { _ = closeDescriptor() }
  }

  /// Writes what is buffered and closes the file; standard streams stay open.
  func close() throws {
    try flush()
    guard isOpen, !isStandard else { return }
    isOpen = false
    let error = closeDescriptor()
    guard error == 0 else { throw failure(error) }
  }

  /// Ends a line; writes when enough has gathered.
  func endLine() throws {
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  func append(_ value: some BinaryInteger) {
    append(String(value))
  }

  /// A number with a fixed count of decimals, rounded.
  func append(_ value: Float, decimals: Int) {
    append(Decimal.text(Double(value), decimals: decimals))
  }

  func comma() {
    buffer.append(UInt8(ascii: ","))
  }

  /// Writes what is buffered.
  func flush() throws {
    let error = buffer.withUnsafeBytes { write($0) }
    buffer.removeAll(keepingCapacity: true)
    guard error == 0 else { throw failure(error) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    guard let packer else { return FileDescriptors.write(bytes, to: descriptor) }
    guard !bytes.isEmpty, gzwrite(packer, bytes.baseAddress, UInt32(bytes.count)) <= 0 else { return 0 }
    return lastError
  }

  /// Closes and returns the error number, 0 when all is out.
  private func closeDescriptor() -> Int32 {
    let isClosed = packer.map { gzclose_w($0) == Z_OK } ?? (Glibc.close(descriptor) == 0)
    return isClosed ? 0 : lastError
  }

  /// zlib need not set `errno`.
  private var lastError: Int32 { errno == 0 ? EIO : errno }

  private func failure(_ error: Int32) -> Failure {
    error == EPIPE ? .brokenPipe : .failed("cannot write \(name): \(FileDescriptors.describe(error))")
  }
}
