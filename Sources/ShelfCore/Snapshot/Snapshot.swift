/// A scanner's state as bytes that any process on any machine can go on from.
///
/// All numbers little-endian: the eight letters, the format's version (32 bits), the length in bytes (64 bits),
/// the configuration, the state, and the FNV-1a hash of all bytes before it (64 bits; Fowler, Noll, Vo). Only
/// what lives is in it, in an order that knows nothing of how the block is laid out.
@safe
package struct Snapshot {
  /// To be raised whenever what is written, or what it means, changes.
  static let version: UInt32 = 1
  private static let letters: UInt64 = 0x504e_5346_4c45_4853  // "SHELFSNP"
  private static let headerSize = 20
  private static let hashSize = 8

  package enum Problem {
    /// Not a snapshot, cut off, or not as it was written.
    case damaged
    /// Written by a version with another format, or with a backend that this build does not have.
    case unsupported
  }

  private let bytes: UnsafeRawBufferPointer
  package let configuration: Configuration

  /// What makes up a scanner, in the one order of writing and reading.
  @inline(never)
  private static func code(_ scanner: Scanner, _ coder: inout SnapshotCoder) {
    scanner.state[0].codeCounts(&coder, scanner.configuration)
    scanner.tracker.code(&coder, count: scanner.state[0].trackCount, scanner.configuration)
    scanner.inventory.map.code(&coder)
    scanner.gates.code(
      &coder, gates: scanner.state[0].gateCount, tracks: scanner.state[0].trackCount,
      items: scanner.mapState[0].itemCount)
    scanner.log.code(&coder, &scanner.state[0])
    scanner.state[0].code(&coder)
  }

  // MARK: Writing

  /// The bytes that a snapshot of the scanner takes now.
  package static func size(of scanner: Scanner) -> Int {
    var coder = SnapshotCoder()
    var configuration = scanner.configuration
    configuration.code(&coder)
    code(scanner, &coder)
    return headerSize &+ coder.place &+ hashSize
  }

  /// Writes a snapshot into a buffer of exactly that size.
  @unsafe
  package static func write(_ scanner: Scanner, to bytes: UnsafeMutableRawBufferPointer) {
    var coder = unsafe SnapshotCoder(writing: bytes)
    codeHeader(&coder, size: bytes.count)
    var configuration = scanner.configuration
    configuration.code(&coder)
    code(scanner, &coder)
    var hash = unsafe Self.hash(UnsafeRawBufferPointer(rebasing: bytes[..<coder.place]))
    coder.code(&hash)
  }

  /// Returns the version; 0 where these are no such bytes.
  @discardableResult
  private static func codeHeader(_ coder: inout SnapshotCoder, size: Int) -> UInt32 {
    var letters = Self.letters
    var version = Self.version
    var size = UInt64(size)
    let expected = size
    coder.code(&letters)
    coder.code(&version)
    coder.code(&size)
    return coder.isSound && letters == Self.letters && size == expected ? version : 0
  }

  @unsafe
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for i in 0..<bytes.count { hash = (hash ^ UInt64(unsafe bytes[i])) &* 0x100_0000_01b3 }
    return hash
  }

  // MARK: Reading

  /// Looks at bytes from anywhere: they are a whole snapshot of a configuration that this build has.
  @unsafe
  package static func read(_ bytes: UnsafeRawBufferPointer) -> Result<Snapshot, Problem> {
    var coder = unsafe SnapshotCoder(reading: bytes)
    let version = codeHeader(&coder, size: bytes.count)
    guard version != 0, bytes.count >= headerSize &+ hashSize else { return .failure(.damaged) }
    let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count &- hashSize)])
    var hash: UInt64 = 0
    var end = unsafe SnapshotCoder(
      reading: UnsafeRawBufferPointer(rebasing: bytes[(bytes.count &- hashSize)...]))
    end.code(&hash)
    guard unsafe hash == Self.hash(content) else { return .failure(.damaged) }
    guard version == Self.version else { return .failure(.unsupported) }
    var configuration = Configuration(preset: .shelf)
    configuration.code(&coder)
    guard coder.isSound else { return .failure(.damaged) }
    switch configuration.problem() {
    case .argument: return .failure(.damaged)
    case .unsupported: return .failure(.unsupported)
    case nil: return .success(unsafe Snapshot(content, configuration))
    }
  }

  /// As in the standard library's, which wants an `Error`.
  package enum Result<Success, Failure> {
    case success(Success)
    case failure(Failure)
  }

  @unsafe
  private init(_ content: UnsafeRawBufferPointer, _ configuration: Configuration) {
    unsafe bytes = content
    self.configuration = configuration
  }

  /// Builds the scanner in a block of the size that its configuration takes, which holds zeros.
  ///
  /// False where the bytes, though unharmed, describe no scanner: then the block holds none.
  @unsafe
  package func restore(in block: UnsafeMutableRawPointer) -> Bool {
    let scanner = unsafe Scanner(startIn: block, configuration)
    var coder = unsafe SnapshotCoder(reading: bytes)
    Self.codeHeader(&coder, size: 0)
    var known = configuration
    known.code(&coder)
    Self.code(scanner, &coder)
    if !coder.isDone { scanner.close() }
    return coder.isDone
  }
}
