import CJSON

/// A JSON document, read with cJSON.
struct JSONReader {
  /// Where in the document this value stands, for messages: `input.width`.
  let path: String
  private let item: UnsafeMutablePointer<cJSON>
  private let root: Root

  private final class Root {
    let item: UnsafeMutablePointer<cJSON>
    init(_ item: UnsafeMutablePointer<cJSON>) { self.item = item }
    deinit { cJSON_Delete(item) }
  }

  init(text: String) throws {
    guard let item = cJSON_Parse(text) else {
      let rest = cJSON_GetErrorPtr().map { String(cString: $0).prefix(30) } ?? ""
      throw MediaError("not JSON\(rest.isEmpty ? "" : ", at '\(rest)'")")
    }
    self.item = item
    root = Root(item)
    path = ""
  }

  private init(_ path: String, _ item: UnsafeMutablePointer<cJSON>, _ root: Root) {
    self.path = path
    self.item = item
    self.root = root
  }

  /// A member, nil where there is none or it is null.
  func member(_ name: String) throws -> JSONReader? {
    guard cJSON_IsObject(item) != 0 else { throw failure("an object") }
    guard let found = cJSON_GetObjectItemCaseSensitive(item, name), cJSON_IsNull(found) == 0 else {
      return nil
    }
    return JSONReader(path.isEmpty ? name : "\(path).\(name)", found, root)
  }

  func require(_ name: String) throws -> JSONReader {
    guard let found = try member(name) else {
      throw MediaError("'\(path.isEmpty ? name : "\(path).\(name)")' is missing")
    }
    return found
  }

  /// All members have names among these: a misspelt one is not passed over.
  func allow(_ names: Set<String>) throws {
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

  func text() throws -> String {
    guard cJSON_IsString(item) != 0, let text = item.pointee.valuestring else { throw failure("a text") }
    return String(cString: text)
  }

  func number(in range: ClosedRange<Double>) throws -> Double {
    guard cJSON_IsNumber(item) != 0, range.contains(item.pointee.valuedouble) else {
      throw failure("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return item.pointee.valuedouble
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    let value = try number(in: Double(range.lowerBound)...Double(range.upperBound))
    guard let whole = Int(exactly: value) else { throw failure("a whole number") }
    return whole
  }

  func flag() throws -> Bool {
    guard cJSON_IsBool(item) != 0 else { throw failure("true or false") }
    return cJSON_IsTrue(item) != 0
  }

  func elements() throws -> [JSONReader] {
    guard cJSON_IsArray(item) != 0 else { throw failure("a list") }
    return (0..<cJSON_GetArraySize(item)).compactMap { index in
      cJSON_GetArrayItem(item, index).map { JSONReader("\(path)[\(index)]", $0, root) }
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
