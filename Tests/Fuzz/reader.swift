import CShelfCount
import CZlib
import Glibc

/// Bytes as a file of detections (packed where they begin with z), as the state of a replay (s), and as an
/// option's value (o).
///
/// The program refuses them or gets a stream whose parts fit together.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst())
  switch bytes.first {
  case UInt8(ascii: "s"): readState(rest)
  case UInt8(ascii: "o"): readOption(rest)
  case UInt8(ascii: "z"): readDetections(pack(rest))
  default: readDetections(Array(bytes))
  }
  return 0
}

/// Lines, a 0, and what stands for a snapshot: with the length and the hash that make it a state.
private func readState(_ bytes: UnsafeBufferPointer<UInt8>) {
  if let raw = ReplayState(Array(bytes)) { preconditionFailure("a state without its hash: \(raw)") }
  let lines = Array(bytes.prefix { $0 != 0 })
  let snapshot = Array(bytes.dropFirst(lines.count + 1))
  var whole = Array("shelfcount replay state 1\n".utf8) + lines
  whole += Array("snapshot \(snapshot.count)\n".utf8) + snapshot
  var hash = Hash()
  whole.withUnsafeBytes { hash.add($0) }
  guard let state = ReplayState(whole + Array("\(hash.value)\n".utf8)) else { return }
  guard let again = ReplayState(state.bytes) else { preconditionFailure("written, but not read") }
  precondition(again.bytes == state.bytes && again.snapshot == state.snapshot && again.frames >= 0)
}

private func readOption(_ bytes: UnsafeBufferPointer<UInt8>) {
  let value = OptionValue(option: "fuzz", text: String(decoding: bytes.prefix(200), as: UTF8.self))
  if let numbers = try? value.numbers("numbers") { precondition(numbers.allSatisfy(\.isFinite)) }
  if let one = try? value.number(in: 0...1) { precondition((0...1).contains(one)) }
  _ = try? value.integer(in: 0...100)
  _ = try? value.integers(in: 0...100, "integers")
  _ = try? value.pair(separator: "x", in: 1...100, "a pair")
  _ = try? value.path()
  do {
    _ = try value.choice(["one": 1, "two": 2])
  } catch {
    precondition("\(error)".utf8.count < 4000)
  }
}

/// gzip, of which the first byte says how much is cut off.
private func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
  let path = "/dev/shm/shelfcount-fuzz-\(getpid()).gz"
  defer { unlink(path) }
  guard let file = gzopen(path, "wb1") else { preconditionFailure("no \(path)") }
  gzwrite(file, bytes.baseAddress.map { $0 + min(1, bytes.count) }, UInt32(max(0, bytes.count - 1)))
  gzclose(file)
  var packed = [UInt8](repeating: 0, count: bytes.count + 1024)
  let descriptor = open(path, O_RDONLY)
  let count = Glibc.read(descriptor, &packed, packed.count)
  close(descriptor)
  return Array(packed.prefix(max(0, count - Int(bytes.first ?? 0) / 4)))
}

private func readDetections(_ bytes: [UInt8]) {
  let path = "/dev/shm/shelfcount-fuzz-\(getpid())"
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(descriptor >= 0)
  defer { unlink(path) }
  precondition(write(descriptor, bytes, bytes.count) == bytes.count)
  close(descriptor)
  for classes in [nil, Set<UInt32>([0, 2])] {
    guard var stream = try? DetectionReader.read(InputFile(path), classes: classes) else { continue }
    precondition(stream.detections.count == stream.frameNumbers.count)
    if stream.length > 5000 { stream.cut(to: 5000) }
    var seen = 0
    try? stream.forEachFrame(length: min(stream.length, 5000)) { index, rows in
      seen += rows.count
      precondition(stream.rows(ofFrame: index).count == rows.count)
    }
    precondition(seen == stream.detections.count)
    precondition(stream.largestFrame <= seen && stream.largestClass <= DetectionReader.largestClass)
    precondition(stream.rowsOfOtherClasses == 0 || classes != nil)
  }
}
