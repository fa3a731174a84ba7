import CommandLanguage
import Experiments
import Language
import ModelFile
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
  /// The names of the layers and tensors it began with.
  private var taken: Set<String> = []
  /// How many bytes the weights so far take.
  private var weightBytes = 0

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

  /// Begins with the layers of an extractor, which are not trained.
  ///
  /// - Throws: `ModelError.network` where they do not fit one another.
  init(
    model: String, on extractor: Extractor, seeds: SeedPlan, initialization: ParameterInitialization
  ) throws(ExperimentError) {
    self.model = model
    self.seeds = seeds
    self.initialization = initialization
    definition = extractor.definition.withFixedStandardization
    for index in definition.layers.indices { definition.layers[index].isUpdatable = false }
    current = definition.outputs[0]
    for layer in definition.layers { outputs[layer.name] = layer.outputs[0] }
    taken = definition.names
    do throws(NetworkError) {
      var shapes = try ShapeInference(inputs: definition.inputs)
      for layer in definition.layers { try shapes.add(layer) }
      inference = shapes
    } catch {
      throw .model(.network(extractor.source, error))
    }
  }

  /// Begins with layers that standardise the input, which is a row of numbers.
  ///
  /// - Throws: `Diagnostic` where they do not fit.
  mutating func standardizeInput(at span: Span) throws(Diagnostic) {
    let count = definition.inputs[0].shape.reduce(1, *)
    for layer in NetworkDefinition.standardizingLayers(of: current, count: count) { try append(layer, at: span) }
  }

  /// Adds a layer as it was written.
  ///
  /// - Throws: `Diagnostic` for a layer that does not fit what it reads.
  mutating func add(_ arguments: Arguments) throws {
    guard let word = LayerTable.word(arguments.declaration.name) else {
      preconditionFailure("\(arguments.declaration.name) is not a layer")
    }
    try add(arguments, as: word)
  }

  /// Adds the layers that a word stands for: the first under the word's name, what it makes is what the last of them makes.
  mutating func add(_ arguments: Arguments, as word: LayerWord) throws {
    let name = try self.name(arguments, kind: arguments.declaration.name)
    let given = try self.inputs(arguments)
    let shape = try self.shape(of: given[0], for: arguments)
    var written = WrittenLayer(
      arguments: arguments, model: model, shape: shape.step, steps: shape.steps, weightBytes: weightBytes)
    let parts = try word.parts(&written) + [arguments[LayerTable.activation]].compactMap(\.self)
    weightBytes = written.weightBytes
    for (index, part) in parts.enumerated() {
      let partName = index == 0 ? name : free("\(name)_\(part.suffix)")
      var layer = LayerDefinition(
        name: partName, inputs: inputs(of: part, given), outputs: [free("\(partName)_output")], kind: part.kind)
      layer.isUpdatable = layer.weights != nil && arguments[LayerTable.updatable]
      layer.initialize(initialization, seeds: seeds)
      try append(layer, at: arguments.commandSpan)
    }
    outputs[name] = current
  }

  private func inputs(of part: LayerPart, _ given: [String]) -> [String] {
    switch part.input {
    case .given: given
    case .previous: [current]
    case .givenAndPrevious: given + [current]
    }
  }

  private mutating func append(_ layer: LayerDefinition, at span: Span) throws(Diagnostic) {
    definition.layers.append(layer)
    definition.outputs = layer.outputs
    do throws(NetworkError) {
      var shapes = try shapesSoFar()
      inference = nil
      try shapes.add(layer)
      inference = shapes
    } catch {
      throw Diagnostic(.network(model, error), at: span)
    }
    current = layer.outputs[0]
    outputs[layer.name] = current
  }

  // MARK: Names and shapes

  /// A name that none of the layers and tensors has that it began with.
  func free(_ name: String) -> String {
    guard taken.contains(name) else { return name }
    return (1...).lazy.map { "\(name)_\($0)" }.first { !taken.contains($0) } ?? name
  }

  private mutating func name(_ arguments: Arguments, kind: String) throws(Diagnostic) -> String {
    if let given = arguments[LayerTable.name] {
      guard outputs[given.word] == nil else {
        throw Diagnostic(.nameIsTaken(given.word, by: "another layer"), at: given.span)
      }
      return given.word
    }
    while true {
      let number = numbers[kind, default: 0]
      numbers[kind] = number + 1
      if outputs["\(kind)\(number)"] == nil { return "\(kind)\(number)" }
    }
  }

  private func inputs(_ arguments: Arguments) throws(Diagnostic) -> [String] {
    guard let from = arguments[LayerTable.from] else { return [current] }
    guard !from.isEmpty else {
      let given = arguments.text(of: LayerTable.from) ?? ""
      throw Diagnostic(
        .usage(.wrongKind(argument: "from", expected: .list(.newName), given: given)),
        at: arguments.span(of: LayerTable.from))
    }
    return try from.map { (value) throws(Diagnostic) in
      guard let output = outputs[value.word] ?? (value.word == definition.inputs[0].name ? value.word : nil) else {
        throw Diagnostic(
          .unknownLayer(value.word, file: model, known: definition.layers.map(\.name)), at: value.span)
      }
      return output
    }
  }

  /// The shape of one step of a tensor, and how many steps it has.
  private func shape(of tensor: String, for arguments: Arguments) throws(Diagnostic) -> (step: [Int], steps: Int) {
    do throws(NetworkError) {
      return try shapesSoFar().sequence(of: tensor) ?? ([], 1)
    } catch {
      throw Diagnostic(.network(model, error), at: arguments.commandSpan)
    }
  }

  /// How many steps the last layer's output has: more than one where it is a sequence.
  var lastSteps: Int { inference?.sequence(of: current)?.steps ?? 1 }

  private func shapesSoFar() throws(NetworkError) -> ShapeInference {
    if let inference { return inference }
    return try ShapeInference(inputs: definition.inputs)
  }
}
