import CommandLanguage
import Experiments
import Figures
import Language
import ModelFile
import Networks
import Training
import Views
import Wording

/// `update hand layers=[fullyconnected0, conv10] epochs=[1, 10, 50]`
struct UpdateCommand: Command {
  private static let model = PositionalArgument("model", .model, "The model.", effect: .changes)
  private static let numberOfNeighbors = KeyedArgument(
    "numberOfNeighbors", .placed(.integer(1...1000)), "For k-NN: number of neighbours.", aliases: ["k", "n_neighbors"])
  private static let weighting = KeyedArgument<NearestNeighbors.Weighting?>(
    "weighting", .choice, "For k-NN: weight function of the neighbours.")
  private static let layers = KeyedArgument("layers", .list(.layer), "Layers to train; all others are frozen.")
  private static let last = KeyedArgument(
    "last", .placed(.integer(1...1_000_000)), "Number of layers to train, counted from the end; all others are frozen.")
  private static let loss = KeyedArgument(
    "loss", .atLeastOne(.storedLoss), "Loss to minimise; a device cannot minimise a sum of several.")
  private static let optimizer = KeyedArgument("optimizer", .choice(["sgd", "adam"]), "The optimiser.")
  private static let epochs = allowance(of: TrainingArguments.epochs)
  private static let miniBatchSize = allowance(of: TrainingArguments.miniBatchSize)
  private static let learningRate = allowance(of: TrainingArguments.learningRate)
  private static let momentum = allowance(of: TrainingArguments.momentum)
  private static let beta1 = allowance(of: TrainingArguments.beta1)
  private static let beta2 = allowance(of: TrainingArguments.beta2)
  private static let eps = allowance(of: TrainingArguments.eps)
  private static let shuffle = KeyedArgument(
    "shuffle", .bool, "Whether to shuffle the training set before each epoch.")
  private static let seed = KeyedArgument("seed", .integer(0...Int.max), "Random seed of the sample order on a device.")

  /// A hyperparameter, with the kind and the aliases that `train` has for it.
  private static func allowance(of key: any ArgumentKey) -> KeyedArgument<Allowance?> {
    let declared = key.declaration
    return KeyedArgument(
      declared.key, .allowance(of: declared.kind), "\(declared.summary) Default and allowed values.",
      aliases: declared.aliases)
  }

  static let declaration = CommandDeclaration(
    "update", "Sets which layers of a network are trained, its loss, optimiser and hyperparameters.",
    discussion: """
      update does what make_updatable and the set_… functions of coremltools do, for training in Whet and in the file \
      that save writes. A hyperparameter takes a default (8), the values allowed ([1, 2, 8]; the default stays if it \
      is among them, else it is the first), both (choice([1, 2, 8], default=8)), or a range (range(0, 1, \
      default=0.01), 0...1). Of a k-NN model, numberOfNeighbors and weighting can be set. A device can train only some \
      layers (see layers); Whet can train every convolution and fully connected layer, and of an ML program every \
      operation with weights. layers= names the layers; last=3 takes the last three that can be trained. Constants of \
      an ML program that are added, multiplied or joined, such as positions of tokens, are trained where layers= names \
      them.
      """,
    positionals: [model],
    arguments: [
      numberOfNeighbors, weighting, layers, last, loss, optimizer, epochs, miniBatchSize, learningRate, momentum, beta1,
      beta2,
      eps, shuffle, seed,
    ],
    examples: [
      "update hand layers=[fullyconnected0, conv10]", "update hand last=2", "update hand miniBatchSize=[1, 2, 8, 16]",
      "update hand optimizer=adam epochs=choice([1, 10, 50], default=10) learningRate=range(0, 1, default=0.001)",
      "update near numberOfNeighbors=5",
    ])

  private let name: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    guard !arguments.named.isEmpty else {
      throw Diagnostic(.file(.update(.nothingToChange)), at: arguments.commandSpan)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    switch try workspace.lookup.model(name) {
    case .network(let model): return try update(model, in: workspace)
    case .hybrid(let model): throw model.refusal(.changing, at: name.span)
    case .neighbors(let model): return try update(model, in: workspace)
    }
  }

  /// What belongs to k-NN models.
  private static let ofNeighbors: [any ArgumentKey] = [numberOfNeighbors, weighting]

  // MARK: k-NN models

  private func update(_ model: NeighborsModel, in workspace: Workspace) throws -> Rendering {
    let others = Self.declaration.arguments.filter { argument in
      !Self.ofNeighbors.contains { $0.declaration === argument }
    }
    try arguments.refuse(others, belongingTo: "neural networks, and \(model.name) is a k-NN model") { _, _ in
      "For example: update \(model.name) numberOfNeighbors=5"
    }
    var model = model
    if let number = arguments[Self.numberOfNeighbors] {
      if let allowed = model.allowedNeighbors, !allowed.contains(Double(number.value)) {
        throw Diagnostic(
          .notAllowed(
            model: model.name, key: "numberOfNeighbors", allowed: allowed.phrase, list: [], given: number.text,
            source: "its file"), at: number.span)
      }
      model.memory.numberOfNeighbors = number.value
    }
    if let weighting = arguments[Self.weighting] { model.memory.weighting = weighting }
    try workspace.catalogue.put(.neighbors(model))
    return NeighborsView(model: model).description
  }

  // MARK: Networks

  private func update(_ model: NetworkModel, in workspace: Workspace) throws -> Rendering {
    try arguments.refuse(Self.ofNeighbors, belongingTo: "k-NN models, and \(model.name) is a neural network") { _, _ in
      "Leave it out."
    }
    var model = model
    if let layers = arguments[Self.layers] {
      try arguments.refuse(Self.last, belongingTo: "update without layers=", "Leave one of them out.")
      try choose(layers, of: &model)
    } else if let last = arguments[Self.last] {
      try choose(last: last, of: &model)
    }
    guard model.definition.parameterCounts.trainable > 0 else {
      throw Diagnostic(
        .file(.update(.noLayerChosen(model.name, learners: LayerList(model.definition).learners))), at: name.span)
    }
    let binding = bindingNames(model.update.limits)
    model.adopt(try parameters(for: model), binding: binding)
    if !binding.isEmpty { model.update.limitsSource = "update" }
    try workspace.catalogue.put(.network(model))
    return UpdateView(model: model).rendering
  }

  // MARK: Layers

  private func choose(_ layers: [CheckedValue], of model: inout NetworkModel) throws {
    let listing = LayerList(model.definition)
    let learners = listing.learners
    for layer in layers where !learners.contains(layer.word) {
      guard let row = listing.rows.first(where: { $0.name == layer.word }) else {
        throw Diagnostic(.unknownLayer(layer.word, file: model.name, known: learners), at: layer.span)
      }
      if row.learning == .byName { continue }
      throw Diagnostic(
        .file(
          .update(.cannotLearn(layer: row.name, type: row.type, row.learning, model: model.name, learners: learners))),
        at: layer.span)
    }
    train(Set(layers.map(\.word)), of: &model)
  }

  private func choose(last: GivenValue<Int>, of model: inout NetworkModel) throws {
    let learners = LayerList(model.definition).learners
    guard last.value <= learners.count else {
      throw Diagnostic(
        .file(.update(.fewerLearners(model.name, wanted: last.value, learners: learners))), at: last.span)
    }
    train(Set(learners.suffix(last.value)), of: &model)
  }

  private func train(_ chosen: Set<String>, of model: inout NetworkModel) {
    for index in model.definition.layers.indices {
      let isChosen = chosen.contains(model.definition.layers[index].name)
      model.definition.layers[index].isUpdatable = isChosen
      model.initial.definition.layers[index].isUpdatable = isChosen
    }
  }

  // MARK: How they are trained

  /// The settings of which it is said what may be chosen; a default alone binds only where something was said before.
  private func bindingNames(_ limits: TrainingLimits) -> [SettingError.Name] {
    SettingError.Name.allCases.filter { name in
      guard let content = arguments.named[name.rawValue]?.content, case .allowance(let allowance) = content else {
        return false
      }
      return allowance.allowed != nil || limits[name] != nil
    }
  }

  private func parameters(for model: NetworkModel) throws -> UpdateParameters {
    var update = model.update.parameters ?? UpdateParameters(for: model)
    update.optimizer = try optimizer(update.optimizer)
    if let epochs = arguments[Self.epochs] { update.epochs = epochs.applied(to: update.epochs) }
    if let shuffle = arguments[Self.shuffle] { update.shuffle = shuffle }
    if let seed = arguments[Self.seed] { update.seed = IntegerParameter(seed) }
    if let losses = arguments[Self.loss], let span = arguments.span(of: Self.loss) {
      update.losses = try self.losses(losses, at: span, of: model, before: update.losses)
    }
    return update
  }

  private func losses(
    _ wanted: [LossChoice], at span: Span, of model: NetworkModel, before: [LossLayer]
  ) throws -> [LossLayer] {
    let scores = model.definition.outputs.first ?? ""
    if let weight = wanted.lazy.compactMap(\.weight).first {
      throw Diagnostic(
        .usage(
          .keyOfOther(
            key: "weight", given: Numbers.short(weight), belongsTo: "train: a file cannot hold it",
            remedy: "For example: train \(model.name) loss=\(arguments.text(of: Self.loss) ?? "")")), at: span)
    }
    var settings = TrainingSettings(seed: 0)
    settings.take(wanted)
    guard !model.outputs.isRegressor || wanted.allSatisfy({ $0.kind != .crossEntropy }) else {
      let last = model.definition.layers.last { $0.outputs.contains(scores) }
      throw Diagnostic(.file(.update(.crossEntropyNeedsSoftmax(model.name, last: last?.name ?? scores))), at: span)
    }
    do { try settings.checkLosses(of: model) } catch { throw error.placed(at: span) }
    return try settings.losses.enumerated().map { index, choice in
      let tensor = choice.tensor ?? scores
      let maker = model.definition.layers.last { $0.outputs.contains(tensor) }
      guard choice.kind == .meanSquaredError || model.definition.softmax(of: tensor) != nil else {
        throw Diagnostic(.file(.update(.crossEntropyNeedsSoftmax(model.name, last: maker?.name ?? tensor))), at: span)
      }
      let same = before.first { $0.input == tensor }
      return LossLayer(
        name: same?.name ?? (index == 0 ? "lossLayer" : "lossLayer\(index)"),
        kind: choice.kind == .crossEntropy ? .categoricalCrossEntropy : .meanSquaredError, input: tensor,
        target: same?.target ?? "\(tensor)_true")
    }
  }

  private func optimizer(_ earlier: UpdateOptimizer?) throws -> UpdateOptimizer {
    var isAdam = if case .adam? = earlier { true } else { false }
    if let word = arguments[Self.optimizer] { isAdam = word == "adam" }
    try arguments.refuseKeysOfOtherOptimizer(isAdam: isAdam)
    let rate = double(Self.learningRate, earlier?.learningRate, standard: 0.01)
    let size =
      arguments[Self.miniBatchSize].map { $0.applied(to: earlier?.miniBatchSize) }
      ?? earlier?.miniBatchSize ?? IntegerParameter(8, allowed: .set([1, 2, 8, 16]))
    switch earlier {
    case .adam(_, _, let beta1, let beta2, let eps)? where isAdam:
      return .adam(
        learningRate: rate, miniBatchSize: size, beta1: double(Self.beta1, beta1, standard: 0.9),
        beta2: double(Self.beta2, beta2, standard: 0.999), eps: double(Self.eps, eps, standard: 1e-8))
    case _ where isAdam:
      return .adam(
        learningRate: rate, miniBatchSize: size, beta1: double(Self.beta1, nil, standard: 0.9),
        beta2: double(Self.beta2, nil, standard: 0.999), eps: double(Self.eps, nil, standard: 1e-8))
    case .sgd(_, _, let momentum)?:
      return .sgd(learningRate: rate, miniBatchSize: size, momentum: double(Self.momentum, momentum, standard: 0))
    default:
      return .sgd(learningRate: rate, miniBatchSize: size, momentum: double(Self.momentum, nil, standard: 0))
    }
  }

  private func double(
    _ key: KeyedArgument<Allowance?>, _ earlier: DoubleParameter?, standard: Double
  ) -> DoubleParameter {
    guard let given = arguments[key] else {
      return earlier ?? DoubleParameter(standard, allowed: .range(minimum: 0, maximum: 1))
    }
    return given.applied(to: earlier ?? DoubleParameter(standard, allowed: .range(minimum: 0, maximum: 1)))
  }
}
