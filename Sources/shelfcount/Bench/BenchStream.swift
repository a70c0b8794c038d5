import CShelfCount
import ShelfSim

/// A stream to measure with, and what is known of it.
struct BenchStream {
  let name: String
  let stream: DetectionStream
  let length: Int
  let size: (width: Int, height: Int)
  /// The true count, if it is known.
  let truth: Int?

  /// The simulator's loose grid with `n` things in view.
  static func grid(_ n: Int, frames: Int) throws -> BenchStream {
    try simulated("grid", seed: 1) {
      $0.shelf.inView = n
      $0.frames = frames
    }
  }

  /// The stream whose count is shown: forth, back and forth before a shelf.
  static func replay() throws -> BenchStream {
    try simulated("fbf", seed: 1) { _ in }
  }

  init(recorded path: String, size: (width: Int, height: Int)) throws {
    let input = try InputFile(path)
    name = input.name
    stream = try DetectionReader.read(input, classes: nil)
    length = stream.length
    self.size = size
    truth = nil
    guard length > 0 else { throw Failure.failed("\(path): no rows to replay") }
  }

  private init(_ simulation: Simulation, name: String) {
    var numbers: [UInt32] = []
    var rows: [shelf_detection] = []
    for frame in simulation {
      for found in frame.detections {
        numbers.append(UInt32(frame.number))
        let box = shelf_box(
          x1: found.x, y1: found.y, x2: found.x + found.width, y2: found.y + found.height)
        rows.append(shelf_detection(box: box, score: found.score, class_id: UInt32(found.classID)))
      }
    }
    self.name = name
    stream = DetectionStream(
      firstFrame: 1, frameNumbers: numbers, detections: rows, rowsOfOtherClasses: 0, isSorted: true)
    length = simulation.frames
    size = (simulation.scenario.width, simulation.scenario.height)
    truth = simulation.truth.count
  }

  private static func simulated(
    _ scene: String, seed: UInt64, _ change: (inout Scenario) -> Void
  ) throws -> BenchStream {
    guard var scenario = Scenario.named(scene) else { throw Failure.failed("no scene \(scene)") }
    change(&scenario)
    do {
      return BenchStream(try Simulation(scenario, seed: seed), name: "scene \(scene)")
    } catch {
      throw Failure.failed("scene \(scene): \(error)")
    }
  }
}
