/// A JSON document whose objects keep the order of their members.
enum JSONValue {
  case null
  case text(String)
  case integer(UInt64)
  case number(Double)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The document on one line.
  var line: String {
    switch self {
    case .null: "null"
    case .text(let text): Self.quote(text)
    case .integer(let value): "\(value)"
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .array(let values): "[\(values.map(\.line).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(Self.quote($0.key)): \($0.value.line)" }.joined(separator: ", "))}"
    }
  }

  private static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case ..." ":
        let digits = String(scalar.value, radix: 16)
        quoted += scalar == " " ? " " : "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
