import ShelfSim

/// One number of a scenario: as an option, in the manual and in truth.json.
struct Knob {
  let name: String
  let placeholder: String
  let help: String
  /// The value as one would give it.
  let text: (Scenario) -> String
  let json: (Scenario) -> JSONValue
  /// Reads a value; what comes out is to be applied to the scene.
  let change: (OptionValue) throws -> (inout Scenario) -> Void

  /// The option, its default that of the scene `clean`.
  var option: CommandOption<SimulateOptions> {
    CommandOption(name, placeholder, "\(help) (\(text(Scenario())))") { options, value in
      options.change(name, try change(value))
    }
  }
}

extension Knob {
  static func number(
    _ name: String, _ placeholder: String, _ help: String, _ field: WritableKeyPath<Scenario, Double>,
    in range: ClosedRange<Double>
  ) -> Knob {
    Knob(name: name, placeholder: placeholder, help: help) {
      short($0[keyPath: field])
    } json: {
      .number($0[keyPath: field])
    } change: {
      let value = try $0.number(in: range)
      return { $0[keyPath: field] = value }
    }
  }

  static func count(
    _ name: String, _ help: String, _ field: WritableKeyPath<Scenario, Int>, in range: ClosedRange<Int>
  ) -> Knob {
    Knob(name: name, placeholder: "N", help: help) {
      "\($0[keyPath: field])"
    } json: {
      .integer(UInt64($0[keyPath: field]))
    } change: {
      let value = try $0.integer(in: range)
      return { $0[keyPath: field] = value }
    }
  }

  /// Two numbers A,B between which values are drawn.
  static func range(
    _ name: String, _ help: String, _ field: WritableKeyPath<Scenario, ClosedRange<Double>>
  ) -> Knob {
    Knob(name: name, placeholder: "A,B", help: help) {
      "\(short($0[keyPath: field].lowerBound)),\(short($0[keyPath: field].upperBound))"
    } json: {
      .array([.number($0[keyPath: field].lowerBound), .number($0[keyPath: field].upperBound)])
    } change: {
      let expected = "two shares A,B with 0 <= A <= B <= 1"
      let ends = try $0.numbers(expected)
      guard ends.count == 2, ends[0] >= 0, ends[0] <= ends[1], ends[1] <= 1 else {
        throw $0.failure(expected)
      }
      return { $0[keyPath: field] = ends[0]...ends[1] }
    }
  }

  /// Two numbers of frames A,B between which lengths are drawn.
  static func lengths(
    _ name: String, _ help: String, _ field: WritableKeyPath<Scenario, ClosedRange<Int>>
  ) -> Knob {
    Knob(name: name, placeholder: "A,B", help: help) {
      "\($0[keyPath: field].lowerBound),\($0[keyPath: field].upperBound)"
    } json: {
      .array([
        .integer(UInt64($0[keyPath: field].lowerBound)), .integer(UInt64($0[keyPath: field].upperBound)),
      ])
    } change: {
      let expected = "two numbers of frames A,B with 1 <= A <= B <= 10000"
      let ends = try $0.integers(in: 1...10000, expected)
      guard ends.count == 2, ends[0] <= ends[1] else { throw $0.failure(expected) }
      return { $0[keyPath: field] = ends[0]...ends[1] }
    }
  }

  static func choice<Value: Equatable>(
    _ name: String, _ placeholder: String, _ help: String, _ field: WritableKeyPath<Scenario, Value>,
    _ choices: KeyValuePairs<String, Value>
  ) -> Knob {
    let text = { (scenario: Scenario) in
      choices.first { $0.value == scenario[keyPath: field] }?.key ?? "?"
    }
    return Knob(name: name, placeholder: placeholder, help: help, text: text) {
      .text(text($0))
    } change: {
      let value = try $0.choice(choices)
      return { $0[keyPath: field] = value }
    }
  }

  /// 3 rather than 3.0.
  private static func short(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
