import CShelfCount
import Glibc
import ShelfMedia

/// Finds the command, runs it, and turns what it throws into a message and an exit status.
enum Program {
  static let name = "shelfcount"
  private static var commands: [Command] { [.photo, .video, .camera, .replay, .simulate, .sweep, .bench] }

  static func run(_ arguments: [String]) -> Int32 {
    FileDescriptors.reserveStandardOnes()
    // A reader that goes away shall end us by an ordinary error, after the terminal is tidy again.
    signal(SIGPIPE, SIG_IGN)
    do {
      try dispatch(Array(arguments.dropFirst()))
      return 0
    } catch let failure as Failure {
      if let message = failure.message { Diagnostics.say(message) }
      return failure.status
    } catch {
      Diagnostics.say("\(error)")
      return Failure.Kind.failed.rawValue
    }
  }

  private static func dispatch(_ arguments: [String]) throws {
    guard let first = arguments.first else {
      throw Failure.usage("no command given; try \(name) --help")
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--version", "-V", "version":
      try printText("\(name) \(String(cString: shelf_version_text()))\n")
    case "--help", "-h":
      try printText(overview)
    case "help":
      try printText(rest.first.map { try command(named: $0).help } ?? overview)
    default:
      try command(named: first).run(rest)
    }
  }

  private static func command(named wanted: String) throws -> Command {
    guard let found = commands.first(where: { $0.name == wanted }) else {
      let what = wanted.hasPrefix("-") ? "option" : "command"
      throw Failure.usage("unknown \(what) \(wanted); try \(name) --help")
    }
    return found
  }

  /// Prints to standard output; a full disk is an error here too.
  static func printText(_ text: String) throws {
    let output = OutputFile.standardOutput()
    output.append(text)
    try output.close()
  }

  private static var overview: String {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    let list = commands.map { "  \($0.name.padded(to: width))\($0.summary)\n" }.joined()
    return """
      \(name) turns a stream of detections into stable tracks and an honest count.

      Usage: \(name) COMMAND [options]

      Commands:
      \(list)
        \(name) help COMMAND   the manual of one command
        \(name) --version      the version of the library

      Exit status: 0 done, 1 failed (unreadable input, full disk, ...), 2 wrong usage.

      """
  }
}
