import CommandLanguage
import Experiments
import Figures
import RunStore

/// `runs`, `runs hand last=5`
struct RunsCommand: Command {
  private static let model = PositionalArgument(
    optional: "model", .model, "Only runs of a model of this name.", effect: .mentions)
  private static let last = KeyedArgument(
    "last", .integer(1...1_000_000), "Number of runs shown, counted from the end.", default: 20)

  static let declaration = CommandDeclaration(
    "runs", "Lists the trainings that were done here, with all that is needed to do them again.",
    discussion: """
      Every training of a network is written down as it goes: its statement, its data by fingerprint, its settings, its \
      seed, the version of the engine, its losses and its time. The list is there after a restart, and a training whose \
      kernel was killed is in it with the epochs it finished. diff compares two runs, rerun does one again.
      """,
    positionals: [model],
    arguments: [last],
    examples: ["runs", "runs hand last=5"])

  private let model: CheckedValue?
  private let last: Int

  init(_ arguments: Arguments) throws {
    model = arguments[Self.model]
    last = arguments[Self.last]
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    guard workspace.store != nil else { throw Diagnostic(.run(.noStore)) }
    let runs = RunHistory(workspace).rememberedRuns(of: model?.word, last: last)
    guard !runs.isEmpty else {
      return Rendering.text(
        model.map { "No training of \($0.word) is written down here." } ?? "No training is written down here yet.")
    }
    return RunsView(runs: runs).rendering
  }
}
