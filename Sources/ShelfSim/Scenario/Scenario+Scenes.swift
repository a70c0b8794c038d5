extension Scenario {
  /// A named scene and what it is for, in a line.
  public struct Scene: Sendable {
    /// As the program calls it.
    public let name: String
    /// What it stresses.
    public let summary: String
    fileprivate let change: @Sendable (inout Scenario) -> Void

    fileprivate init(
      _ name: String, _ summary: String, _ change: @escaping @Sendable (inout Scenario) -> Void
    ) {
      self.name = name
      self.summary = summary
      self.change = change
    }

    /// Its numbers.
    public var scenario: Scenario {
      var scenario = Scenario()
      scenario.name = name
      change(&scenario)
      return scenario
    }
  }

  /// The scenario of a named scene, null if there is none.
  public static func named(_ name: String) -> Scenario? {
    scenes.first { $0.name == name }?.scenario
  }

  /// All named scenes.
  public static let scenes: [Scene] =
    onePass + returning + optical + hard + standingCamera + benchmarks

  private static let onePass = [
    Scene("clean", "hardly any error: every rule ought to be exact") { _ in },
    Scene("jitter", "shaking boxes and hand, stops with an item on an edge of the band") {
      $0.path.kind = .stops
      $0.path.stopsAtEdge = true
      $0.path.shake = 0.0035
      $0.detector.misses = 0.012
      $0.detector.jitter = 0.035
    },
    Scene("flicker", "bursts of low scores, misses, items that are always weak") {
      $0.detector.weak = 0.1
      $0.detector.bursts = 0.02
      $0.detector.misses = 0.03
    },
    Scene("hands", "nine hands hide items, some while they cross the band") {
      $0.mishaps.hands = 9
      $0.detector.misses = 0.012
    },
    Scene("doubles", "second boxes of IoU 0.5 to 0.9 on one item for up to 20 frames") {
      $0.detector.doubles = 0.03
      $0.detector.misses = 0.012
    },
    Scene("fast", "up to 4 % of the width per frame, motion blur; half of the seeds begin in motion") {
      $0.shelf.items = 240
      $0.path.speed = 0.031
      $0.path.inMotion = 0.5
      $0.detector.blur = 0.28
      $0.detector.misses = 0.07
      $0.detector.jitter = 0.02
    },
    Scene("stop-and-go", "stops, changing speed, small steps back; half of the seeds begin in motion") {
      $0.path.kind = .stops
      $0.path.inMotion = 0.5
      $0.path.shake = 0.001
      $0.detector.misses = 0.012
    },
    Scene("dense", "about 280 small items in view, 13 rows") {
      $0.width = 1920
      $0.height = 1080
      $0.shelf.items = 700
      $0.shelf.rows = 13
      $0.shelf.itemHeight = 0.82
      $0.shelf.aspect = 0.78
      $0.shelf.classes = 3
      $0.path.speed = 0.0085
      $0.detector.jitter = 0.025
      $0.detector.misses = 0.025
      $0.detector.doubles = 0.002
      $0.clutter.passing = 4
    },
    Scene("low-fps", "15 frames per second: twice the step per frame, dropped frames") {
      $0.fps = 15
      $0.path.speed = 0.025
      $0.path.inMotion = 0.5
      $0.detector.blur = 0.18
      $0.detector.misses = 0.05
      $0.mishaps.drops = 0.02
    },
    Scene("wall", "one product at one pitch in every row, a third of a pitch per frame, dropped frames") {
      $0.shelf.items = 210
      $0.shelf.isWall = true
      $0.shelf.empty = 0
      $0.path.speed = 0.034
      $0.path.inMotion = 0.5
      $0.detector.blur = 0.15
      $0.detector.misses = 0.06
      $0.detector.jitter = 0.025
      $0.mishaps.drops = 0.015
    },
    Scene("blind", "four blind gaps of 8 to 29 frames while the camera moves on at changing speed") {
      $0.shelf.items = 192
      $0.path.speedSpread = 0.85
      $0.mishaps.blindGaps = 4
      $0.detector.misses = 0.02
    },
    Scene("clutter", "steady false boxes on shelf and image with lower scores, seen as often as items") {
      $0.clutter.shelf = 60
      $0.clutter.image = 2
      $0.clutter.passing = 0.3
      $0.detector.misses = 0.02
    },
  ]

  private static let returning = [
    Scene("back", "forth and back to the start") {
      $0.path.kind = .back
      $0.path.zoom = 0.03
      $0.path.roll = 1
      $0.optics.lens = 0.02
      $0.optics.parallax = 0.02
      $0.detector.misses = 0.015
    },
    Scene("fbf", "forth, back over more than half of it, and forth to the end") {
      $0.path.kind = .forthBackForth
      $0.path.zoom = 0.03
      $0.path.roll = 1
      $0.optics.lens = 0.02
      $0.optics.parallax = 0.02
      $0.detector.misses = 0.015
    },
    Scene("long", "10,000 frames with stops, steps back, longer returns and hands") {
      $0.frames = 10_000
      $0.shelf.items = 420
      $0.shelf.classes = 3
      $0.path.kind = .tour
      $0.path.inMotion = 0.5
      $0.path.shake = 0.001
      $0.detector.misses = 0.02
      $0.detector.bursts = 0.003
      $0.detector.weak = 0.05
      $0.mishaps.hands = 30
      $0.mishaps.drops = 0.005
    },
  ]

  private static let optical = [
    Scene("lens", "clean with a wide lens: 12 % barrel distortion at half width") {
      $0.optics.lens = 0.12
    },
    Scene("parallax", "clean with rows at different depths: 10 % parallax") {
      $0.optics.parallax = 0.1
    },
    Scene("zoom", "clean with 15 % zoom, 4 degrees of roll and vertical drift") {
      $0.path.zoom = 0.15
      $0.path.roll = 4
      $0.path.drift = 0.04
    },
  ]

  private static let hard = [
    Scene("mixed", "all effects at once, forth, back and forth") {
      $0.shelf.items = 156
      $0.shelf.classes = 3
      $0.shelf.stretches = 1
      $0.path.kind = .forthBackForth
      $0.path.inMotion = 0.5
      $0.path.speedSpread = 0.6
      $0.path.shake = 0.0015
      $0.path.zoom = 0.03
      $0.path.roll = 1
      $0.path.drift = 0.015
      $0.optics.lens = 0.02
      $0.optics.parallax = 0.02
      $0.optics.keystone = 0.03
      $0.detector.weak = 0.08
      $0.detector.bursts = 0.01
      $0.detector.misses = 0.03
      $0.detector.jitter = 0.022
      $0.detector.doubles = 0.008
      $0.clutter.passing = 0.6
      $0.clutter.shelf = 6
      $0.clutter.image = 1
      $0.mishaps.hands = 5
      $0.mishaps.drops = 0.02
    }
  ]

  private static let standingCamera = [
    Scene("belt", "a conveyor belt before a standing camera") {
      $0.shelf.kind = .belt
      $0.shelf.items = 40
      $0.shelf.rows = 1
      $0.shelf.rowSpread = 0.6
      $0.shelf.itemHeight = 0.55
      $0.shelf.aspect = 0.8
      $0.shelf.sizeSpread = 0.35
      $0.shelf.gap = 1
      $0.shelf.gapSpread = 0.8
      $0.shelf.block = 1
      $0.shelf.classes = 3
      $0.path.speed = 0.012
      $0.path.speedSpread = 0.15
      $0.detector.bursts = 0.01
      $0.detector.misses = 0.03
      $0.detector.doubles = 0.005
      $0.clutter.image = 1
    },
    Scene("crossing", "people in pairs cross before a standing camera and hide each other") {
      $0.shelf.kind = .people
      $0.shelf.items = 8
      $0.shelf.classes = 1
      $0.path.speed = 0.008
      $0.path.speedSpread = 0
      $0.detector.misses = 0.02
      $0.detector.jitter = 0.015
    },
  ]

  private static let benchmarks = [
    Scene("grid", "100 boxes in view on a loose grid, for benchmarks") {
      $0.frames = 600
      $0.shelf = grid(inView: 100)
      $0.path = gridPath
      $0.detector.level = 0.8
      $0.detector.levelSpread = 0.08
      $0.detector.noise = 0.02
      $0.detector.bursts = 0.04
      $0.detector.burstScore = 0.1...0.5
      $0.detector.burstFrames = 1...4
      $0.detector.misses = 0.05
      $0.detector.jitter = 0.03
      $0.detector.doubles = 0.03
      $0.detector.doubleFrames = 1...1
      $0.detector.doubleIoU = 0.6...0.85
      $0.detector.blur = 0
    },
    Scene("crowd", "300 boxes in view, overlapping everywhere, doubles everywhere, for benchmarks") {
      $0.frames = 600
      $0.shelf = grid(inView: 300)
      $0.shelf.itemHeight = 2.4
      $0.shelf.aspect = 2.4
      $0.path = gridPath
      $0.detector.noise = 0.08
      $0.detector.bursts = 0.02
      $0.detector.misses = 0.05
      $0.detector.jitter = 0.02
      $0.detector.doubles = 0.08
      $0.clutter.passing = 10
    },
  ]

  private static func grid(inView: Int) -> Shelf {
    var shelf = Shelf()
    shelf.items = 0
    shelf.inView = inView
    shelf.itemHeight = 0.55
    shelf.aspect = 0.55
    shelf.sizeSpread = 0.18
    shelf.classes = 4
    shelf.block = 1
    shelf.empty = 0
    shelf.wander = 0.1
    return shelf
  }

  private static var gridPath: Path {
    var path = Path()
    path.inMotion = 1
    path.speed = 0.0036
    path.speedSpread = 0.6
    path.drift = 0.025
    return path
  }
}
