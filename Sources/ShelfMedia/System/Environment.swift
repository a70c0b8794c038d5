import Glibc

package enum Environment {
  /// A variable that is set and not empty.
  package static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
