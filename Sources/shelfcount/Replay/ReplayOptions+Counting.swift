import CShelfCount

extension ReplayOptions {
  static func countByName(_ config: shelf_config) -> String {
    config.count_by == Int32(SHELF_BY_ITEM) ? "item" : "track"
  }

  static var counting: Group {
    Group(
      title: "Counting (positions are shares of width and height, 0 to 1)",
      options: [
        Option(
          "by", "item|track",
          "what counts once, places or tracks \(Presets.defaults(countByName))"
        ) {
          let by = try $1.choice(["item": SHELF_BY_ITEM, "track": SHELF_BY_TRACK])
          $0.change { $0.count_by = Int32(by) }
        },
        Option("band", "A,B", "edges of the band, shares of the width (0.45,0.55)") {
          let expected = "two shares A,B with 0 <= A < B <= 1"
          let edges = try $1.numbers(expected)
          guard edges.count == 2, edges[0] >= 0, edges[0] < edges[1], edges[1] <= 1 else {
            throw $1.failure(expected)
          }
          $0.gates.band = (edges[0], edges[1])
          $0.gates.isBandAsked = true
        },
        Option("axis", "x|y", "y: the band lies across the height, A,B are shares of it (x)") {
          $0.gates.axis = try $1.choice(["x": SHELF_AXIS_X, "y": SHELF_AXIS_Y])
          $0.gates.isBandAsked = true
        },
        Option("no-band", "no band, only the lines and zones") { $0.gates.hasBand = false },
        Option("line", "X1,Y1,X2,Y2", "add a line (repeatable)") {
          $0.gates.others.append(.line(try points($1, 2...2, "two points X1,Y1,X2,Y2")))
        },
        Option("zone", "X1,Y1,...", "add a polygon of 3 to 16 points (repeatable)") {
          $0.gates.others.append(.zone(try points($1, 3...16, "3 to 16 points X1,Y1,X2,Y2,X3,Y3,...")))
        },
        number("dwell", "N", "frames inside band or zone before it counts", \.dwell, in: 1...10000),
        choice(
          "crossing", "on|off", "a jump across the band counts", \.crossing,
          ["on": 1, "off": 0]),
        Option("anchor", "center|bottom", "point of a box that counts (center)") {
          $0.gates.anchor = try $1.choice(["center": SHELF_ANCHOR_CENTER, "bottom": SHELF_ANCHOR_BOTTOM])
        },
      ])
  }

  private static func points(
    _ value: OptionValue, _ range: ClosedRange<Int>, _ expected: String
  ) throws -> [Double] {
    let numbers = try value.numbers(expected)
    guard numbers.count.isMultiple(of: 2), range.contains(numbers.count / 2) else {
      throw value.failure(expected)
    }
    return numbers
  }
}
