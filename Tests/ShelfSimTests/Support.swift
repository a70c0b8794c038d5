import ShelfSim
import Testing

/// A scenario by name with changes.
func scene(_ name: String, _ change: (inout Scenario) -> Void = { _ in }) throws -> Scenario {
  var scenario = try #require(Scenario.named(name))
  change(&scenario)
  return scenario
}

/// A simulation of a named scene.
func simulate(
  _ name: String, seed: UInt64 = 1, _ change: (inout Scenario) -> Void = { _ in }
) throws -> Simulation {
  try Simulation(scene(name, change), seed: seed)
}

extension Detection {
  var item: Int? { if case .item(let id) = origin { id } else { nil } }
  var second: Int? { if case .second(let id) = origin { id } else { nil } }

  func iou(_ other: Detection) -> Float {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    let both = max(0, across) * max(0, down)
    return both / (width * height + other.width * other.height - both)
  }
}

extension VisibleItem {
  var centre: (x: Double, y: Double) { (Double(x) + Double(width) / 2, Double(y) + Double(height) / 2) }
}

func mean(_ values: [Double]) -> Double {
  values.reduce(0, +) / Double(max(1, values.count))
}

func deviation(_ values: [Double]) -> Double {
  let middle = mean(values)
  return mean(values.map { ($0 - middle) * ($0 - middle) }).squareRoot()
}
