import Commands
import Glibc

/// The program's subcommands, and how they are called.
enum Program {
  /// The version of the program, its language and its kernel.
  static let version = Workbench.version

  /// The subcommands, in the order `help` lists them.
  static var subcommands: [Subcommand] {
    [
      KernelCommand.subcommand, InstallCommand.subcommand, UninstallCommand.subcommand, RunCommand.subcommand,
      ReferenceCommand.subcommand, WorkCommand.subcommand,
    ]
  }

  /// Runs the program with what followed its name.
  ///
  /// - Returns: 0 when all went well, 1 when it did not, 2 when the call was not understood.
  static func run(_ arguments: [String]) -> Int32 {
    guard let word = arguments.first else {
      printError(overview)
      return 2
    }
    let rest = Array(arguments.dropFirst())
    switch word {
    case "--version", "version":
      print("whet \(version)")
      return 0
    case "help", "--help", "-h": return help(rest.first)
    default: break
    }
    guard let subcommand = subcommands.first(where: { $0.name == word }) else {
      printError(ProgramMessages.unknownSubcommand(word))
      return 2
    }
    if rest.contains("--help") || rest.contains("-h") { return help(word) }
    return run(subcommand, rest)
  }

  private static func run(_ subcommand: Subcommand, _ arguments: [String]) -> Int32 {
    do {
      return try subcommand.run(arguments)
    } catch let error as UsageError {
      printError(ProgramMessages.sentence(error))
      printError("usage: whet \(subcommand.name) \(subcommand.usage)")
      return 2
    } catch {
      printError(ProgramMessages.sentence(error))
      return 1
    }
  }

  private static func help(_ name: String?) -> Int32 {
    guard let name else {
      print(overview)
      return 0
    }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else {
      printError(ProgramMessages.unknownSubcommand(name))
      return 2
    }
    print("usage: whet \(subcommand.name) \(subcommand.usage)\n\n\(subcommand.summary)\n\n\(subcommand.details)")
    return 0
  }

  private static var overview: String {
    let width = subcommands.map(\.name.count).max() ?? 0
    let lines = (subcommands.map { ($0.name, $0.summary) } + [("help", "Explains a subcommand.")]).map {
      name, summary in
      "  \(name)\(String(repeating: " ", count: max(width, 4) - name.count))  \(summary)"
    }
    return """
      whet \(version): a Jupyter kernel for training experiments

      usage: whet SUBCOMMAND … | whet help [SUBCOMMAND] | whet --version

      \(lines.joined(separator: "\n"))
      """
  }

  /// Writes a line to standard error.
  static func printError(_ line: String) {
    let text = "\(line)\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
  }
}
