import CommandLanguage
import Experiments
import Figures
import Language
import ModelFile
import Networks
import Pictures
import Tensors

/// `weights lenet layer=convolution0`
struct WeightsCommand: Command {
  private static let model = PositionalArgument(
    "model", .firstOf(.thing), "The network, or a model file.")
  private static let layer = KeyedArgument("layer", .text, "The layer.")
  private static let epochs = KeyedArgument(
    "epochs", .bool, "Whether to show the layer after every epoch of training.", default: false)

  static let declaration = CommandDeclaration(
    "weights", "Shows the numbers a layer has learnt: how they are spread and, for a convolution, its filters.",
    discussion: """
      Any layer of a network has its numbers shown, whether it is trained or not. Without layer=, all layers are listed. \
      With epochs=true the last training is done again from the first weights, the network itself staying as it is, and \
      the layer is shown after every epoch: a strip to scroll through, also with the kernel gone.
      """,
    positionals: [model],
    arguments: [layer, epochs],
    examples: [
      "weights lenet layer=convolution0", "weights lenet layer=convolution0 epochs=true", "weights hand",
      "weights squeezenet layer=conv1",
    ])

  private let name: CheckedValue
  private let layer: CheckedValue?
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    layer = arguments[Self.layer]
    self.arguments = arguments
    if arguments[Self.epochs], layer == nil {
      try arguments.refuse(Self.epochs, belongingTo: "one layer", "Name it: layer=…")
    }
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    if arguments[Self.epochs], let layer { return try replay(layer, in: workspace, on: stage) }
    let (title, layers) = try network(in: workspace)
    let learnt = layers.filter { $0.weights != nil }
    guard let layer else { return Self.list(learnt, of: title) }
    guard let found = layers.first(where: { $0.name == layer.word }) else {
      throw Diagnostic(.unknownLayer(layer.word, file: title, known: learnt.map(\.name)), at: layer.span)
    }
    guard let weights = found.weights else {
      throw Diagnostic(
        .layerWithoutWeights(found.name, kind: found.kind.label, known: learnt.map(\.name)), at: layer.span)
    }
    return Self.show(found, weights, of: title)
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
    if file.kind.isPipeline, let chain = try? file.chain() { return (path, chain.definition.layers) }
    let networks = ([file] + file.models).filter(\.kind.isNetwork)
    guard !networks.isEmpty else { throw Diagnostic(.file(.noLayers(path, kind: file.kind.phrase)), at: name.span) }
    return (path, networks.flatMap(\.layers).compactMap { try? $0.definition() })
  }

  /// The layer after every epoch of the last training.
  private func replay(
    _ layer: CheckedValue, in workspace: Workspace, on stage: Stage
  ) throws -> Rendering {
    if workspace.models[name.word] == nil, workspace.datasets[name.word] == nil {
      try arguments.refuse(Self.epochs, belongingTo: "networks that were trained here", "Leave it out for a file.")
    }
    let model = try workspace.lookup.network(name, for: "weights")
    do {
      let replay = try TrainingReplay(of: model, in: workspace, on: stage)
      let learners = Set(try Network(replay.recipe.parts.tail).trainableParameters.map(\.layer)).sorted()
      guard model.definition.layers.contains(where: { $0.name == layer.word }) else {
        throw Diagnostic(.unknownLayer(layer.word, file: model.name, known: learners), at: layer.span)
      }
      guard learners.contains(layer.word) else {
        throw Diagnostic(.evidence(.frozenLayer(layer.word, model: model.name, learners: learners)), at: layer.span)
      }
      let key = ParameterKey(layer: layer.word, part: .weights)
      let (frames, isWhole) = try replay.run(on: stage) { $0[parameter: key] ?? Tensor(shape: [0]) }
      let top = frames.flatMap(\.frame.values).map(abs).max() ?? 1
      let pictures = frames.map { epoch, weights in
        (epoch: epoch, frame: Self.picture(of: weights, layer.word, upTo: top))
      }
      return replay.strip("\(layer.word) of \(model.name), epoch by epoch", pictures, isWhole: isWhole)
    } catch {
      throw error.placed(at: name.span)
    }
  }

  /// A layer's numbers at one time: filters as pictures, other numbers by how they are spread.
  private static func picture(of weights: Tensor, _ layer: String, upTo top: Float) -> Rendering {
    if let filters = FilterPictures(weights: weights, top: top).rendering.first { return filters }
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
        let weights = layer.weights ?? Tensor(shape: [0])
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
    let histogram = Histogram(
      title: "\(layer.name) of \(model)", label: "weight", values: weights.values.map { Double($0) })
    return Rendering.stacked(
      [FactsView(title: "\(layer.name) of \(model)", facts: facts).rendering]
        + FilterPictures(weights: weights).rendering + [histogram.rendering()])
  }
}

/// How numbers are spread.
struct Spread {
  /// Their mean, standard deviation, least and largest; 0 for none.
  private(set) var mean = 0.0, deviation = 0.0, least = 0.0, largest = 0.0

  init(_ values: [Float]) {
    guard !values.isEmpty else { return }
    let numbers = values.map { Double($0) }
    mean = numbers.reduce(0, +) / Double(numbers.count)
    deviation = (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
    least = numbers.min() ?? 0
    largest = numbers.max() ?? 0
  }
}

/// The filters of a convolution as small pictures: dark for negative numbers, bright for positive ones.
struct FilterPictures {
  /// [filters, channels, height, width].
  let weights: Tensor
  /// The number that is drawn brightest; the largest of all when left out.
  var top: Float?

  /// The most filters that are drawn.
  static let limit = 64

  /// The pictures; empty for weights that are no filters, or filters of a single number.
  var rendering: [Rendering] {
    guard weights.shape.count == 4, weights.shape[2] * weights.shape[3] > 1 else { return [] }
    let items = (0..<min(weights.shape[0], Self.limit)).map { filter in
      ImageGrid.Item(
        source: try? picture(filter).pngDataURI(), caption: "", description: "filter \(filter)")
    }
    let remark =
      weights.shape[1] == 3 ? "" : weights.shape[1] == 1 ? "" : ", the mean over \(weights.shape[1]) channels"
    return [
      ImageGrid(
        title: nil, groups: [ImageGrid.Group(title: "filters\(remark)", items: items, total: weights.shape[0])],
        columns: 16, imageWidth: 36
      ).rendering
    ]
  }

  /// One filter, its numbers between the least and the largest of the whole layer, each as a square of pixels.
  private func picture(_ filter: Int) -> Picture {
    let (channels, height, width) = (weights.shape[1], weights.shape[2], weights.shape[3])
    let row = Array(weights.row(filter))
    let top = max(self.top ?? weights.values.map(abs).max() ?? 1, .leastNonzeroMagnitude)
    let square = max(1, 36 / max(height, width))
    var pixels: [UInt8] = []
    for y in 0..<height * square {
      for x in 0..<width * square {
        let place = (y / square) * width + x / square
        let numbers = (0..<channels).map { row[$0 * height * width + place] }
        let mean = numbers.reduce(0, +) / Float(channels)
        for channel in 0..<3 {
          let number = channels == 3 ? numbers[channel] : mean * (channels > 3 ? Float(channels).squareRoot() : 1)
          pixels.append(UInt8(shade: (number / top + 1) / 2))
        }
      }
    }
    return Picture(width: width * square, height: height * square, pixels: pixels)
  }
}
