import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import Tensors
import Training
import Views
import Wording

/// `reset hand`
struct ResetCommand: Command {
  private static let model = PositionalArgument("model", .model, "The model.", effect: .forgets)
  private static let source = KeyedArgument(
    "to", .thing, "Weights to return to: its initial ones, a model's, or a file's.", usually: "starter")
  private static let seed = KeyedArgument(
    "seed", .placed(.seed), "Random seed of new initial weights.")

  static let declaration = CommandDeclaration(
    "reset", "Returns a model to its initial weights; a k-NN model forgets its samples.",
    discussion: """
      A network gets its initial weights back, bit for bit, and loses its history. seed= draws new initial weights; \
      to= takes those of another network with the same layers, or of a file.
      """,
    positionals: [model],
    arguments: [source, seed],
    examples: ["reset hand", "reset hand seed=7", "reset hand to=turi"])

  private let name: CheckedValue
  private let seed: GivenValue<UInt64>?
  /// Another model, or a file; nil for the model's own start.
  private let source: CheckedValue?

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    seed = arguments[Self.seed]
    source = arguments[Self.source].flatMap { $0.word == "starter" ? nil : $0 }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    switch try workspace.lookup.model(name) {
    case .hybrid(let model): throw model.refusal(.changing, at: name.span)
    case .neighbors(var model):
      if let seed {
        throw Diagnostic(
          .usage(
            .keyOfOther(
              key: "seed", given: seed.text, belongsTo: "neural networks, and \(model.name) is a k-NN model",
              remedy: "reset \(model.name)")), at: seed.span)
      }
      if let source {
        throw Diagnostic(
          .usage(
            .keyOfOther(
              key: "to", given: source.text, belongsTo: "neural networks, and \(model.name) is a k-NN model",
              remedy: "reset \(model.name)")), at: source.span)
      }
      let count = model.memory.count
      model.memory.forgetAll()
      model.learnt = nil
      try workspace.catalogue.put(.neighbors(model))
      return Rendering.text(
        "\(model.name) forgot \(Numbers.count(count, NeighborsView(model: model).unit)) and has no samples now.")
    case .network(var model):
      let epochs = model.training.records.count
      if let source {
        let other = try workspace.lookup.network(behind: source, for: "reset \(model.name) to=…")
        try model.takeStart(of: other, at: source.span)
      } else {
        model.returnToStart()
      }
      if let seed { model.drawAnew(seed: seed.value) }
      try workspace.catalogue.put(.network(model))
      let own = source.map { "the weights of \($0.word)" } ?? "its initial weights again"
      let weights = seed.map { "new initial weights, from seed=\($0.value)" } ?? own
      return Rendering.text(
        "\(model.name) has \(weights); \(Numbers.count(epochs, "epoch")) of training are forgotten.")
    }
  }
}

extension NetworkModel {
  /// Takes another network's weights and classes as its start, and forgets all training.
  ///
  /// - Throws: `FileDiagnostic.Growth.otherLayers` where the layers with weights are not the same.
  fileprivate mutating func takeStart(of other: NetworkModel, at span: Span) throws {
    try checkLayers(sameAs: other, at: span)
    for (key, tensor) in other.definition.parameters { initial.definition.setParameter(key, to: tensor) }
    initial.origin = .copied(from: other.name, hasLearnt: !other.modelState.isUntrained)
    outputs.classes = other.outputs.classes
    outputs.initialClasses = outputs.classes.count
    returnToStart()
  }
}
