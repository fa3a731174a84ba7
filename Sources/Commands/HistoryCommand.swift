import CommandLanguage
import Experiments
import Figures
import Language
import RunStore
import Training
import Views
import Wording

/// `history hand last=10`
struct HistoryCommand: Command {
  private static let models = PositionalArgument(repeating: "model", .model, "The networks.")
  private static let last = KeyedArgument(
    "last", .integer(1...1_000_000), "Number of epochs shown, counted from the end.")

  static let declaration = CommandDeclaration(
    "history", "Lists the epochs a network was trained for, with the settings of each.",
    discussion: """
      If no model of this session has the name, the last training recorded under it in an earlier session is shown.
      """,
    positionals: [models],
    arguments: [last],
    examples: ["history hand last=10"])

  private let names: [CheckedValue]
  private let last: Int?

  init(_ arguments: Arguments) throws {
    names = arguments[Self.models]
    last = arguments[Self.last]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var parts: [Rendering] = []
    for name in names {
      if workspace.models[name.word] == nil, let run = RunHistory(workspace).lastRun(of: name.word) {
        parts.append(table(of: run))
        continue
      }
      let model = try workspace.lookup.trainedNetwork(name, for: "history")
      let records = Array(model.training.records.suffix(last ?? model.training.records.count))
      let shown = records.count < model.training.records.count ? ", the last \(Numbers.grouped(records.count))" : ""
      parts.append(
        EpochTable(
          records: records, caption: "\(model.name): \(Numbers.count(model.training.records.count, "epoch"))\(shown)",
          rowLimit: 500, hasSettings: true
        ).rendering)
    }
    return Rendering.stacked(parts)
  }

  private func table(of run: RememberedRun) -> Rendering {
    let records = Array(run.records.suffix(last ?? run.records.count))
    let start = run.run.start
    return EpochTable(
      records: records, caption: "\(start.model), from an earlier session, \(run.day): \(start.command)", rowLimit: 500,
      hasSettings: true
    ).rendering
  }
}
