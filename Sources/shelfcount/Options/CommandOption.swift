/// One option of a command: how it is called, what the manual says, and what it sets.
struct CommandOption<Target> {
  let name: String
  /// What stands for the value in the manual; null for a switch.
  let placeholder: String?
  let help: String
  let apply: (inout Target, OptionValue) throws -> Void

  init(
    _ name: String, _ placeholder: String, _ help: String,
    apply: @escaping (inout Target, OptionValue) throws -> Void
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.apply = apply
  }

  /// A switch, which takes no value.
  init(_ name: String, _ help: String, apply: @escaping (inout Target) -> Void) {
    self.name = name
    placeholder = nil
    self.help = help
    self.apply = { target, _ in apply(&target) }
  }

  /// The same option, for something that has a `Target` as a part.
  fileprivate func part<Whole>(_ path: WritableKeyPath<Whole, Target>) -> CommandOption<Whole> {
    CommandOption<Whole>(copying: name, placeholder, help) { [apply] in try apply(&$0[keyPath: path], $1) }
  }

  fileprivate init(
    copying name: String, _ placeholder: String?, _ help: String,
    apply: @escaping (inout Target, OptionValue) throws -> Void
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.apply = apply
  }
}

struct OptionGroup<Target> {
  let title: String
  let options: [CommandOption<Target>]

  /// The same options, for something that has a `Target` as a part.
  func part<Whole>(_ path: WritableKeyPath<Whole, Target>) -> OptionGroup<Whole> {
    OptionGroup<Whole>(title: title, options: options.map { $0.part(path) })
  }
}

/// All options of a command; the parser and the manual both come from this one table.
struct OptionTable<Target> {
  let command: String
  let groups: [OptionGroup<Target>]

  /// Applies the options among `arguments` to `target` and returns the operands.
  func parse(_ arguments: [String], into target: inout Target) throws -> [String] {
    let options = groups.flatMap(\.options)
    let names = options.map { (name: $0.name, takesArgument: $0.placeholder != nil) }
    return try Getopt.parse(arguments, options: names) { item in
      switch item {
      case .option(let index, let argument):
        let option = options[index]
        try option.apply(&target, OptionValue(option: "--\(option.name)", text: argument ?? ""))
      case .missingArgument(let index):
        throw hint("option --\(options[index].name) needs a value (\(options[index].placeholder ?? ""))")
      case .superfluousArgument(let index):
        throw hint("option --\(options[index].name) takes no value")
      case .unknown(let text):
        throw hint(explainUnknown(text, names: options.map(\.name)))
      }
    }
  }

  /// A usage error that says where the manual is.
  func hint(_ message: String) -> Failure {
    .usage("\(message); try \(Program.name) \(command) --help")
  }

  private func explainUnknown(_ text: String, names: [String]) -> String {
    let stem = text.prefix { $0 != "=" }
    let candidates = names.map { "--\($0)" }.filter { $0.hasPrefix(stem) }
    return candidates.count > 1
      ? "option \(stem) is ambiguous (\(candidates.joined(separator: ", ")))" : "unknown option \(stem)"
  }

  /// The groups as the manual shows them, one line an option.
  var manual: String {
    let width = groups.flatMap(\.options).map { signature($0).count }.max() ?? 0
    return groups.map { group in
      let lines = group.options.map { "  \(signature($0).padded(to: width + 2))\($0.help)\n" }
      return "\(group.title):\n\(lines.joined())"
    }.joined(separator: "\n")
  }

  private func signature(_ option: CommandOption<Target>) -> String {
    option.placeholder.map { "--\(option.name) \($0)" } ?? "--\(option.name)"
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
