import CShelfCount

/// What the user asked of `shelfcount sweep`.
struct SweepOptions {
  /// What every setting has in common: the options of `replay`.
  var replay = ReplayOptions()
  var files: [String] = []
  var showsHelp = false

  var scores = [0.4, 0.5, 0.6]
  var overlaps = [0.2, 0.3, 0.4]
  var matchers = ["greedy"]
  var repeats = Experiment.leastRepeats
  var truths: [String] = []
  var csvPath: String?

  /// One combination of what is swept.
  struct Setting {
    let score: Double
    let overlap: Double
    let matcher: (name: String, value: Int)

    var name: String { "\(score)/\(overlap)/\(matcher.name)" }

    /// Sets it on top of the other options.
    func apply(to config: inout shelf_config) {
      config.high_score = Float(score)
      config.low_score = min(config.low_score, config.high_score)
      config.new_score = max(config.new_score, config.high_score)
      config.first_cost = Float(1 - overlap)
      config.matcher = Int32(matcher.value)
    }
  }

  var settings: [Setting] {
    let chosen = ReplayOptions.matchers.filter { matchers.contains($0.key) }
    return scores.flatMap { score in
      overlaps.flatMap { overlap in
        chosen.map { Setting(score: score, overlap: overlap, matcher: ($0.key, $0.value)) }
      }
    }
  }
}

extension SweepOptions {
  typealias Option = CommandOption<SweepOptions>

  static var table: OptionTable<SweepOptions> {
    OptionTable(
      command: "sweep",
      groups: [
        swept, output, ReplayOptions.stream.part(\.replay), ReplayOptions.counting.part(\.replay),
        ReplayOptions.tracking.part(\.replay), ReplayOptions.capacity.part(\.replay),
      ])
  }

  private static var swept: OptionGroup<SweepOptions> {
    OptionGroup(
      title: "What is swept (LIST: values separated by commas)",
      options: [
        Option("conf", "LIST", "scores from which rows are sure (0.4,0.5,0.6); --new rises with them") {
          $0.scores = try shares($1, "a list of scores as 0.4,0.5 (0 to 1)")
        },
        Option("iou", "LIST", "least IoU of a pair in the first step (0.2,0.3,0.4)") {
          $0.overlaps = try shares($1, "a list of IoUs as 0.2,0.3 (0 to 1)")
        },
        Option("matchers", "LIST", "of \(ReplayOptions.matchers.map(\.key).joined(separator: ", ")) (greedy)")
        {
          let names = $1.text.split(separator: ",").map(String.init)
          let known = ReplayOptions.matchers.map(\.key)
          guard !names.isEmpty, names.allSatisfy(known.contains) else {
            throw $1.failure("a list of \(known.joined(separator: ", "))")
          }
          $0.matchers = names
        },
        Option("truth", "LIST", "for each FILE its true count, or the truth.json of simulate (not known)") {
          $0.truths = $1.text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        },
        Option("repeats", "N", "passes of each setting, at least 20 (20)") {
          $0.repeats = try $1.integer(in: Experiment.leastRepeats...1000)
        },
      ])
  }

  private static var output: OptionGroup<SweepOptions> {
    OptionGroup(
      title: "Output",
      options: [
        Option("csv", "OUT", "write the table as CSV") { $0.csvPath = try $1.path() },
        Option("quiet", "no progress bar") { $0.replay.isQuiet = true },
        Option("help", "print this text") { $0.showsHelp = true },
      ])
  }

  private static func shares(_ value: OptionValue, _ expected: String) throws -> [Double] {
    let numbers = try value.numbers(expected)
    guard numbers.allSatisfy({ (0...1).contains($0) }) else { throw value.failure(expected) }
    return numbers
  }
}
