/// A stream of detections whose truth is known.
///
/// The same scenario and seed give the same numbers on every machine.
///
///     let simulation = try Simulation(.named("pan-back"), seed: 7)
///     for frame in simulation { ... }
///     simulation.truth.count
public struct Simulation: Sequence {
  /// What is simulated.
  public let scenario: Scenario
  /// Which variant of it.
  public let seed: UInt64
  /// What a counter should find.
  public let truth: Truth

  private let world: World
  private let mishaps: MishapSchedule

  /// Tries with the same seed before items are taken off the shelf.
  private static let mostAttempts = 6

  /// Lays shelf and camera path such that no item merely touches the band where the camera turns, starts or
  /// stops: an item whose centre is in the band at all is there for at least two frames, and goes clearly
  /// inside.
  ///
  /// The ends of the path are moved by up to a few items; if that does not do, shelf and path are drawn anew,
  /// and after six tries the few items that touch are taken off the shelf. The truth tells how often.
  public init(_ scenario: Scenario, seed: UInt64) throws(ScenarioError) {
    try scenario.check()
    self.scenario = scenario
    self.seed = seed
    var (world, survey, attempt) = Self.layOut(scenario, seed: seed)
    let removed = survey.touching.count
    if removed > 0 {
      world.remove(survey.touching)
      survey = Survey(world)
    }
    guard !survey.items.isEmpty else {
      throw ScenarioError(description: "no item would pass the band in so few frames")
    }
    let mishaps = MishapSchedule(world)
    self.world = world
    self.mishaps = mishaps
    truth = Truth(
      scenario: scenario, seed: seed, frames: world.frames, items: survey.items,
      enteredAtAll: survey.enteredAtAll, itemsOnShelf: world.items.count,
      droppedFrames: mishaps.isDropped.indices.filter { mishaps.isDropped[$0] }.map { $0 + 1 },
      blindGaps: mishaps.blindGaps.map { $0.lowerBound + 1...$0.upperBound }, crossings: survey.crossings,
      attempt: attempt, removed: removed)
  }

  /// Length of the stream.
  public var frames: Int { world.frames }

  /// Starts from the first frame.
  public func makeIterator() -> Iterator {
    Iterator(model: DetectorModel(world, mishaps), frames: world.frames)
  }

  /// The frames in their order.
  public struct Iterator: IteratorProtocol {
    fileprivate var model: DetectorModel
    fileprivate let frames: Int
    private var index = 0

    fileprivate init(model: DetectorModel, frames: Int) {
      self.model = model
      self.frames = frames
    }

    /// The next frame, null after the last.
    public mutating func next() -> Frame? {
      guard index < frames else { return nil }
      defer { index += 1 }
      return model.frame(index)
    }
  }

  /// The first world in which no item merely touches the band, or else the one with the fewest that do.
  private static func layOut(_ scenario: Scenario, seed: UInt64) -> (World, Survey, Int) {
    var best: (World, Survey, Int)?
    for attempt in 0..<mostAttempts {
      let world = World(scenario, seed: seed, attempt: attempt)
      let survey = Survey(world)
      if survey.touching.count < best?.1.touching.count ?? Int.max { best = (world, survey, attempt) }
      if survey.touching.isEmpty { break }
    }
    guard let best else { preconditionFailure("at least one attempt was made") }
    return best
  }
}
