import Figures
import Language
import ModelFile
import Networks
import Tensors
import Training

/// `grow hand classes=12`, `grow hand labels=[🦎]`
struct GrowCommand: Command {
  static let declaration = CommandDeclaration(
    "grow", "Gives a network further outputs; its answers stay what they were until it is trained.",
    discussion: """
      Rows are added to the layer that makes the scores, after those that are there. With init=zero the scores of the old \
      classes keep their bits. What labels= names takes free outputs (user0, user1 …) first.
      """,
    positionals: [PositionalDeclaration("model", .model, "The network.", effect: .changes)],
    arguments: [
      ArgumentDeclaration(
        "classes", .integer(2...10_000), "How many outputs it is to have; enough for labels= when left out."),
      ArgumentDeclaration("labels", .list(.label), "The names of the new classes."),
      ArgumentDeclaration(
        "init", .choice(ParameterInitialization.allCases.map(\.rawValue)), "How the new rows start.", default: "zero"),
      ArgumentDeclaration("seed", .integer(0...Int.max), "What the new rows are drawn from; printed when left out."),
    ],
    examples: ["grow hand classes=12", "grow hand labels=[🦎]"])

  private let name: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws(Fault) {
    self.arguments = arguments
    name = arguments.positionals[0]
    guard arguments["classes"] != nil || arguments["labels"] != nil else {
      throw Fault(.file(.growByWhat), at: arguments.commandSpan)
    }
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    var model = try session.network(name, for: "grow")
    let labels = try newLabels(for: model)
    let wanted = arguments.integer("classes") ?? max(model.outputs, model.classes.count + labels.count)
    try check(wanted, labels: labels.count, model: model)
    let added = wanted - model.outputs
    let initialization = arguments.word("init").flatMap(ParameterInitialization.init) ?? .zero
    let seed = arguments.seed ?? session.chooseSeed()
    do throws(ModelFileError) {
      if added > 0 {
        let rows = model.definition.newRows(added, initialization, seeds: SeedPlan(seed: seed))
        model.definition = try model.definition.growingClassifier(by: added, weights: rows.weights, bias: rows.bias)
        model.starter = try model.starter.growingClassifier(by: added, weights: rows.weights, bias: rows.bias)
      }
    } catch {
      throw Fault(.modelFile(model.name, error), at: name.span)
    }
    if model.starterClassCount == model.classes.count { model.starterClassCount += labels.count }
    model.classes += labels
    model.outputs = wanted
    try session.put(.network(model))
    return Rendering.text(sentence(model, added: added, initialization, seed: seed))
  }

  private func newLabels(for model: NetworkModel) throws(Fault) -> [String] {
    var labels: [String] = []
    for label in arguments.list("labels") ?? [] {
      if let known = LabelSpelling.position(of: label.word, in: model.classes + labels).map({
        (model.classes + labels)[$0]
      }) {
        throw Fault(.file(.classIsThere(model.name, known)), at: label.span)
      }
      labels.append(label.word)
    }
    return labels
  }

  private func check(_ wanted: Int, labels: Int, model: NetworkModel) throws(Fault) {
    let place = arguments["classes"]?.span ?? name.span
    guard wanted >= model.classes.count + labels else {
      throw Fault(.file(.tooFewOutputs(model.name, outputs: wanted, classes: model.classes.count + labels)), at: place)
    }
    guard wanted > model.outputs || labels > 0, wanted >= model.outputs else {
      throw Fault(.file(.growsOnly(model.name, outputs: model.outputs, wanted: wanted)), at: place)
    }
  }

  private func sentence(
    _ model: NetworkModel, added: Int, _ initialization: ParameterInitialization, seed: UInt64
  ) -> String {
    let counts = model.parameterCounts
    let drawn = initialization == .zero ? "all 0" : "drawn by \(initialization.rawValue), seed=\(seed)"
    let rows = added == 0 ? "the names took free outputs" : "\(Numbers.count(added, "new row")), \(drawn)"
    return
      "\(model.name) has \(Numbers.count(model.outputs, "output")) now: \(model.labels.suffix(12).joined(separator: ", ")); "
      + "\(rows). \(Numbers.grouped(counts.trainable)) trainable of \(Numbers.grouped(counts.all)) parameters."
  }
}

extension NetworkDefinition {
  /// First numbers for rows to be added to the classifier layer: nil for zeros.
  fileprivate func newRows(
    _ count: Int, _ initialization: ParameterInitialization, seeds: SeedPlan
  ) -> (weights: Tensor?, bias: Tensor?) {
    guard initialization != .zero, let index = classifierLayer, let old = layers[index].weights else {
      return (nil, nil)
    }
    var drawn = layers[index]
    switch drawn.kind {
    case .innerProduct(var layer):
      layer.outputChannels = count
      layer.weights = Tensor(shape: [count] + old.shape.dropFirst())
      layer.bias = layer.bias.map { _ in Tensor(shape: [count]) }
      drawn.kind = .innerProduct(layer)
    case .convolution(var layer):
      layer.outputChannels = count
      layer.weights = Tensor(shape: [count] + old.shape.dropFirst())
      layer.bias = layer.bias.map { _ in Tensor(shape: [count]) }
      drawn.kind = .convolution(layer)
    default: return (nil, nil)
    }
    drawn.initialize(initialization, seeds: seeds)
    return (drawn.weights, drawn.bias)
  }
}
