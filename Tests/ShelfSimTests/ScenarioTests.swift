import ShelfSim
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  @Test("All scenes have names of their own and pass their own check", arguments: Scenario.scenes.map(\.name))
  func scenes(_ name: String) throws {
    #expect(Scenario.scenes.count { $0.name == name } == 1)
    let scenario = try #require(Scenario.named(name))
    #expect(scenario.name == name)
    try scenario.check()
  }

  @Test("The scenes that are promised")
  func promised() {
    let names = """
      clean jitter flicker hands doubles fast stop-and-go back fbf mixed dense long low-fps wall blind clutter \
      lens parallax zoom belt crossing grid crowd
      """
    #expect(Set(Scenario.scenes.map(\.name)) == Set(names.split(separator: " ").map(String.init)))
    #expect(Scenario.named("nothing") == nil)
  }

  @Test("A number of frames is kept, and the shelf is as long as they take", arguments: [200, 500, 1200])
  func frames(_ count: Int) throws {
    for name in ["clean", "back", "stop-and-go", "long", "grid", "belt", "crossing"] {
      let simulation = try simulate(name) {
        $0.frames = count
        $0.shelf.items = 0
      }
      #expect(simulation.frames == count && simulation.truth.count > 0, "\(name)")
    }
  }

  @Test("With frames and items the speed fits; a shelf too long for the time is cut")
  func framesAndItems() throws {
    let slow = try simulate("clean") { $0.frames = 1200 }.truth
    #expect(slow.count == 108 && slow.frames == 1200)
    let short = try simulate("clean") { $0.frames = 120 }.truth
    #expect(short.itemsOnShelf < 60 && short.count == short.enteredAtAll && short.frames == 120)
  }

  @Test("Items in view, rows, sizes, walls")
  func shelves() throws {
    #expect(try simulate("clean") { $0.shelf.items = 31 }.truth.itemsOnShelf == 31)
    let many = try #require(simulate("grid") { $0.shelf.inView = 300 }.first { _ in true })
    #expect((270...340).contains(many.items.count))
    let large = try simulate("clean") {
      $0.width = 1920
      $0.height = 1080
    }
    #expect(large.truth.count == 108)
    let wall = try #require(simulate("wall").first { $0.number == 100 })
    let sizes = wall.items.map(\.width)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) < 0.11)
    #expect(Set(wall.items.map(\.classID)) == [0])
    let cut = try simulate("clean") {
      $0.shelf.rows = 2
      $0.shelf.rowSpread = 1.3
      $0.shelf.itemHeight = 0.9
    }
    #expect(cut.truth.count > 0)
    #expect(cut.contains { $0.items.contains { $0.visibility < 1 && $0.visibility > 0.5 } })
  }

  @Test("Empty stretches are empty")
  func stretches() throws {
    let simulation = try simulate("clean") { $0.shelf.stretches = 2 }
    let middle = simulation.dropFirst(60).dropLast(60).map { frame in
      frame.items.count { abs($0.centre.x - 320) < 90 }
    }
    #expect(middle.contains { $0 == 0 } && middle.contains { $0 > 3 })
  }

  @Test("What makes no sense is refused, in words")
  func refusals() throws {
    let changes: [(inout Scenario) -> Void] = [
      { $0.width = 0 }, { $0.frames = -1 }, { $0.frames = 10 }, { $0.shelf.items = 0 },
      { $0.shelf.rows = 0 }, { $0.path.speed = 0.045 }, { $0.detector.misses = 1.1 },
      { $0.detector.misses = .nan }, { $0.optics.lens = 0.4 }, { $0.fps = .infinity },
      { $0.detector.burstScore = 0.5...1.5 }, { $0.mishaps.blindFrames = 0...3 },
      { $0.shelf.gapSpread = 0.9 }, { $0.shelf.classes = 0 },
    ]
    for change in changes {
      #expect(throws: ScenarioError.self) { try simulate("clean", change) }
    }
    let error = #expect(throws: ScenarioError.self) { try simulate("clean") { $0.path.speed = 0.045 } }
    #expect(error?.description.contains("in the band for one frame only") == true)
  }
}
