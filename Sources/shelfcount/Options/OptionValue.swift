/// The text given to an option, and the ways to read it.
///
/// What does not fit is a usage error that names the option, the text and what would fit.
struct OptionValue {
  let option: String
  let text: String

  func failure(_ expected: String) -> Failure {
    .usage("\(option): '\(text)' is not \(expected)")
  }

  func integer(in range: ClosedRange<Int>) throws -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw failure("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func number(in range: ClosedRange<Double>) throws -> Double {
    guard let value = Double(text), range.contains(value) else {
      throw failure("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Finite numbers separated by commas.
  func numbers(_ expected: String) throws -> [Double] {
    try fields(separator: ",").map {
      guard let value = Double($0), value.isFinite else { throw failure(expected) }
      return value
    }
  }

  /// Two whole numbers around a separator, as in 640x480 or 2/3.
  func pair(separator: Character, in range: ClosedRange<Int>, _ expected: String) throws -> (Int, Int) {
    let numbers = fields(separator: separator).map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1],
      range.contains(first), range.contains(second)
    else { throw failure(expected) }
    return (first, second)
  }

  func integers(in range: ClosedRange<Int>, _ expected: String) throws -> [Int] {
    try fields(separator: ",").map {
      guard let value = Int($0), range.contains(value) else { throw failure(expected) }
      return value
    }
  }

  /// One of several words, each of which stands for a value.
  func choice<Value>(_ choices: KeyValuePairs<String, Value>) throws -> Value {
    guard let found = choices.first(where: { $0.key == text }) else {
      throw failure("one of \(choices.map(\.key).joined(separator: ", "))")
    }
    return found.value
  }

  /// A place to write to: a path, or - for standard output.
  func path() throws -> String {
    guard !text.isEmpty else { throw Failure.usage("\(option): the name of the file is empty") }
    return text
  }

  private func fields(separator: Character) -> [Substring] {
    text.split(separator: separator, omittingEmptySubsequences: false)
  }
}
