import CommandLanguage
import Experiments
import Figures

/// A command of the language: what it says of itself, how it reads its arguments, and what it does.
///
/// One command is one file, one line in `CommandTable`, and one test file of the same name.
protocol Command: Sendable {
  /// Everything there is to say about it.
  static var declaration: CommandDeclaration { get }

  /// Whether it neither asks nor changes anything of the session: what it does follows from its arguments alone.
  static var isSelfContained: Bool { get }

  /// Reads checked arguments into the command's own properties.
  ///
  /// - Throws: What does not fit together, before anything is done.
  init(_ arguments: Arguments) throws

  /// Does it.
  ///
  /// - Parameters:
  ///   - workspace: What the notebook has made. A command that throws has changed nothing in it.
  ///   - context: Where it shows its progress, and where it learns that it should stop.
  /// - Returns: What the statement comes to; nil where everything was shown already.
  /// - Throws: `Diagnostic` for a user's mistake, `Interruption` where the user stopped it.
  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering?
}

extension Command {
  static var isSelfContained: Bool { false }
}
