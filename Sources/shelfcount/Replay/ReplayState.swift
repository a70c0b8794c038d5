import CShelfCount

/// Where a replay stands: all it takes to go on from here as if it had never stopped.
///
/// As a file: lines of text, the scanner's snapshot, and a hash over all of it.
struct ReplayState {
  /// Frames done.
  var frames = 0
  /// Hash of the rows of those frames: another stream cannot go on from here.
  var stream = Hash()
  var gates: [String] = []
  /// How long each output was, by the option that asked for it.
  var outputs: [(option: String, size: Int)] = []
  var snapshot: [UInt8] = []

  private static let title = "shelfcount replay state 1"

  var bytes: [UInt8] {
    var text = "\(Self.title)\nframes \(frames)\nstream \(stream.value)\n"
    for gate in gates { text += "gate \(gate)\n" }
    for output in outputs { text += "output \(output.size) \(output.option)\n" }
    var bytes = Array("\(text)snapshot \(snapshot.count)\n".utf8) + snapshot
    var hash = Hash()
    bytes.withUnsafeBytes { hash.add($0) }
    bytes += Array("\(hash.value)\n".utf8)
    return bytes
  }

  init() {}

  /// Null where the bytes are none of ours, or harmed.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard line() == Self.title else { return nil }
    while let next = line() {
      let parts = next.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "frames":
        guard let number = Int(parts[1]), number >= 0 else { return nil }
        frames = number
      case "stream":
        guard let value = UInt64(parts[1]) else { return nil }
        stream = Hash(value: value)
      case "gate":
        gates.append(parts[1])
      case "output":
        let output = parts[1].split(separator: " ").map(String.init)
        guard output.count == 2, let size = Int(output[0]), size >= 0 else { return nil }
        outputs.append((output[1], size))
      case "snapshot":
        guard let size = Int(parts[1]), size >= 0, size <= rest.count else { return nil }
        snapshot = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        var hash = Hash()
        bytes.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<rest.startIndex])) }
        guard line() == "\(hash.value)", rest.isEmpty else { return nil }
        return
      default: return nil
      }
    }
    return nil
  }
}

/// FNV-1a over 64 bits (Fowler, Noll, Vo): tells changed bytes from unchanged ones.
struct Hash: Equatable {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Adds the rows of a frame, and where it ends.
  mutating func add(rows: UnsafeBufferPointer<shelf_detection>) {
    add(UnsafeRawBufferPointer(rows))
    withUnsafeBytes(of: UInt64(rows.count)) { add($0) }
  }
}
