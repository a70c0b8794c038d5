import ShelfSim

extension SimulateOptions {
  typealias Option = CommandOption<SimulateOptions>
  typealias Group = OptionGroup<SimulateOptions>

  static var table: OptionTable<SimulateOptions> {
    OptionTable(
      command: "simulate",
      groups: [stream, output]
        + knobGroups.map { Group(title: $0.title, options: $0.knobs.map(\.option)) })
  }

  /// All numbers of a scenario.
  static var knobs: [Knob] { knobGroups.flatMap(\.knobs) }

  private static var stream: Group {
    Group(
      title: "Stream",
      options: [
        Option("scene", "NAME", "one of the scenes below (clean)") {
          guard let scene = Scenario.named($1.text) else {
            throw table.hint("\($1.option): no scene '\($1.text)'; --list shows them")
          }
          $0.scene = scene
        },
        Option("seed", "N", "which variant of the scene (0)") {
          $0.seed = UInt64(try $1.integer(in: 0...Int(Int32.max)))
        },
        Option("list", "show the scenes with one line each") { $0.showsList = true },
      ])
  }

  private static var output: Group {
    Group(
      title: "Output",
      options: [
        Option("gz", "write det.txt.gz and gt.txt.gz") { $0.isPacked = true },
        Option("quiet", "no summary, no progress bar") { $0.isQuiet = true },
        Option("help", "print this text") { $0.showsHelp = true },
      ])
  }
}
