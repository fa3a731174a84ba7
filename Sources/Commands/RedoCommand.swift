import CommandLanguage
import Experiments
import Figures
import Views

/// `redo`, `redo 3`
struct RedoCommand: Command {
  private static let steps = PositionalArgument("steps", .integer(1...1000), "Number of statements.", default: 1)

  static let declaration = CommandDeclaration(
    "redo", "Repeats what undo reverted.",
    discussion: """
      After another change, there is nothing left to redo.
      """,
    positionals: [steps],
    examples: ["redo", "redo 3"], effectOnOthers: .changes)

  private let count: Int

  init(_ arguments: Arguments) throws { count = arguments[Self.steps] }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var steps: [UndoStep] = []
    do {
      while steps.count < count, let step = try workspace.undo.redo(of: workspace.catalogue, in: workspace.files) {
        steps.append(step)
      }
    } catch {
      // All of them or none.
      for _ in steps { _ = try workspace.undo.undo(of: workspace.catalogue, in: workspace.files) }
      throw error
    }
    guard !steps.isEmpty else { throw Diagnostic(.data(.nothingToRedo)) }
    try workspace.photoEdits.readAgain(after: steps)
    return StepView(steps: steps, asked: count, workspace: workspace).redone
  }
}
