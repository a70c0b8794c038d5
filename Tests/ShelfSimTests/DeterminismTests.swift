import Testing

@testable import ShelfSim

@Test("x")
func x() throws {
  for scene in Scenario.scenes {
    for seed in 0..<5 {
      let clock = ContinuousClock()
      let start = clock.now
      let s = try Simulation(scene.scenario, seed: UInt64(seed))
      let t = s.truth
      let d = clock.now - start
      print(scene.name, seed, "frames", t.frames, "shelf", t.itemsOnShelf, "count", t.count, "entered", t.enteredAtAll, "attempts", t.attempts, "removed", t.removed, "x", t.crossings.count, "min", t.items.map(\.framesInBand).min() ?? 0, d)
    }
  }
}
