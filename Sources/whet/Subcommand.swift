/// Something the program can do.
struct Subcommand {
  /// The word it is called by.
  let name: String
  /// What may follow that word.
  let usage: String
  /// What it does, in one line.
  let summary: String
  /// More about it, for `help`.
  let details: String
  /// Does it. Returns the program's exit code.
  let run: @Sendable ([String]) throws -> Int32
}
