import ShelfSim
import Testing

/// FNV-1a over all numbers of a stream and its truth.
private func hash(_ simulation: Simulation) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  func add(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
  for frame in simulation {
    for detection in frame.detections {
      for value in [detection.x, detection.y, detection.width, detection.height, detection.score] {
        add(UInt64(value.bitPattern))
      }
      add(UInt64(detection.classID))
    }
    for item in frame.items {
      for value in [item.x, item.y, item.width, item.height, item.visibility] {
        add(UInt64(value.bitPattern))
      }
      add(UInt64(item.id))
    }
  }
  for item in simulation.truth.items {
    add(UInt64(item.id))
    add(UInt64(item.countedAt))
  }
  return hash
}

@Suite("The same numbers on every machine")
struct DeterminismTests {
  @Test(
    "Golden hashes",
    arguments: [("mixed", 11_304_109_041_934_049_256 as UInt64), ("crossing", 18_358_223_252_728_169_815)])
  func golden(_ name: String, _ expected: UInt64) throws {
    let simulation = try simulate(name, seed: 3) { $0.frames = 400 }
    #expect(hash(simulation) == expected)
  }

  @Test("A simulation can be run again; another seed is another stream")
  func again() throws {
    let first = try simulate("flicker", seed: 4)
    #expect(hash(first) == hash(first))
    #expect(try hash(first) == hash(simulate("flicker", seed: 4)))
    #expect(try hash(first) != hash(simulate("flicker", seed: 5)))
  }

  @Test("One rate changes nothing that the others do")
  func independence() throws {
    let plain = try Array(simulate("clean") { $0.detector.misses = 0 })
    let disturbed = try Array(
      simulate("clean") {
        $0.detector.misses = 0.3
        $0.detector.doubles = 0.05
        $0.clutter.shelf = 40
        $0.clutter.passing = 2
      })
    #expect(plain.count == disturbed.count)
    for (before, after) in zip(plain, disturbed) {
      #expect(before.items == after.items)
      let kept = Set(before.detections.map(\.x))
      #expect(after.detections.filter { $0.item != nil }.allSatisfy { kept.contains($0.x) })
    }
  }
}
