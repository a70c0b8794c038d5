import Testing

@testable import ShelfSim

@Suite("How the camera moves and sees")
struct CameraTests {
  @Test(
    "A lens moves a point at half width by its share", arguments: [0.12, 0.06, -0.08],
    [Scenario.Optics.LensModel.division, .polynomial])
  func lens(_ share: Double, _ model: Scenario.Optics.LensModel) throws {
    let scenario = try scene("clean") {
      $0.optics.lens = share
      $0.optics.lensModel = model
    }
    let projector = Projector(scenario, isMirrored: false)
    #expect(abs(projector.point(320, 0, Pose()).x - (640 - 320 * share)) < 1e-9)
    #expect(abs(projector.point(0, -320, Pose()).y - 320 * share) < 1e-9)
    #expect(projector.point(0, 0, Pose()) == (320, 320))
    // Further out further in, and never back.
    let places = stride(from: 0.0, through: 700, by: 10).map { projector.point($0, 0, Pose()).x }
    #expect(share < 0 || places == places.sorted())
    #expect(abs(places[8] - 400) < 0.1 * abs(places[32] - 640))
  }

  @Test("A lens does the same to whole items")
  func lensOnItems() throws {
    let straight = try Array(simulate("clean"))
    let bent = try Array(simulate("lens"))
    // In the middle row the radius is all but the distance from the middle line.
    var ratios: [Double] = []
    for (before, after) in zip(straight, bent) {
      for item in before.items where abs(abs(item.centre.x - 320) - 300) < 10 {
        guard abs(item.centre.y - 320) < 60, let seen = after.items.first(where: { $0.id == item.id })
        else { continue }
        ratios.append((seen.centre.x - 320) / (item.centre.x - 320))
      }
    }
    #expect(ratios.count > 5)
    #expect(ratios.allSatisfy { $0 > 0.87 && $0 < 0.91 })
  }

  @Test("Rows move at different speeds by the parallax")
  func parallax() throws {
    let simulation = try simulate("parallax") { $0.path.speedSpread = 0 }
    let frames = Array(simulation.prefix(202).dropFirst(200))
    var steps: [Int: Double] = [:]
    for item in frames[0].items {
      guard let later = frames[1].items.first(where: { $0.id == item.id }) else { continue }
      steps[Int(item.y + item.height) / 200] = abs(later.centre.x - item.centre.x)
    }
    let sorted = steps.values.sorted()
    #expect(sorted.count == 3)
    // Boxes are in tenths of a pixel.
    #expect(abs(sorted[0] / sorted[1] - 0.9) < 0.03 && abs(sorted[2] / sorted[1] - 1.1) < 0.03)
  }

  @Test("Parallax item by item stays within its share")
  func parallaxPerItem() throws {
    let scenario = try scene("parallax") { $0.optics.parallaxPerItem = true }
    let world = World(scenario, seed: 1, attempt: 0)
    let depths = world.items.map(\.depth)
    #expect(depths.allSatisfy { abs($0 - 1) <= 0.1 })
    #expect(depths.contains { $0 > 1.08 } && depths.contains { $0 < 0.92 })
  }

  @Test("Zoom, roll and drift are as large as said")
  func waves() throws {
    let scenario = try scene("zoom") { $0.frames = 800 }
    let poses = World(scenario, seed: 1, attempt: 0).poses
    #expect(poses.count == 800)
    let zooms = poses.map(\.zoom)
    #expect(abs((zooms.max() ?? 0) - 1.15) < 0.002 && abs((zooms.min() ?? 0) - 0.85) < 0.002)
    #expect(abs((poses.map(\.sine).max() ?? 0) - 0.0697565) < 1e-4)
    #expect(poses.allSatisfy { abs($0.sine * $0.sine + $0.cosine * $0.cosine - 1) < 1e-12 })
    #expect(abs((poses.map(\.y).max() ?? 0) - 0.04 * 640) < 0.2)
  }

  @Test("Shake has the stated deviation")
  func shake() throws {
    let still = try scene("clean") { $0.shelf.items = 400 }
    let shaken = try scene("clean") {
      $0.shelf.items = 400
      $0.path.shake = 0.003
    }
    let places = zip(World(shaken, seed: 1, attempt: 0).poses, World(still, seed: 1, attempt: 0).poses)
    let shifts = places.map { $0.x - $1.x }
    #expect(abs(deviation(shifts) / (0.003 * 640) - 1) < 0.25)
  }

  @Test("Back comes back, forth-back-forth turns twice, a stop stands")
  func paths() throws {
    func places(_ kind: Scenario.Path.Kind) throws -> [Double] {
      World(try scene("clean") { $0.path.kind = kind }, seed: 1, attempt: 0).poses.map(\.x)
    }
    func turns(_ places: [Double]) -> Int {
      let steps = zip(places.dropFirst(), places).map { $0 - $1 }.filter { abs($0) > 1e-9 }
      return zip(steps.dropFirst(), steps).count { $0 * $1 < 0 }
    }
    #expect(try turns(places(.straight)) == 0)
    let back = try places(.back)
    #expect(turns(back) == 1 && abs(back[0] - back[back.count - 1]) < 1e-6)
    #expect(try turns(places(.forthBackForth)) == 2)
    let stops = try places(.stops)
    #expect(zip(stops.dropFirst(), stops).count { abs($0 - $1) < 1e-9 } > 80)
    #expect(try turns(places(.tour)) > 2)
  }

  @Test("A stop at an edge has an item's centre on a line of the band")
  func edges() throws {
    let scenario = try scene("jitter") { $0.path.shake = 0 }
    let simulation = try Simulation(scenario, seed: 1)
    var atLine = 0
    var last: [Int: Double] = [:]
    for frame in simulation {
      let stands = frame.items.contains { abs((last[$0.id] ?? 0) - $0.centre.x) < 1e-3 }
      let lines = [288.0, 320, 352]
      if stands, frame.items.contains(where: { item in lines.contains { abs($0 - item.centre.x) < 0.11 } }) {
        atLine += 1
      }
      last = Dictionary(
        frame.items.map { ($0.id, $0.centre.x) }, uniquingKeysWith: { first, _ in first })
    }
    #expect(atLine > 60)
  }

  @Test("Nothing is faster than the band allows", arguments: ["fast", "wall", "low-fps"])
  func speed(_ name: String) throws {
    for seed in 0..<4 as Range<UInt64> {
      let poses = World(try scene(name), seed: seed, attempt: 0).poses
      let fastest = zip(poses.dropFirst(), poses).map { abs($0.x - $1.x) }.max() ?? 0
      #expect(fastest < 0.05 * 640)
    }
  }
}
