/// What this machine is called.
enum Machine {
  /// A board's own name, else the processor's.
  static var name: String {
    firstLine("/proc/device-tree/model") ?? processor ?? "an unknown machine"
  }

  private static var processor: String? {
    guard let input = try? InputFile("/proc/cpuinfo") else { return nil }
    let lines = LineReader(input)
    while let line = try? lines.next() {
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
      return String(text[text.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }

  private static func firstLine(_ path: String) -> String? {
    guard let input = try? InputFile(path) else { return nil }
    let lines = LineReader(input)
    guard let line = try? lines.next() else { return nil }
    return String(decoding: line, as: UTF8.self).filter { $0 != "\0" }
  }
}
