import CShelfCount
import Glibc

/// Bytes as a file of detections, as the state of a replay, and as an option's value.
///
/// The program refuses them or gets a stream whose parts fit together.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  readState(bytes)
  readOption(bytes)
  readDetections(bytes)
  return 0
}

private func readState(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard let state = ReplayState(Array(bytes)) else { return }
  precondition(state.bytes == Array(bytes) || !state.gates.isEmpty || !state.outputs.isEmpty)
}

private func readOption(_ bytes: UnsafeBufferPointer<UInt8>) {
  let value = OptionValue(option: "fuzz", text: String(decoding: bytes.prefix(200), as: UTF8.self))
  _ = try? value.numbers("numbers")
  _ = try? value.integers(in: 0...100, "integers")
  _ = try? value.pair(separator: "x", in: 1...100, "a pair")
}

private func readDetections(_ bytes: UnsafeBufferPointer<UInt8>) {
  let path = "/dev/shm/shelfcount-fuzz-\(getpid())"
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(descriptor >= 0)
  defer { unlink(path) }
  precondition(write(descriptor, bytes.baseAddress, bytes.count) == bytes.count)
  close(descriptor)
  guard var stream = try? DetectionReader.read(InputFile(path), classes: nil) else { return }
  precondition(stream.detections.count == stream.frameNumbers.count)
  if stream.length > 5000 { stream.cut(to: 5000) }
  var seen = 0
  try? stream.forEachFrame(length: min(stream.length, 5000)) { _, rows in seen += rows.count }
  precondition(seen == stream.detections.count)
  precondition(stream.largestFrame <= seen && stream.largestClass <= DetectionReader.largestClass)
}
