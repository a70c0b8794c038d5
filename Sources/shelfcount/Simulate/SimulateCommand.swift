import ShelfSim

extension Command {
  static var simulate: Command {
    Command(
      name: "simulate", summary: "make a detection stream whose true count is known",
      help: SimulateCommand.help, run: SimulateCommand.run)
  }
}

/// `shelfcount simulate OUTDIR`.
private enum SimulateCommand {
  static var help: String {
    """
    Usage: shelfcount simulate OUTDIR [--scene NAME] [--seed N] [options]

    Simulates what a detector reports while a camera passes a shelf, and writes into OUTDIR:
      det.txt      frame,-1,x,y,w,h,score,class,-1,-1: the rows, for shelfcount replay
      gt.txt       frame,id,x,y,w,h,1,class,visibility: what was really there
      truth.json   the true count, item by item, and all numbers of the scene
    Frames count from 1, boxes are in pixels. The same scene, seed and options give the same files on
    every machine. What counts: items whose centre is within 0.45 to 0.55 of the width in two frames
    or more. The camera's path is laid so that no item merely touches this band where it turns, starts
    or stops (truth.json: count_entered_at_all equals count): its ends are moved by up to a few items,
    then shelf and path are drawn anew, last the items that touch are taken away (attempt, removed).
    belt and crossing have a standing camera: there truth.json has the crossings of the middle line.

    Defaults stand in brackets; a scene changes those that stand behind it below.
    W and H are the picture's width and height.

    \(SimulateOptions.table.manual)
    Scenes:
    \(SceneList.detailed)
    Examples:
      shelfcount simulate out --scene back --seed 7
      shelfcount simulate out --scene clean --lens 0.12 --misses 0.4 --frames 900 --size 1920x1080 --gz

    Exit status: 0 done, 1 failed (full disk, ...), 2 wrong usage.

    """
  }

  static func run(_ arguments: [String]) throws {
    var options = SimulateOptions()
    let operands = try SimulateOptions.table.parse(arguments, into: &options)
    if options.showsHelp { return try Program.printText(help) }
    if options.showsList { return try Program.printText(SceneList.short) }
    guard let directory = operands.first else { throw SimulateOptions.table.hint("no OUTDIR given") }
    guard operands.count == 1 else {
      throw SimulateOptions.table.hint("one OUTDIR only, but also '\(operands[1])'")
    }
    let simulation: Simulation
    do {
      simulation = try Simulation(options.scenario, seed: options.seed)
    } catch {
      throw Failure.usage("scene \(options.scenario.name): \(error)")
    }
    try SimulationWriter(directory, isPacked: options.isPacked).write(simulation, isQuiet: options.isQuiet)
    if !options.isQuiet { try Program.printText(summary(simulation.truth)) }
  }

  private static func summary(_ truth: Truth) -> String {
    "\(truth.scenario.name), seed \(truth.seed): \(truth.frames) frames, \(truth.count) items to count\n"
  }
}

/// The scenes as the manual shows them.
enum SceneList {
  /// One line each.
  static var short: String {
    Scenario.scenes.map { "\($0.name.padded(to: width))\($0.summary)\n" }.joined()
  }

  /// With the options that each stands for.
  static var detailed: String {
    Scenario.scenes.map { scene in
      "  \(scene.name.padded(to: width))\(scene.summary)\n\(changes(scene.scenario))"
    }.joined()
  }

  private static var width: Int { (Scenario.scenes.map(\.name.count).max() ?? 0) + 2 }

  private static func changes(_ scenario: Scenario) -> String {
    let usual = Scenario()
    var lines: [String] = []
    for knob in SimulateOptions.knobs where knob.text(scenario) != knob.text(usual) {
      let change = "--\(knob.name) \(knob.text(scenario))"
      if let last = lines.last, last.count + change.count < 80 {
        lines[lines.count - 1] = "\(last) \(change)"
      } else {
        lines.append(change)
      }
    }
    return lines.map { "  \("".padded(to: width))\($0)\n" }.joined()
  }
}
