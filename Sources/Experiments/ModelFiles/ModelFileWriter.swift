public import ModelFile
import Networks
import Tensors
import Training

/// Makes a model file from a model of the session.
public struct ModelFileWriter {
  /// What becomes of the texts in the file the model came from.
  public let metadata: (ModelMetadata) -> ModelMetadata
  /// How numbers are stored.
  public var precision = WeightPrecision.asStored

  /// Puts it together.
  public init(
    metadata: @escaping (ModelMetadata) -> ModelMetadata, precision: WeightPrecision = WeightPrecision.asStored
  ) {
    self.metadata = metadata
    self.precision = precision
  }

  /// A network as a file: as a classifier, or as the plain network it was loaded as.
  ///
  /// - Parameters:
  ///   - model: The network.
  ///   - isUpdatable: Whether a device may train it.
  ///   - program: The ML program that it began as or lies on; nil for others.
  /// - Returns: The file.
  /// - Throws: `ModelFileError` for what the format cannot hold.
  public func file(
    of model: NetworkModel, isUpdatable: Bool, on program: ModelFile? = nil
  ) throws(ModelFileError) -> ModelFile {
    if let program = program ?? model.source.file, program.kind == .mlProgram {
      return try self.program(of: model, from: program, isUpdatable: isUpdatable)
    }
    let update = isUpdatable ? UpdateParameters(for: model).onDevice(of: model) : nil
    var earlier = model.source.file?.description.metadata ?? model.source.notes?.metadata ?? ModelMetadata()
    earlier.userDefined[CheckpointRecord.key] = nil
    let marks = DeviceMarks(model.definition, losses: update?.losses ?? [])
    let texts = marks.note(in: metadata(earlier).noting(model.scaling))
    var model = model
    model.definition = marks.definition
    let own = model.source.isLoaded ? model.source.file : nil
    if let own, own.pipeline.isChainOfNetworks {
      return try chain(of: model, own, isUpdatable: isUpdatable, update: update, texts: texts)
    }
    if let own, own.kind == .neuralNetwork || own.kind == .neuralNetworkRegressor {
      return try ModelFile(
        network: model.definition, outputs: own.description.outputs, isRegressor: own.kind == .neuralNetworkRegressor,
        update: update, metadata: texts, precision: precision, from: own)
    }
    if model.outputs.isRegressor, model.source.file == nil { return try regressor(model, update: update, texts: texts) }
    let names = own?.kind == .neuralNetworkClassifier ? own?.description : nil
    var file = try ModelFile(
      classifier: model.definition, labels: ClassLabels(model),
      predictedFeatureName: names?.predictedFeatureName ?? "label",
      predictedProbabilitiesName: names?.predictedProbabilitiesName ?? model.definition.outputs.first,
      update: update, metadata: texts, precision: precision, from: model.source.networkFile)
    model.source.notes?.describeFeatures(of: &file)
    return file
  }

  /// A network that began as a program, as a program.
  private func program(
    of model: NetworkModel, from program: ModelFile, isUpdatable: Bool
  ) throws(ModelFileError) -> ModelFile {
    guard !isUpdatable else { throw .cannotExpress(.programUpdatable) }
    var earlier = program.description.metadata
    earlier.userDefined[CheckpointRecord.key] = nil
    let isOwn = model.source.isLoaded && ClassLabels(of: program) == nil
    let file = try ProgramMaker.file(
      of: model.definition, labels: model.outputs.isRegressor || isOwn ? nil : ClassLabels(model),
      metadata: DeviceMarks(ofProgram: model.definition).note(in: metadata(earlier).noting(model.scaling)),
      from: program)
    guard precision != .asStored || !file.program.isSame(as: program.program) else { return file }
    return try file.program.packed(precision)
  }

  /// A network that answers with numbers, of which there is no file: it was read from JSON.
  private func regressor(
    _ model: NetworkModel, update: UpdateParameters?, texts: ModelMetadata
  ) throws(ModelFileError) -> ModelFile {
    let outputs = model.definition.outputs.map {
      FeatureDescription(name: $0, type: .multiArray(ArrayFeature(shape: [model.outputs.count], dataType: .double)))
    }
    var file = try ModelFile(
      network: model.definition, outputs: outputs, isRegressor: true, update: update, metadata: texts,
      precision: precision)
    model.source.notes?.describeFeatures(of: &file)
    return file
  }

  /// The networks of a pipeline, each in its place. Of them only the last one may learn on a device.
  private func chain(
    of model: NetworkModel, _ own: ModelFile, isUpdatable: Bool, update: UpdateParameters?, texts: ModelMetadata
  ) throws(ModelFileError) -> ModelFile {
    var models = own.pipeline.models
    let chain = try own.pipeline.chain()
    for (index, network) in chain.split(model.definition).enumerated() {
      let before = models[index]
      let isLast = index == models.count - 1
      let learns = isLast && update != nil && network.layers.contains(where: \.isUpdatable)
      let parameters = learns ? update?.reading(network) : nil
      let unchanged = (try? before.network()) == network && before.isUpdatable == learns
      if unchanged, precision == .asStored, parameters == before.updateParameters || !learns { continue }
      models[index] = try before.replacing(
        network, labels: isLast ? ClassLabels(model) : nil, update: parameters, precision: precision)
    }
    return try own.pipeline.replacing(models, metadata: texts)
  }

  /// A k-NN model as a file: a pipeline of the extractor and the memory; where it reads plain numbers the memory alone.
  ///
  /// - Throws: `ModelFileError` for what the format cannot hold, such as the cosine distance; `ModelFact.readsNothingYet`.
  public func file(of model: NeighborsModel, library: ModelLibrary) throws -> ModelFile {
    let texts = metadata(model.file?.description.metadata ?? ModelMetadata()).noting(model.extractor.scaling)
    if let file = model.file, file.kind == .nearestNeighborsClassifier {
      var memory = try ModelFile(nearestNeighbors: model.memory, from: file)
      memory.description.metadata = texts
      return memory
    }
    if let file = model.file, let last = file.pipeline.models.last {
      let memory = try ModelFile(nearestNeighbors: model.memory, from: last)
      return try file.pipeline.replacing(file.pipeline.models.dropLast() + [memory], metadata: texts)
    }
    guard !model.extractor.isOpen else { throw ExperimentError.model(.readsNothingYet(model.name)) }
    // The format knows nearest neighbours as a classifier alone.
    guard !model.memory.answersNumbers else {
      throw ExperimentError.file(.numbersOfNeighbors(model.name, learnt: model.learnt?.name))
    }
    let allowed = IntegerParameter.Allowed.range(minimum: 1, maximum: max(10, model.memory.numberOfNeighbors))
    let definition = model.extractor.definition.standardizing(by: model.memory.standardization)
    guard !definition.layers.isEmpty else {
      var memory = try ModelFile(
        nearestNeighbors: model.memory, allowedNumbers: allowed, featureName: definition.outputs[0])
      memory.description.metadata = texts
      return memory
    }
    let original = try original(of: model.extractor, in: library)
    let features = FeatureDescription(
      name: definition.outputs[0],
      type: .multiArray(ArrayFeature(shape: [model.memory.dimension], dataType: .float32)))
    let extractor = try ModelFile(network: definition, outputs: [features], precision: precision, from: original)
    let memory = try ModelFile(
      nearestNeighbors: model.memory.standardizedMemory, allowedNumbers: allowed, featureName: features.name)
    return try ModelFile(
      pipeline: [(name: "FeatureExtractor", model: extractor), (name: "kNNClassifier", model: memory)], metadata: texts)
  }
}

extension ModelFileWriter {
  /// The file that an extractor's layers are in; nil where there is none, and where a copy of them is all that is left.
  private func original(of extractor: Extractor, in library: ModelLibrary) throws -> ModelFile? {
    guard let file = extractor.file else { return nil }
    guard let basis = extractor.basis else { return try library.read(file).file }
    guard let now = try? library.network(file),
      let whole = try? Extractor.cut(now, after: basis.layer, source: file),
      let cut = basis.isPooled ? try? whole.pooled() : whole, cut.isSame(asLayersOf: extractor)
    else { return nil }
    return try? library.read(file).file
  }
}

extension ModelFile {
  /// The same model with another network in it.
  ///
  /// - Throws: `ModelFileError` for what the format cannot hold.
  fileprivate func replacing(
    _ network: NetworkDefinition, labels: ClassLabels?, update: UpdateParameters?, precision: WeightPrecision
  ) throws(ModelFileError) -> ModelFile {
    guard kind == .neuralNetworkClassifier, let labels = labels ?? ClassLabels(of: self) else {
      return try ModelFile(
        network: network, outputs: description.outputs, isRegressor: kind == .neuralNetworkRegressor, update: update,
        precision: precision, from: self)
    }
    return try ModelFile(classifier: network, labels: labels, update: update, precision: precision, from: self)
  }
}

extension NetworkDefinition {
  /// The network with layers at its end that standardise what it gives.
  fileprivate func standardizing(by standardization: Standardization?) -> NetworkDefinition {
    guard let standardization, let output = outputs.first else { return self }
    var network = self
    var read = output
    if (try? shapes()[output])?.count != 1 {
      network.layers.append(
        LayerDefinition(name: "flattened", inputs: [read], outputs: ["flattened"], kind: .flatten(.channelFirst)))
      read = "flattened"
    }
    let count = standardization.offsets.count
    network.layers += [
      LayerDefinition(
        name: "centered", inputs: [read], outputs: ["centered"],
        kind: .bias(Tensor(shape: [count], values: standardization.offsets))),
      LayerDefinition(
        name: "standardized", inputs: ["centered"], outputs: ["standardized"],
        kind: .scale(scale: Tensor(shape: [count], values: standardization.factors), bias: nil)),
    ]
    network.outputs = ["standardized"]
    return network
  }
}

extension ClassLabels {
  /// A network's labels as its file holds them: whole numbers stay whole numbers.
  fileprivate init(_ model: NetworkModel) {
    let labels = model.outputs.labels
    let numbers = labels.compactMap { Int($0) }
    let isOfNumbers =
      if case .integers? = model.source.file.flatMap(ClassLabels.init(of:)) { model.source.isLoaded } else { false }
    self = isOfNumbers && numbers.count == labels.count ? .integers(numbers) : .strings(labels)
  }
}

extension UpdateParameters {
  /// The same with losses that read what the network makes: in a pipeline its tensors may be called otherwise.
  fileprivate func reading(_ network: NetworkDefinition) -> UpdateParameters {
    guard let scores = network.outputs.first else { return self }
    let made = Set(network.layers.flatMap(\.outputs))
    var result = self
    for index in losses.indices where !made.contains(losses[index].input) {
      let isUsual = losses[index].target == "\(losses[index].input)_true"
      result.losses[index].input = scores
      if isUsual { result.losses[index].target = "\(scores)_true" }
    }
    return result
  }

  /// The same as a device can do it: with one loss, and a softmax always under a cross entropy. What a file itself says
  /// stays.
  public func onDevice(of model: NetworkModel) -> UpdateParameters {
    guard self != model.source.file?.pipeline.lastModel.updateParameters || !model.source.isLoaded else { return self }
    var result = self
    result.losses = Array(losses.prefix(1))
    for index in result.losses.indices {
      let maker = model.definition.layers.last { $0.outputs.contains(result.losses[index].input) }
      if maker?.kind == .softmax { result.losses[index].kind = .categoricalCrossEntropy }
    }
    return result
  }

  /// How a network is to be trained further: as its file or `update` said, else with the settings it was last trained with as defaults, and the
  /// sets the articles' `make_nn.py` allows, widened by these.
  public init(for model: NetworkModel) {
    if let known = model.update.parameters {
      self = known
      return
    }
    let settings = model.training.last?.settings ?? model.update.defaults ?? TrainingSettings(seed: 0)
    let scores = model.definition.outputs.first ?? ClassifierSurgery.probabilities
    let losses = settings.losses.enumerated().map { index, choice in
      LossLayer(
        name: index == 0 ? "lossLayer" : "lossLayer\(index)",
        kind: model.outputs.isRegressor || choice.kind != .crossEntropy ? .meanSquaredError : .categoricalCrossEntropy,
        input: choice.tensor ?? scores, target: "\(choice.tensor ?? scores)_true")
    }
    let sizes = Set([1, 2, 8, 16, settings.miniBatchSize]).sorted()
    let epochs = Set([1, 10, 50, settings.epochs]).sorted()
    self.init(
      losses: losses,
      optimizer: UpdateOptimizer(
        settings.optimizer, miniBatchSize: IntegerParameter(settings.miniBatchSize, allowed: .set(sizes))),
      epochs: IntegerParameter(settings.epochs, allowed: .set(epochs)), shuffle: settings.shuffle)
  }
}

extension UpdateOptimizer {
  /// An optimizer with these settings as defaults, each free between 0 and 1.
  fileprivate init(_ settings: OptimizerSettings, miniBatchSize: IntegerParameter) {
    func free(_ value: Double) -> DoubleParameter {
      DoubleParameter(value, allowed: .range(minimum: 0, maximum: max(1, value)))
    }
    switch settings.rule {
    case .sgd(let momentum, _):
      self = .sgd(learningRate: free(settings.learningRate), miniBatchSize: miniBatchSize, momentum: free(momentum))
    case .adam(let beta1, let beta2, let eps):
      self = .adam(
        learningRate: free(settings.learningRate), miniBatchSize: miniBatchSize, beta1: free(beta1), beta2: free(beta2),
        eps: free(eps))
    }
  }
}
