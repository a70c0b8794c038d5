public import ShelfSim
public import Testing

extension Scenario: CustomTestStringConvertible {
  /// A scene's name says enough in a list of tests; all its numbers fill a page.
  public var testDescription: String { name }
}
