import CShelfCount

/// What the user asked of `shelfcount bench`.
struct BenchOptions {
  var sizes = [10, 50, 100, 200, 300]
  var frames = 300
  var repeats = Experiment.leastRepeats
  var reportPath: String?
  var countsPath: String?
  var printsBudget = false
  var replayPath: String?
  var size = (width: 640, height: 640)
  var isQuiet = false
  var showsHelp = false

  /// Frames at the start of each stream that are run and not measured.
  static let settlingFrames = 100

  typealias Option = CommandOption<BenchOptions>

  static var table: OptionTable<BenchOptions> {
    OptionTable(command: "bench", groups: [measuring, output])
  }

  private static var measuring: OptionGroup<BenchOptions> {
    OptionGroup(
      title: "Measuring",
      options: [
        Option("n", "LIST", "things in view, as 10,100 (10,50,100,200,300)") {
          $0.sizes = try $1.integers(in: 1...2000, "a list of whole numbers as 10,100 (1 to 2000)")
        },
        Option("frames", "N", "frames of a stream that are measured, after \(settlingFrames) more (300)") {
          $0.frames = try $1.integer(in: 50...100_000)
        },
        Option("repeats", "N", "passes of each configuration, at least 20 (20)") {
          $0.repeats = try $1.integer(in: Experiment.leastRepeats...1000)
        },
        Option("quiet", "no progress bar") { $0.isQuiet = true },
        Option("help", "print this text") { $0.showsHelp = true },
      ])
  }

  private static var output: OptionGroup<BenchOptions> {
    OptionGroup(
      title: "Report",
      options: [
        Option("report", "OUT", "write one HTML file with charts, which needs no network") {
          $0.reportPath = try $1.path()
        },
        Option("replay", "FILE", "stream for the chart of the count (scene fbf of simulate, seed 1)") {
          $0.replayPath = try $1.path()
        },
        Option("size", "WxH", "size of its frames (640x640)") {
          let sides = try $1.pair(separator: "x", in: 1...Limits.side, "a size as 640x480")
          $0.size = (sides.0, sides.1)
        },
        Option("counts", "CSV", "instructions of a frame on aarch64, from Benchmarks/icount/count.py --csv") {
          $0.countsPath = try $1.path()
        },
        Option("budget", "print the table of boards for --counts as Markdown, and measure nothing") {
          $0.printsBudget = true
        },
      ])
  }
}
