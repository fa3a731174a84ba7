import Figures
import Networks
import Training

/// `reset hand`
struct ResetCommand: Command {
  static let declaration = CommandDeclaration(
    "reset", "Makes a model forget what it learnt.",
    discussion: """
      A network gets its first weights back, bit for bit, and loses its history; with seed= they are drawn anew. A k-NN \
      model forgets every photo.
      """,
    positionals: [PositionalDeclaration("model", .model, "The model.")],
    arguments: [
      ArgumentDeclaration("to", .choice(["starter"]), "Where to return to.", default: "starter"),
      ArgumentDeclaration(
        "seed", .integer(0...Int.max), "Draw the first weights of the trainable layers anew from this."),
    ],
    examples: ["reset hand", "reset hand seed=7"])

  private let name: CheckedValue
  private let seed: CheckedValue?

  init(_ arguments: Arguments) throws(Fault) {
    name = arguments.positionals[0]
    seed = arguments["seed"]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    switch try session.model(name) {
    case .neighbors(var model):
      if let seed {
        throw Fault(
          .keyOfOther(
            key: "seed", given: seed.text, belongsTo: "neural networks, and \(model.name) is a k-NN model",
            remedy: "reset \(model.name)"), at: seed.span)
      }
      let count = model.memory.count
      model.memory.forgetAll()
      session.models[model.name] = .neighbors(model)
      return Rendering.text("\(model.name) forgot \(Numbers.count(count, "photo")) and remembers nothing now.")
    case .network(var model):
      let epochs = model.history.count
      model.returnToStart()
      if let seed { model.drawAnew(seed: UInt64(seed.integer)) }
      session.models[model.name] = .network(model)
      let weights = seed.map { "new first weights, from seed=\($0.integer)" } ?? "its first weights again"
      return Rendering.text(
        "\(model.name) has \(weights); \(Numbers.count(epochs, "epoch")) of training are forgotten.")
    }
  }
}

extension NetworkModel {
  /// Draws the first weights of the trainable layers anew.
  mutating func drawAnew(seed: UInt64) {
    let plan = SeedPlan(seed: seed)
    for index in starter.layers.indices where starter.layers[index].isUpdatable {
      starter.layers[index].initialize(.kaiming, seeds: plan)
    }
    definition = starter
    self.seed = seed
  }
}
