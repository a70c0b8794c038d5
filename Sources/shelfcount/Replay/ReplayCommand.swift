extension Command {
  static var replay: Command {
    Command(
      name: "replay", summary: "track and count a recorded detection stream",
      help: ReplayCommand.help, run: ReplayCommand.run)
  }
}

/// `shelfcount replay FILE`.
private enum ReplayCommand {
  static var help: String {
    """
    Usage: shelfcount replay FILE --size WxH [options]

    Tracks and counts a recorded detection stream. FILE is plain or .gz, - is standard input:
      MOT text   frame,-1,x,y,w,h,score[,class[,...]]   no header line, frames from 1
      CSV        frame,x1,y1,x2,y2,score,class          header line, frames from 0
    Frames without rows are empty frames. Class -1 or none is class 0. Output keeps the frame numbers.

    Defaults stand in brackets, those of the presets shelf | bytetrack | seed | moving
    where they differ.

    \(ReplayOptions.table.manual)
    Examples:
      shelfcount replay det.txt.gz --size 640x640
      shelfcount replay cars.csv.gz --by track --size 640x352 --fps 24 --axis y --band 0.49,0.51 \\
                 --classes 2,7 --tracks tracks.txt --events events.txt --json

    Exit status: 0 done, 1 failed (malformed or damaged input, full disk, ...), 2 wrong usage.

    """
  }

  static func run(_ arguments: [String]) throws {
    var options = ReplayOptions()
    let operands = try ReplayOptions.table.parse(arguments, into: &options)
    if options.showsHelp { return try Program.printText(help) }
    guard let input = operands.first else { throw ReplayOptions.table.hint("no FILE given") }
    guard operands.count == 1 else {
      throw ReplayOptions.table.hint("one FILE only, but also '\(operands[1])'")
    }
    options.input = input
    try Replay(options).run()
  }
}
