import CommandLanguage
import Experiments
import Figures
import RunStore
import Views

/// `runs`, `runs hand last=5`
struct RunsCommand: Command {
  private static let model = PositionalArgument(
    optional: "model", .model, "Only runs of a model of this name.", effect: .mentions)
  private static let last = KeyedArgument(
    "last", .integer(1...1_000_000), "Number of runs shown, counted from the end.", default: 20)

  static let declaration = CommandDeclaration(
    "runs", "Lists past trainings of networks, with everything needed to repeat them.",
    discussion: """
      Every training of a network is recorded: its statement, the fingerprint of its data, its settings and seed, the \
      version of the engine, its losses and its time; the settings that differ from the model's previous run; and what \
      evaluate measured after it. The list survives a restart. A training whose kernel was killed is in it with the \
      epochs it finished. diff compares two runs, rerun repeats one.
      """,
    positionals: [model],
    arguments: [last],
    examples: ["runs", "runs hand last=5"])

  /// How many runs before those shown are looked through for what changed.
  private static let before = 20

  private let model: CheckedValue?
  private let last: Int

  init(_ arguments: Arguments) throws {
    model = arguments[Self.model]
    last = arguments[Self.last]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard workspace.store != nil else { throw Diagnostic(.run(.noStore)) }
    let found = RunHistory(workspace).rememberedRuns(of: model?.word, last: last + Self.before)
    let runs = found.sorted { $0.run.id < $1.run.id }.suffix(last)
    guard !runs.isEmpty else {
      return Rendering.text(
        model.map { "No training of \($0.word) is recorded." } ?? "No training is recorded yet.")
    }
    return RunsView(runs: Array(runs), earlier: found.filter { $0.run.id < runs.first?.run.id ?? 0 }).rendering
  }
}
