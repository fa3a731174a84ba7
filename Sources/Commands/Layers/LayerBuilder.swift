import Language
import Networks
import Tensors
import Training

/// Builds a network from the layers in a block, one after the other.
struct LayerBuilder {
  /// What the network is called, for messages.
  let model: String
  /// What the first weights are drawn from, and how.
  let seeds: SeedPlan
  let initialization: ParameterInitialization
  /// The network so far.
  private(set) var definition: NetworkDefinition
  /// The tensor that the next layer reads unless it says otherwise.
  private var current: String
  /// The output of each layer, by the layer's name.
  private var outputs: [String: String] = [:]
  private var numbers: [String: Int] = [:]
  /// The shapes of the tensors so far; nil before the first layer.
  private var inference: ShapeInference?
  /// How many bytes the weights so far take.
  private var weightBytes = 0

  /// The words for activations.
  static let activations = ["relu", "sigmoid", "tanh", "softplus", "leakyRelu", "elu"]

  /// Begins a network with an input: [C, H, W] or [C]. Of one or three channels it can be fed with photos, whose bytes are
  /// divided by 255.
  init(model: String, input shape: [Int], seeds: SeedPlan, initialization: ParameterInitialization) {
    self.model = model
    self.seeds = seeds
    self.initialization = initialization
    var image: ImagePreprocessing?
    if shape.count == 3, shape[0] == 1 || shape[0] == 3 {
      image = ImagePreprocessing(colorSpace: shape[0] == 1 ? .grayscale : .rgb, channelScale: 1 / 255)
    }
    let name = shape.count == 3 ? "image" : "input"
    definition = NetworkDefinition(
      inputs: [NetworkInput(name: name, shape: shape, image: image)], layers: [], outputs: [name])
    current = name
  }

  /// Adds a layer as it was written.
  ///
  /// - Throws: `Fault` for a layer that does not fit what it reads.
  mutating func add(_ arguments: Arguments) throws(Fault) {
    let kind = arguments.declaration.name
    let name = try self.name(arguments, kind: kind)
    let inputs = try self.inputs(arguments)
    let shape = try self.shape(of: inputs[0], for: arguments)
    var layer = LayerDefinition(
      name: name, inputs: inputs, outputs: ["\(name)_output"],
      kind: try makeKind(kind, arguments, shape.step, steps: shape.steps))
    layer.isUpdatable = layer.weights != nil && arguments.bool("updatable") ?? true
    layer.initialize(initialization, seeds: seeds)
    try append(layer, at: arguments.commandSpan)
    guard arguments.declaration.argument("activation") != nil, let word = arguments.word("activation"), word != "none"
    else { return }
    let activation = LayerDefinition(
      name: "\(name)_\(word)", inputs: [current], outputs: ["\(name)_\(word)_output"],
      kind: .activation(Self.function(word, alpha: nil)))
    try append(activation, at: arguments.commandSpan)
    outputs[name] = current
  }

  private mutating func append(_ layer: LayerDefinition, at span: Span) throws(Fault) {
    definition.layers.append(layer)
    definition.outputs = layer.outputs
    do throws(NetworkError) {
      var shapes = try shapesSoFar()
      inference = nil
      try shapes.add(layer)
      inference = shapes
    } catch {
      throw Fault(.network(model, error), at: span)
    }
    current = layer.outputs[0]
    outputs[layer.name] = current
  }

  // MARK: Names and shapes

  private mutating func name(_ arguments: Arguments, kind: String) throws(Fault) -> String {
    if let given = arguments["name"] {
      guard outputs[given.word] == nil else {
        throw Fault(.nameIsTaken(given.word, by: "another layer"), at: given.span)
      }
      return given.word
    }
    while true {
      let number = numbers[kind, default: 0]
      numbers[kind] = number + 1
      if outputs["\(kind)\(number)"] == nil { return "\(kind)\(number)" }
    }
  }

  private func inputs(_ arguments: Arguments) throws(Fault) -> [String] {
    guard let from = arguments.list("from") else { return [current] }
    if from.isEmpty, let given = arguments["from"] {
      throw Fault(.wrongKind(argument: "from", expected: .list(.newName), given: given.text), at: given.span)
    }
    return try from.map { (value) throws(Fault) in
      guard let output = outputs[value.word] ?? (value.word == definition.inputs[0].name ? value.word : nil) else {
        throw Fault(
          .unknownLayer(value.word, file: model, known: definition.layers.map(\.name)), at: value.span)
      }
      return output
    }
  }

  /// The shape of one step of a tensor, and how many steps it has.
  private func shape(of tensor: String, for arguments: Arguments) throws(Fault) -> (step: [Int], steps: Int) {
    do throws(NetworkError) {
      return try shapesSoFar().sequence(of: tensor) ?? ([], 1)
    } catch {
      throw Fault(.network(model, error), at: arguments.commandSpan)
    }
  }

  /// How many steps the last layer's output has: more than one where it is a sequence.
  var lastSteps: Int { inference?.sequence(of: current)?.steps ?? 1 }

  private func shapesSoFar() throws(NetworkError) -> ShapeInference {
    if let inference { return inference }
    return try ShapeInference(inputs: definition.inputs)
  }

  // MARK: Kinds

  private mutating func makeKind(
    _ name: String, _ arguments: Arguments, _ shape: [Int], steps: Int
  ) throws(Fault) -> LayerKind {
    if let kind = try mapKind(name, arguments, shape) { return kind }
    if let kind = measureKind(name, arguments, shape) { return kind }
    if let kind = try sequenceKind(name, arguments, shape, steps: steps) { return kind }
    return switch name {
    case "convolution": .convolution(try convolution(arguments, shape))
    case "innerProduct": .innerProduct(try innerProduct(arguments, shape))
    case "maxPool": .pooling(try pooling(.max, arguments))
    case "averagePool": .pooling(try pooling(.average, arguments))
    case "flatten": .flatten(.channelFirst)
    case "softmax": .softmax
    case "concat": .concat
    case "add": .add(constant: 0)
    case "multiply": .multiply(constant: 1)
    case "dropout": .dropout(probability: Float(arguments.positionals[0].decimal))
    default: .activation(Self.function(name, alpha: arguments.decimal(ifDeclared: "alpha")))
    }
  }

  private static func function(_ name: String, alpha: Double?) -> ActivationFunction {
    switch name {
    case "relu": .relu
    case "sigmoid": .sigmoid
    case "tanh": .tanh
    case "softplus": .softplus
    case "leakyRelu": .leakyRelu(alpha: Float(alpha ?? 0.01))
    case "elu": .elu(alpha: Float(alpha ?? 1))
    default: preconditionFailure("\(name) is no activation")
    }
  }

  /// The most bytes the weights of one layer may take: 2 GiB.
  private static let weightLimit = 1 << 31

  /// A tensor of zeros for a layer's weights.
  ///
  /// - Throws: `Fact.network` where it would be too large to make.
  mutating func weights(_ shape: [Int], for arguments: Arguments) throws(Fault) -> Tensor {
    let bytes = MemoryLimit.bytes(of: shape)
    do throws(NetworkError) {
      guard bytes <= Self.weightLimit else {
        throw .tooLarge(layer: arguments.word("name") ?? arguments.declaration.name, bytes: bytes)
      }
      weightBytes += bytes
      try MemoryLimit.checkAvailable(Self.copies * weightBytes)
    } catch {
      throw Fault(.network(model, error), at: arguments.commandSpan)
    }
    return Tensor(shape: shape)
  }

  /// How often the weights are there at least: in the model, in the machine that computes with them, and while they are
  /// written down. Training needs more.
  private static let copies = 3

  private mutating func innerProduct(_ arguments: Arguments, _ shape: [Int]) throws(Fault) -> InnerProductDefinition {
    let inputs = shape.reduce(1, *)
    let outputs = arguments.positionals[0].integer
    return InnerProductDefinition(
      inputChannels: inputs, outputChannels: outputs, weights: try weights([outputs, inputs], for: arguments),
      bias: arguments.bool("bias") ?? true ? Tensor(shape: [outputs]) : nil)
  }

  private mutating func convolution(_ arguments: Arguments, _ shape: [Int]) throws(Fault) -> ConvolutionDefinition {
    guard shape.count == 3 else {
      throw Fault(
        .layerWithoutShape(layer: "convolution", needs: "maps, [C, H, W], and is given \(shape)"),
        at: arguments.commandSpan)
    }
    let outputs = arguments.positionals[0].integer
    let groups = arguments.integer("groups") ?? 1
    guard shape[0].isMultiple(of: groups), outputs.isMultiple(of: groups) else {
      throw Fault(
        .layerWithoutShape(
          layer: "convolution", needs: "groups that divide both its \(shape[0]) maps and its \(outputs) kernels"),
        at: arguments["groups"]?.span ?? arguments.commandSpan)
    }
    let kernel = try extent(arguments, "kernel") ?? Extent(3, 3)
    return ConvolutionDefinition(
      outputChannels: outputs, kernelSize: kernel, stride: try extent(arguments, "stride") ?? Extent(1, 1),
      dilation: try extent(arguments, "dilation") ?? Extent(1, 1), groups: groups, padding: try padding(arguments),
      weights: try weights([outputs, shape[0] / groups, kernel.height, kernel.width], for: arguments),
      bias: arguments.bool("bias") ?? true ? Tensor(shape: [outputs]) : nil)
  }

  func pooling(
    _ statistic: PoolingDefinition.Statistic, _ arguments: Arguments
  ) throws(Fault) -> PoolingDefinition {
    let kernel = try extent(arguments.positionals[0])
    return PoolingDefinition(
      statistic: statistic, kernelSize: kernel, stride: try extent(arguments, "stride") ?? kernel,
      padding: try padding(arguments), excludesPadding: true)
  }

  func extent(_ arguments: Arguments, _ key: String) throws(Fault) -> Extent? {
    guard let value = arguments[key] else { return nil }
    return try extent(value)
  }

  func extent(_ value: CheckedValue) throws(Fault) -> Extent {
    let numbers = value.list.map(\.integer)
    guard (1...2).contains(numbers.count) else {
      throw Fault(.layerWithoutShape(layer: value.text, needs: "one number, or two: [height, width]"), at: value.span)
    }
    return Extent(numbers[0], numbers[numbers.count - 1])
  }

  func padding(_ arguments: Arguments) throws(Fault) -> Padding {
    guard let value = arguments["padding"] else { return .valid(Margins()) }
    if value.word == "valid" { return .valid(Margins()) }
    if value.word == "same" { return .same(topLeftHeavy: false) }
    guard let amount = Int(value.word), (0...10_000).contains(amount) else {
      throw Fault(
        .unknownChoice(argument: "padding", given: value.text, allowed: ["valid", "same", "a number"]), at: value.span)
    }
    return .valid(Margins(top: amount, bottom: amount, left: amount, right: amount))
  }
}

extension Arguments {
  /// A number, where the key exists and was given.
  func decimal(ifDeclared key: String) -> Double? { declaration.argument(key) == nil ? nil : decimal(key) }
}
