import CJSON

/// A JSON document, read with cJSON.
struct JSONReader {
  /// Where in the document this value stands, for messages: `input.width`.
  let path: String
  private let value: UnsafeMutablePointer<cJSON>
  private let root: Root

  private final class Root {
    let value: UnsafeMutablePointer<cJSON>
    init(_ value: UnsafeMutablePointer<cJSON>) { self.value = value }
    deinit { cJSON_Delete(value) }
  }

  init(text: String) throws {
    value = try text.withCString { bytes in
      if let value = cJSON_Parse(bytes) { return value }
      // Points into the text.
      let rest = cJSON_GetErrorPtr().map { String(cString: $0).prefix(30) } ?? ""
      throw MediaError("not JSON\(rest.isEmpty ? "" : ", at '\(rest)'")")
    }
    root = Root(value)
    path = ""
  }

  private init(_ path: String, _ value: UnsafeMutablePointer<cJSON>, _ root: Root) {
    self.path = path
    self.value = value
    self.root = root
  }

  /// Calls `body` with the value, and keeps the document as long.
  ///
  /// Without that the last use of a reader may free it before its pointer is done with.
  private func read<Result>(_ body: (UnsafeMutablePointer<cJSON>) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(root) { try body(value) }
  }

  /// A member, nil where there is none or it is null.
  func member(_ name: String) throws -> JSONReader? {
    try read { item in
      guard cJSON_IsObject(item) != 0 else { throw failure("an object") }
      guard let found = cJSON_GetObjectItemCaseSensitive(item, name), cJSON_IsNull(found) == 0 else {
        return nil
      }
      return JSONReader(path.isEmpty ? name : "\(path).\(name)", found, root)
    }
  }

  func require(_ name: String) throws -> JSONReader {
    guard let found = try member(name) else {
      throw MediaError("'\(path.isEmpty ? name : "\(path).\(name)")' is missing")
    }
    return found
  }

  /// All members have names among these: a misspelt one is not passed over.
  func allow(_ names: Set<String>) throws {
    try read { item in
      guard cJSON_IsObject(item) != 0 else { throw failure("an object") }
      var child = item.pointee.child
      while let next = child {
        let name = next.pointee.string.map { String(cString: $0) } ?? ""
        guard names.contains(name) else {
          throw MediaError(
            "'\(path.isEmpty ? name : "\(path).\(name)")' is not known here (\(names.sorted().joined(separator: ", ")))"
          )
        }
        child = next.pointee.next
      }
    }
  }

  func text() throws -> String {
    try read { item in
      guard cJSON_IsString(item) != 0, let text = item.pointee.valuestring else { throw failure("a text") }
      return String(cString: text)
    }
  }

  func number(in range: ClosedRange<Double>) throws -> Double {
    try read { item in
      guard cJSON_IsNumber(item) != 0, range.contains(item.pointee.valuedouble) else {
        throw failure("a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return item.pointee.valuedouble
    }
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    let value = try number(in: Double(range.lowerBound)...Double(range.upperBound))
    guard let whole = Int(exactly: value) else { throw failure("a whole number") }
    return whole
  }

  func flag() throws -> Bool {
    try read { item in
      guard cJSON_IsBool(item) != 0 else { throw failure("true or false") }
      return cJSON_IsTrue(item) != 0
    }
  }

  func elements() throws -> [JSONReader] {
    try read { item in
      guard cJSON_IsArray(item) != 0 else { throw failure("a list") }
      var elements: [JSONReader] = []
      var child = item.pointee.child
      while let next = child {
        elements.append(JSONReader("\(path)[\(elements.count)]", next, root))
        child = next.pointee.next
      }
      return elements
    }
  }

  /// One of several words, each of which stands for a value.
  func choice<Value>(_ choices: KeyValuePairs<String, Value>) throws -> Value {
    let word = try text()
    guard let found = choices.first(where: { $0.key == word }) else {
      throw failure("one of \(choices.map(\.key).joined(separator: ", "))")
    }
    return found.value
  }

  private func failure(_ expected: String) -> MediaError { MediaError("'\(path)' is not \(expected)") }
}
