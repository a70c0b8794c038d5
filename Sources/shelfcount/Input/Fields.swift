import Glibc

typealias Field = UnsafeBufferPointer<UInt8>

/// The fields of a line between its commas, without the blanks and quotes around them.
struct Fields {
  private(set) var fields: [Field] = []

  var count: Int { fields.count }
  subscript(_ index: Int) -> Field { fields[index] }

  mutating func split(_ line: UnsafeBufferPointer<UInt8>) {
    fields.removeAll(keepingCapacity: true)
    var rest = line[...]
    while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
      fields.append(Self.trim(rest[..<comma]))
      rest = rest[(comma + 1)...]
    }
    fields.append(Self.trim(rest))
  }

  private static func trim(_ field: Slice<Field>) -> Field {
    var field = field
    while let first = field.first, isPadding(first) { field = field.dropFirst() }
    while let last = field.last, isPadding(last) { field = field.dropLast() }
    return Field(rebasing: field)
  }

  private static func isPadding(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\"")
  }
}

extension Field {
  /// The number a field holds, NaN and infinity among them; null when it is none.
  ///
  /// The byte behind the field must be a comma, a blank or 0: there the C function stops.
  var number: Double? {
    guard let base = baseAddress, !isEmpty, !contains(where: Self.isForeign) else { return nil }
    return base.withMemoryRebound(to: CChar.self, capacity: count) { text in
      var end: UnsafeMutablePointer<CChar>?
      let value = strtod(text, &end)
      return end.map { UnsafePointer($0) } == text + count ? value : nil
    }
  }

  /// strtod also reads hexadecimal numbers, `nan(...)` and what stands behind white space.
  private static func isForeign(_ byte: UInt8) -> Bool {
    byte | 0x20 == UInt8(ascii: "x") || byte == UInt8(ascii: "(") || byte < 0x21
  }

  var text: String { String(decoding: self, as: UTF8.self) }

  /// For messages: short, and nothing in it that a terminal would obey.
  var quoted: String {
    let printable = String(decoding: prefix(40), as: UTF8.self).unicodeScalars.map {
      $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? "?" : String($0)
    }
    return "'\(printable.joined())\(count > 40 ? "..." : "")'"
  }
}
