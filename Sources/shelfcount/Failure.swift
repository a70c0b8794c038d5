/// Why the program ends without having done its work.
struct Failure: Error {
  enum Kind: Int32 {
    case failed = 1
    case usage = 2
  }

  let kind: Kind
  /// Null: there is nobody left to tell.
  let message: String?

  var status: Int32 { kind.rawValue }

  static func failed(_ message: String) -> Failure { Failure(kind: .failed, message: message) }
  static func usage(_ message: String) -> Failure { Failure(kind: .usage, message: message) }
  /// The reader of our pipe went away, as in `shelfcount ... | head`.
  static var brokenPipe: Failure { Failure(kind: .failed, message: nil) }
}
