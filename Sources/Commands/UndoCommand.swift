import CommandLanguage
import Experiments
import Figures
import Views

/// `undo`, `undo 3`
struct UndoCommand: Command {
  private static let steps = PositionalArgument("steps", .integer(1...1000), "Number of statements.", default: 1)

  static let declaration = CommandDeclaration(
    "undo", "Reverts the changes of the last statements to photos, classes, datasets and models.",
    discussion: """
      Every statement that changes something is one step: a photo added, removed or relabelled, a class, a training, a \
      reset, a model, a dataset, or a file replaced. Steps of this session are reverted first, then file changes of \
      earlier sessions in the same folder, also after a restart. A file that another program has changed since is not \
      overwritten. redo repeats what undo reverted.
      """,
    positionals: [steps],
    examples: ["undo", "undo 3"], effectOnOthers: .changes)

  private let count: Int

  init(_ arguments: Arguments) throws { count = arguments[Self.steps] }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var steps: [UndoStep] = []
    do {
      while steps.count < count, let step = try workspace.undo.undo(of: workspace.catalogue, in: workspace.files) {
        steps.append(step)
      }
    } catch {
      // All of them or none.
      for _ in steps { _ = try workspace.undo.redo(of: workspace.catalogue, in: workspace.files) }
      throw error
    }
    guard !steps.isEmpty else { throw Diagnostic(.data(.nothingToUndo)) }
    try workspace.photoEdits.readAgain(after: steps)
    return StepView(steps: steps, asked: count, workspace: workspace).undone
  }
}
