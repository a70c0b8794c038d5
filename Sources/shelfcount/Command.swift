/// One subcommand, `shelfcount NAME ...`.
struct Command {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The whole manual, printed by `--help`.
  let help: String
  /// Runs it with the arguments that follow its name.
  let run: ([String]) throws -> Void
}
