import Testing

@testable import ShelfMedia

@Suite("JSON")
struct JSONReaderTests {
  @Test("What is wrong is named with its place")
  func messages() throws {
    let json = try JSONReader(text: #"{"a": {"b": [1, 2.5, "x"]}}"#)
    let list = try json.require("a").require("b").elements()
    #expect(try list[0].integer(in: 0...3) == 1)
    #expect { try list[1].integer(in: 0...3) } throws: { "\($0)" == "'a.b[1]' is not a whole number" }
    #expect { try list[2].number(in: 0...3) } throws: { "\($0)".hasPrefix("'a.b[2]' is not a number") }
    #expect { try json.require("c") } throws: { "\($0)" == "'c' is missing" }
    #expect { try json.allow(["b"]) } throws: { "\($0)" == "'a' is not known here (b)" }
    #expect { try JSONReader(text: "{") } throws: { "\($0)".hasPrefix("not JSON") }
  }
}
