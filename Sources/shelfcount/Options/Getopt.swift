@preconcurrency import CGetopt
@preconcurrency import Glibc

/// `getopt_long` of the C library.
enum Getopt {
  enum Item {
    /// A known option by its index in the table, with its argument.
    case option(Int, argument: String?)
    case unknown(String)
    case missingArgument(Int)
    case superfluousArgument(Int)
  }

  /// Goes through `arguments` and returns what is no option; options may stand before and after it.
  static func parse(
    _ arguments: [String], options: [(name: String, takesArgument: Bool)], handle: (Item) throws -> Void
  ) throws -> [String] {
    // Position 0 is the program's name, which getopt skips.
    var vector = (["shelfcount"] + arguments).map { strdup($0) } + [nil]
    var table = options.enumerated().map { index, option in
      CGetopt.option(
        name: UnsafePointer(strdup(option.name)),
        has_arg: option.takesArgument ? required_argument : no_argument, flag: nil,
        val: firstValue + Int32(index))
    }
    table.append(CGetopt.option())
    defer {
      vector.forEach { free($0) }
      table.forEach { free(UnsafeMutablePointer(mutating: $0.name)) }
    }

    let count = Int32(vector.count - 1)
    optind = 0
    opterr = 0
    while true {
      let code = getopt_long(count, &vector, ":", table, nil)
      if code == -1 { break }
      try handle(item(for: code, in: vector))
    }
    return vector[Int(optind)..<Int(count)].compactMap { $0.map { String(cString: $0) } }
  }

  /// Long options have values above every character, which short ones would use.
  private static let firstValue: Int32 = 1000

  private static func item(for code: Int32, in vector: [UnsafeMutablePointer<CChar>?]) -> Item {
    switch code {
    case firstValue...:
      return .option(Int(code - firstValue), argument: optarg.map { String(cString: $0) })
    case missing:
      return .missingArgument(Int(optopt - firstValue))
    default:
      if optopt >= firstValue { return .superfluousArgument(Int(optopt - firstValue)) }
      if optopt > 0 { return .unknown("-\(Unicode.Scalar(UInt8(truncatingIfNeeded: optopt)))") }
      return .unknown(vector[Int(optind) - 1].map { String(cString: $0) } ?? "")
    }
  }

  private static let missing = Int32(UInt8(ascii: ":"))
}
