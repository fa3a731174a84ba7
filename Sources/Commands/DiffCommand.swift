import CommandLanguage
import Experiments
import Figures
import Language
import RunStore
import Training
import Views

/// `diff 3 7`, `diff 3 7 on=hands.test`
struct DiffCommand: Command {
  private static let runs = PositionalArgument(
    repeating: "run", .placed(.run), "The two runs, by number: see runs.")
  private static let on = KeyedArgument("on", .split, "The samples to predict.")

  static let declaration = CommandDeclaration(
    "diff", "Compares two trainings: their settings, and the samples they predict differently.",
    discussion: """
      The models are compared as they were after their runs, by default on the validation set of the second run. \
      McNemar's exact test says whether the samples that only one model predicts correctly differ by more than chance.
      """,
    positionals: [runs],
    arguments: [on],
    examples: ["diff 3 7", "diff 3 7 on=hands.test"], filler: "run")

  private let runs: [GivenValue<Int>]
  private let on: CheckedValue?

  init(_ arguments: Arguments) throws {
    runs = arguments[Self.runs]
    on = arguments[Self.on]
    guard runs.count == 2 else {
      throw Diagnostic(.run(.twoRuns(given: runs.count)), at: runs.dropFirst(2).first?.span ?? arguments.commandSpan)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let history = RunHistory(workspace)
    let (first, second) = (try history.run(runs[0]), try history.run(runs[1]))
    var view = RunDifferenceView(first: first, second: second)
    guard let selection = try selection(of: second, in: workspace) else { return view.rendering }
    var answers: [Evaluation] = []
    for (run, place) in zip([first, second], runs) {
      do {
        let model = try history.model(after: run)
        answers.append(try workspace.inference(context).evaluate(model, on: selection))
      } catch {
        throw error.placed(at: place.span)
      }
    }
    view.answers = RunDifferenceView.Answers(selection: selection, first: answers[0], second: answers[1])
    return view.rendering
  }

  /// The photos to ask about; nil where nobody says which.
  private func selection(of run: RememberedRun, in workspace: Workspace) throws -> Selection? {
    if let on { return try workspace.lookup.selection(on) }
    guard let text = run.details?.training.validate.first else { return nil }
    _ = try workspace.recallDataset(behind: text)
    return try Diagnostic.placing(at: runs[1].span) { try workspace.selection(named: text) }
  }
}
