import ShelfSim
import Testing

@Suite("What is true")
struct TruthTests {
  /// `long` is the same in 1,500 frames, only sooner over.
  private static let scenarios = Scenario.scenes.map { scene in
    var scenario = scene.scenario
    if scenario.name == "long" {
      scenario.frames = 1500
      scenario.shelf.items = 0
    }
    return scenario
  }

  @Test("No item merely touches the band", arguments: scenarios, 0..<5 as Range<UInt64>)
  func nothingTouches(_ scenario: Scenario, _ seed: UInt64) throws {
    let truth = try Simulation(scenario, seed: seed).truth
    #expect(truth.count > 0)
    #expect(truth.count == truth.enteredAtAll)
    #expect(truth.removed * 50 <= truth.itemsOnShelf, "at most 2 % of the items are taken away")
    for item in truth.items {
      #expect(item.framesInBand >= 2)
      #expect(item.first < item.countedAt && item.countedAt <= item.last)
      #expect(item.framesInBand <= item.last + 1 - item.first)
    }
    #expect(Set(truth.items.map(\.id)).count == truth.count)
    #expect(truth.perClass.reduce(0) { $0 + $1.count } == truth.count)
    #expect(truth.items.map(\.countedAt) == truth.items.map(\.countedAt).sorted())
  }

  @Test("The truth is what the true boxes do", arguments: scenarios.map(\.name))
  func recount(_ name: String) throws {
    let simulation = try simulate(name, seed: 2) { if $0.frames > 0 { $0.frames = 250 } }
    let width = Double(simulation.scenario.width)
    let height = Double(simulation.scenario.height)
    var frames: [Int: Int] = [:]
    var order: [Int] = []
    var number = 0
    for frame in simulation {
      number += 1
      #expect(frame.number == number)
      for item in frame.items {
        #expect(item.visibility >= 0 && item.visibility <= 1)
        // A thousandth of a pixel for the step from double to single precision.
        guard abs(item.centre.x - width / 2) <= 0.05 * width + 0.001 else { continue }
        guard item.centre.y >= 0, item.centre.y <= height else { continue }
        frames[item.id, default: 0] += 1
        if frames[item.id] == 2 { order.append(item.id) }
      }
    }
    let truth = simulation.truth
    #expect(number == truth.frames)
    #expect(Set(order) == Set(truth.items.map(\.id)))
    #expect(truth.items.allSatisfy { frames[$0.id] == $0.framesInBand })
  }

  @Test("Before a standing camera each thing crosses the middle once", arguments: 0..<5 as Range<UInt64>)
  func crossings(_ seed: UInt64) throws {
    let belt = try simulate("belt", seed: seed).truth
    #expect(belt.crossings.count == 40 && belt.count == 40)
    #expect(Set(belt.crossings.map(\.isLeftwards)).count == 1, "a belt moves one way")
    let people = try simulate("crossing", seed: seed).truth
    #expect(people.crossings.count { $0.isLeftwards } == 4)
    #expect(people.crossings.count { !$0.isLeftwards } == 4)
    #expect(Set(people.crossings.map(\.item)).count == 8)
    #expect(try simulate("clean", seed: seed).truth.crossings.isEmpty)
  }

  @Test("Where a walk begins in motion, items stand on both sides of the band")
  func inMotion() throws {
    let simulation = try simulate("fast") { $0.path.inMotion = 1 }
    let items = try #require(simulation.first { _ in true }).items
    #expect(items.contains { $0.centre.x < 250 } && items.contains { $0.centre.x > 390 })
    #expect(simulation.truth.count < simulation.truth.itemsOnShelf)
  }
}
