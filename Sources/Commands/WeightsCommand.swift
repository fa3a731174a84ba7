import CommandLanguage
import Experiments
import Figures
import Language
import ModelFile
import Networks
import Pictures
import Tensors
import Views
import Wording

/// `weights lenet layer=convolution0`
struct WeightsCommand: Command {
  private static let model = PositionalArgument(
    "model", .firstOf(.thing), "The network, or a model file.")
  private static let layer = KeyedArgument("layer", .layer, "The layer.")
  private static let epochs = KeyedArgument(
    "epochs", .bool, "Whether to show the layer after every epoch of training.", default: false)

  static let declaration = CommandDeclaration(
    "weights", "Shows the weights of a layer: their distribution and, for a convolution, its filters.",
    discussion: """
      Every layer with weights can be shown, trained or not. Without layer=, all layers are listed. epochs=true \
      repeats the last training from the initial weights on a copy and shows the layer after every epoch, in a strip \
      to scroll through that also works without the kernel. path= also writes one layer's figure to a file, as .csv \
      with each weight and its position; a file that Whet did not write is replaced only with replace=true.
      """,
    positionals: [model],
    arguments: [layer, epochs, FigureFile.path, ReplaceArgument.replace],
    examples: [
      "weights lenet layer=convolution0", "weights lenet layer=convolution0 epochs=true", "weights hand",
      "weights squeezenet layer=conv1", "weights lenet layer=convolution0 path=\"filters.svg\"",
    ])

  private let name: CheckedValue
  private let layer: CheckedValue?
  private let arguments: Arguments
  private let file: FigureFile?

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    layer = arguments[Self.layer]
    self.arguments = arguments
    if arguments[Self.epochs], layer == nil {
      try arguments.refuse(Self.epochs, belongingTo: "one layer", "Name it: layer=…")
    }
    if layer == nil { try arguments.refuse(FigureFile.path, belongingTo: "one layer", "Name it: layer=…") }
    if arguments[Self.epochs] {
      try arguments.refuse(FigureFile.path, belongingTo: "one epoch", "Leave it out with epochs=true.")
    }
    file = try FigureFile(arguments)
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    if arguments[Self.epochs], let layer { return try replay(layer, in: workspace, on: context) }
    try file?.checkPlace(in: workspace)
    let (title, layers) = try network(in: workspace)
    let learnt = layers.filter { $0.shownWeights != nil }
    guard let layer else { return Self.list(learnt, of: title) }
    guard let found = layers.first(where: { $0.name == layer.word }) else {
      throw Diagnostic(.unknownLayer(layer.word, file: title, known: learnt.map(\.name)), at: layer.span)
    }
    guard let weights = found.shownWeights else {
      throw Diagnostic(
        .layerWithoutWeights(found.name, kind: found.kind.label, known: learnt.map(\.name)), at: layer.span)
    }
    let shown = Self.show(found, weights, of: title)
    guard let file else { return shown }
    let told = try file.write(
      in: workspace,
      drawing: {
        let filters = FilterPictures(weights: weights).grid.map { [$0.scene()] } ?? []
        return Scene.stacked(filters + [Self.histogram(of: found, weights, of: title).scene()])
      }, numbers: { WeightNumbers(weights: weights).table })
    return Rendering.stacked([shown, told])
  }

  /// The layers of a network of the notebook or of a file; of a file also where not all of them can be run.
  private func network(in workspace: Workspace) throws -> (title: String, layers: [LayerDefinition]) {
    guard workspace.models[name.word] == nil, workspace.datasets[name.word] == nil,
      workspace.files.hasModel(name.word)
    else {
      let model = try workspace.lookup.network(name, for: "weights")
      return (model.name, model.definition.layers)
    }
    guard case .file(let file, let path) = try workspace.lookup.subject(name) else { return (name.word, []) }
    if file.kind.isPipeline, let chain = try? file.pipeline.chain() { return (path, chain.definition.layers) }
    if file.kind == .mlProgram {
      do throws(ModelFileError) { return (path, try file.network().layers) } catch {
        throw Diagnostic(.modelFile(path, error), at: name.span)
      }
    }
    let networks = ([file] + file.pipeline.models).filter(\.kind.isNetwork)
    guard !networks.isEmpty else { throw Diagnostic(.file(.noLayers(path, kind: file.kind.phrase)), at: name.span) }
    return (path, networks.flatMap(\.layers).compactMap { try? $0.definition() })
  }

  /// The layer after every epoch of the last training.
  private func replay(
    _ layer: CheckedValue, in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering {
    if workspace.models[name.word] == nil, workspace.datasets[name.word] == nil {
      try arguments.refuse(Self.epochs, belongingTo: "networks that were trained here", "Leave it out for a file.")
    }
    let model = try workspace.lookup.network(name, for: "weights")
    do {
      let replay = try TrainingReplay(of: model, in: workspace, signal: context)
      let learners = Set(try Network(replay.configuration.parts.tail).trainableParameters.map(\.layer)).sorted()
      guard model.definition.layers.contains(where: { $0.name == layer.word }) else {
        throw Diagnostic(.unknownLayer(layer.word, file: model.name, known: learners), at: layer.span)
      }
      guard learners.contains(layer.word) else {
        throw Diagnostic(.evidence(.frozenLayer(layer.word, model: model.name, learners: learners)), at: layer.span)
      }
      let key = ParameterKey(layer: layer.word, part: .weights)
      let weights = try replay.run(on: context) { $0[parameter: key] ?? Tensor(shape: [0]) }
      let top = weights.frames.flatMap(\.frame.values).map(abs).max() ?? 1
      return ReplayView(
        title: "\(layer.word) of \(model.name), epoch by epoch", model: model.name,
        replay: weights.map { _, weights in Self.picture(of: weights, layer.word, upTo: top) }
      ).rendering
    } catch {
      throw error.placed(at: name.span)
    }
  }

  /// A layer's numbers at one time: filters as pictures, other numbers by how they are spread.
  private static func picture(of weights: Tensor, _ layer: String, upTo top: Float) -> Rendering {
    if let filters = FilterPictures(weights: weights, top: top).grid { return filters.rendering }
    return Histogram(title: layer, label: "weight", values: weights.values.map { Double($0) }).rendering()
  }

  private static func list(_ layers: [LayerDefinition], of model: String) -> Rendering {
    Table(
      caption: "\(model): \(Numbers.count(layers.count, "layer")) with weights",
      columns: [
        Table.Column("layer"), Table.Column("type"), Table.Column("shape"), .number("mean"), .number("deviation"),
        .number("least"), .number("largest"), Table.Column("learns"),
      ],
      rows: layers.map { layer in
        let weights = layer.shownWeights ?? Tensor(shape: [0])
        let spread = Spread(weights.values)
        return [
          .text(layer.name), .text(layer.kind.label, .muted), .text("\(weights.shape)"),
          .number(spread.mean, .significant(3)), .number(spread.deviation, .significant(3)),
          .number(spread.least, .significant(3)), .number(spread.largest, .significant(3)),
          layer.isUpdatable ? "yes" : "",
        ]
      }
    ).rendering
  }

  private static func show(_ layer: LayerDefinition, _ weights: Tensor, of model: String) -> Rendering {
    let spread = Spread(weights.values)
    var facts: [(String, String)] = [
      ("type", layer.kind.label), ("weights", "\(weights.shape), \(Numbers.count(weights.count, "number"))"),
      ("mean and deviation", "\(Numbers.decimal(spread.mean, 5)) ± \(Numbers.decimal(spread.deviation, 5))"),
      ("from, to", "\(Numbers.decimal(spread.least, 5)), \(Numbers.decimal(spread.largest, 5))"),
    ]
    if let bias = layer.bias {
      let own = Spread(bias.values)
      facts.append(("bias", "\(bias.shape), \(Numbers.decimal(own.mean, 5)) ± \(Numbers.decimal(own.deviation, 5))"))
    }
    return Rendering.stacked(
      [
        FactsView(title: "\(layer.name) of \(model)", facts: facts).rendering,
        FilterPictures(weights: weights).grid?.rendering, histogram(of: layer, weights, of: model).rendering(),
      ].compactMap(\.self))
  }

  private static func histogram(of layer: LayerDefinition, _ weights: Tensor, of model: String) -> Histogram {
    Histogram(title: "\(layer.name) of \(model)", label: "weight", values: weights.values.map { Double($0) })
  }
}
