import Figures
import Language
import Training

/// `history hand last=10`
struct HistoryCommand: Command {
  static let declaration = CommandDeclaration(
    "history", "Lists the epochs a network was trained, with the settings behind each.",
    positionals: [PositionalDeclaration("model", .model, "The networks.", repeats: true)],
    arguments: [ArgumentDeclaration("last", .integer(1...1_000_000), "Only the last epochs.")],
    examples: ["history hand last=10"])

  private let names: [CheckedValue]
  private let last: Int?

  init(_ arguments: Arguments) throws(Fault) {
    names = arguments.positionals
    last = arguments.integer("last")
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    var parts: [Rendering] = []
    for name in names {
      let model = try session.trainedNetwork(name, for: "history")
      let records = Array(model.history.suffix(last ?? model.history.count))
      let shown = records.count < model.history.count ? ", the last \(Numbers.grouped(records.count))" : ""
      parts.append(
        EpochTable(
          records: records, caption: "\(model.name): \(Numbers.count(model.history.count, "epoch"))\(shown)",
          rowLimit: 500, hasSettings: true
        ).rendering)
    }
    return Rendering.stacked(parts)
  }
}

extension Session {
  /// The network of a name.
  ///
  /// - Throws: `Fact.unknownModel`, `Fact.notUnderstoodBy` for a k-NN model.
  func network(_ name: CheckedValue, for command: String) throws(Fault) -> NetworkModel {
    switch try model(name) {
    case .network(let model): return model
    case .neighbors(let model):
      throw Fault(
        .notUnderstoodBy(command: command, model: model.name, kind: Model.neighbors(model).kind), at: name.span)
    }
  }

  /// The network of a name, which has been trained.
  ///
  /// - Throws: as `network(_:for:)`, and `Fact.notTrainedYet`.
  func trainedNetwork(_ name: CheckedValue, for command: String) throws(Fault) -> NetworkModel {
    let model = try network(name, for: command)
    guard !model.history.isEmpty else { throw Fault(.notTrainedYet(model: model.name), at: name.span) }
    return model
  }
}
