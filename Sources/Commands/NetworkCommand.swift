import CommandLanguage
import Experiments
import Figures
import Language
import ModelFile
import Networks
import Pictures
import Training
import Views

/// `network hand from=squeezenet classes=10 init=kaiming seed=42`, `network lenet input=[1, 28, 28] { convolution 32 … }`
struct NetworkCommand: Command {
  private static let model = PositionalArgument("name", .newName, "Name of the network.", effect: .makes(.model))
  private static let from = KeyedArgument(
    "from", .firstOf(.extractor), "Network or model file whose layers are used, up to the layer named.")
  private static let input = KeyedArgument(
    "input", .list(.integer(1...1_000_000)), "For layers in a block: input shape, [C, H, W] or [C].")
  private static let classes = KeyedArgument(
    "classes", .integer(2...10_000), "With from= and no block: number of classes.", default: 10)
  private static let initializer = KeyedArgument(
    "init", .choice(ParameterInitialization.allCases.map(\.rawValue) + [centroids]),
    "Initialiser of the new layers; xavier for layers in a block.", usually: "kaiming")
  private static let seed = KeyedArgument("seed", .seed, "Random seed of the initial weights; printed when left out.")
  private static let standardize = KeyedArgument(
    "standardize", .bool,
    "For input=[C]: whether to standardise inputs to mean 0 and deviation 1.", default: false)
  private static let on = KeyedArgument("on", .split, "With init=centroids: the samples whose class means are used.")

  static let declaration = CommandDeclaration(
    "network", "Creates a neural network: a new classifier layer on a trained network, or layers of your own.",
    discussion: """
      With from= and no block, the layers of from= are frozen and a new fully connected layer with classes= outputs is \
      added, the only one that is trained. With a block, the block lists the layers; each reads the one above unless \
      its from= names others, and all are trained. With both, the layers of the block follow those of from=: \
      from=lenet.maxPool0 takes lenet's layers up to maxPool0 with their current weights, from=lenet all layers below \
      its last innerProduct. These layers are a copy, which stays the same when lenet changes and is trained only \
      after update NAME layers=[…].

      A block that ends in softmax makes a classifier. Any other block makes a regressor, which predicts numbers and \
      is trained on a table with numeric targets. standardize=true standardises the inputs of input=[C], and a \
      regressor's targets, to mean 0 and deviation 1. The means and deviations are those of the samples of the first \
      training and become layers of the saved model; a device cannot train such a regressor.

      Initial weights are uniform within a bound, where n is the number of inputs and m the number of outputs of a \
      unit: kaiming ±√(6/n), xavier ±√(6/(n+m)) and pytorch ±1/√n, each with biases within ±1/√n; glorot like xavier \
      and lecun ±√(3/n), with biases 0; zero sets all to 0. A new classifier layer starts with kaiming, the layers of \
      a block with xavier. init=centroids starts as a nearest-centroid classifier of the samples of on=.

      Outputs without a class are called user0, user1 … Creating a network under a name in use replaces the earlier \
      one and what it learnt.
      """,
    positionals: [model],
    arguments: [from, input, classes, initializer, seed, standardize, CropAndScale.argument, on],
    parts: LayerTable.declarations, partAliases: LayerTable.aliases,
    examples: [
      "network hand from=squeezenet classes=10 init=kaiming seed=42",
      "network digit input=[1, 28, 28] { flatten; innerProduct 10; softmax }",
      "network hands from=lenet.maxPool0 seed=1 { flatten; innerProduct 5; softmax }",
      "network price input=[8] { innerProduct 16 activation=relu; innerProduct 1 }",
    ])

  private let name: CheckedValue
  private let arguments: Arguments
  private let initialization: ParameterInitialization
  private let scaling: CropAndScale?
  private static let centroids = "centroids"

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    let (hasBase, hasBlock) = (arguments.isGiven(Self.from), !arguments.parts.isEmpty)
    initialization =
      arguments[Self.initializer].flatMap(ParameterInitialization.init) ?? (hasBlock ? .xavier : .kaiming)
    let hasInput = arguments.isGiven(Self.input)
    guard hasBase != hasInput, hasBase || hasBlock || hasInput else {
      guard hasBase || !hasBlock else {
        throw Diagnostic(
          .usage(.missingKey(Self.input.declaration, command: Self.declaration)), at: arguments.commandSpan)
      }
      throw Diagnostic(.fromOrInput(isBoth: hasBase), at: arguments.span(of: Self.input) ?? arguments.commandSpan)
    }
    scaling = arguments[CropAndScale.argument]
    try Self.checkInput(arguments)
    try Self.checkSamples(arguments)
  }

  /// Samples and `init=centroids` belong together, and to networks with `from=`.
  private static func checkSamples(_ arguments: Arguments) throws {
    guard arguments[initializer] == centroids else {
      return try arguments.refuse([on], belongingTo: "init=centroids") {
        "For example, once it is made: train \(arguments[model].word) \($0)=\($1)"
      }
    }
    if !arguments.isGiven(from) || !arguments.parts.isEmpty {
      try arguments.refuse(
        initializer, belongingTo: "networks with from= and no block", "Layers in a block are initialised at random.")
    }
    guard arguments.isGiven(on) else {
      throw Diagnostic(.loop(.centroidsNeedSamples(datasets: [])), at: arguments.span(of: initializer))
    }
  }

  private static func checkInput(_ arguments: Arguments) throws {
    if !arguments.parts.isEmpty {
      try arguments.refuse(
        classes, belongingTo: "networks with from= and no block",
        "In a block the last innerProduct says how many classes there are.")
    }
    guard !arguments.isGiven(from) else {
      return try arguments.refuse(
        standardize, belongingTo: "networks with input=[C]", "The layers of from= read what they were trained on.")
    }
    guard let shape = arguments[input] else {
      throw Diagnostic(.usage(.missingKey(input.declaration, command: declaration)), at: arguments.commandSpan)
    }
    guard shape.count == 1 || shape.count == 3 else {
      throw Diagnostic(.badInputShape(shape), at: arguments.span(of: input))
    }
    if shape.count != 1 {
      try arguments.refuse(
        standardize, belongingTo: "networks that read a row of numbers, input=[C]",
        "The pixels of photos are divided by 255.")
    }
    if shape.count == 1 || ![1, 3].contains(shape[0]) {
      try arguments.refuse(
        CropAndScale.argument, belongingTo: "networks that read photos",
        "For photos: input=[1, H, W] or input=[3, H, W].")
    }
    guard !arguments.parts.isEmpty else {
      throw Diagnostic(.emptyBlock(arguments[model].word), at: arguments.commandSpan)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try workspace.lookup.checkName(name, for: .model)
    let seed = arguments[Self.seed] ?? Workspace.chooseSeed()
    if arguments[Self.initializer] == Self.centroids { return try centre(in: workspace, on: context) }
    let model =
      if let from = arguments[Self.from], arguments.parts.isEmpty {
        try operate(on: from, initialization: initialization, seed: seed, in: workspace)
      } else {
        try build(seed: seed, in: workspace, on: context)
      }
    try workspace.catalogue.put(.network(model))
    return NetworkView(model: model).made
  }

  /// A network whose new layer answers by the nearest mean.
  private func centre(in workspace: Workspace, on context: CommandContext) throws -> Rendering {
    guard let from = arguments[Self.from], let on = arguments[Self.on] else { preconditionFailure("both were checked") }
    let model = try operate(on: from, initialization: .zero, seed: 0, in: workspace)
    do {
      let fitting = try HeadFitter(model, on: workspace.lookup.selection(on))
      let targets = fitting.targets
      let used = Set(targets).sorted()
      let rule = try NearestCentroid(
        fitting.features(by: workspace.inference(context)), targets: targets.map { used.firstIndex(of: $0) ?? 0 },
        classes: used.count)
      let layer = rule.layer(outputs: model.outputs.count, places: used)
      var fitted = try fitting.model(weights: layer.weights, biases: layer.biases)
      fitted.initial.origin = .centroids
      try workspace.catalogue.put(.network(fitted))
      return NetworkView(model: fitted).centred(on: on.word, classes: used.count)
    } catch let error as TrainingError {
      throw Diagnostic(.training(name.word, error), at: on.span)
    } catch {
      throw error.placed(at: on.span)
    }
  }

  private func operate(
    on from: CheckedValue, initialization: ParameterInitialization, seed: UInt64, in workspace: Workspace
  ) throws -> NetworkModel {
    let base = try workspace.lookup.base(from, for: name.word, hasBlock: false)
    do {
      var model: NetworkModel
      switch base {
      case .file(let file):
        model = try NetworkModel(
          name: name.word, from: file.word, classes: arguments[Self.classes], initialization: initialization,
          seed: seed, in: workspace.library)
        _ = try TrainableParts(of: model).trunk.image()
      case .layers(let extractor):
        model = try NetworkModel(
          name: name.word, on: extractor, classes: arguments[Self.classes], initialization: initialization, seed: seed)
      }
      model.scaling = scaling ?? model.scaling
      return model
    } catch {
      throw error.placed(at: from.span)
    }
  }

  /// The layers that those of the block follow; nil for a network that begins with its input.
  private func base(in workspace: Workspace) throws -> Extractor? {
    guard let from = arguments[Self.from],
      case .layers(let extractor) = try workspace.lookup.base(from, for: name.word, hasBlock: true)
    else { return nil }
    return extractor
  }

  private func build(seed: UInt64, in workspace: Workspace, on context: CommandContext) throws -> NetworkModel {
    let base = try base(in: workspace)
    let seeds = SeedPlan(seed: seed)
    var builder: LayerBuilder
    if let base {
      do throws(ExperimentError) {
        builder = try LayerBuilder(model: name.word, on: base, seeds: seeds, initialization: initialization)
      } catch {
        throw error.placed(at: arguments[Self.from]?.span ?? name.span)
      }
    } else {
      builder = LayerBuilder(
        model: name.word, input: arguments[Self.input] ?? [], seeds: seeds, initialization: initialization)
    }
    let standardizes = arguments[Self.standardize]
    if standardizes { try builder.standardizeInput(at: arguments.span(of: Self.standardize) ?? name.span) }
    for part in arguments.parts {
      // Drawing the weights of a great network takes its time.
      guard !context.isInterrupted else { throw StatementInterruption(remark: "\(name.word) was not made.") }
      try builder.add(part)
    }
    var definition = builder.definition
    guard let last = definition.layers.last else { preconditionFailure("a block without layers was refused") }
    let isRegressor = last.kind != .softmax
    guard builder.lastSteps == 1 else {
      throw Diagnostic(
        .layerWithoutShape(
          layer: last.name,
          needs:
            "a vector of scores, not a sequence of \(builder.lastSteps). gru, lstm and reshape make a vector of it"
        ),
        at: arguments.parts.last?.commandSpan)
    }
    let output = builder.free(isRegressor ? NetworkOutputs.prediction : ClassifierSurgery.probabilities)
    definition.layers[definition.layers.count - 1].outputs[0] = output
    definition.outputs = [output]
    if isRegressor, standardizes {
      let shape = (try? definition.shapes()[output]) ?? []
      if shape.count == 1 { definition.addRescaling(count: shape[0]) }
    }
    let shapes: [String: [Int]]
    do {
      shapes = try definition.shapes()
    } catch {
      throw Diagnostic(.network(name.word, error), at: name.span)
    }
    let shape = shapes[output, default: []]
    guard !isRegressor || shape.count == 1 else {
      throw Diagnostic(
        .noRowOfNumbers(name.word, last: last.name, shape: shape), at: arguments.parts.last?.commandSpan)
    }
    let outputs = shape.reduce(1, *)
    return NetworkModel(
      name: name.word,
      initial: InitialWeights(
        definition, seed: initialization.isRandom ? seed : nil, initialization: initialization),
      outputs: isRegressor ? .numbers(outputs, named: output) : NetworkOutputs(outputs),
      source: NetworkSource(base?.word ?? name.word, basis: base?.basis), scaling: scaling ?? base?.scaling)
  }
}
