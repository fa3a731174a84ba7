import ModelFile
import Networks
import Training

/// Makes a model file from a model of the session.
struct ModelWriting {
  /// What becomes of the texts in the file the model came from.
  let metadata: (ModelMetadata) -> ModelMetadata

  /// A network as a classifier's file.
  ///
  /// - Throws: `ModelFileError` for what the format cannot hold.
  func file(of model: NetworkModel, isUpdatable: Bool) throws(ModelFileError) -> ModelFile {
    let isOwn = model.file?.classLabels?.texts.count == model.outputs && model.file?.isUpdatable == true
    let names = isOwn ? model.file?.description : nil
    return try ModelFile(
      classifier: model.definition, labels: .strings(model.labels),
      predictedFeatureName: names?.predictedFeatureName ?? "label",
      predictedProbabilitiesName: names?.predictedProbabilitiesName ?? model.definition.outputs.first,
      update: isUpdatable ? (isOwn ? model.file?.updateParameters : nil) ?? UpdateParameters(for: model) : nil,
      metadata: metadata(model.file?.description.metadata ?? ModelMetadata()), from: model.file)
  }

  /// A k-NN model as a pipeline's file: the extractor, and the memory.
  ///
  /// - Throws: `ModelFileError` for what the format cannot hold, such as the cosine distance.
  func file(of model: NeighborsModel, session: Session) throws -> ModelFile {
    let texts = metadata(model.file?.description.metadata ?? ModelMetadata())
    if let file = model.file, let last = file.models.last {
      let memory = try ModelFile(nearestNeighbors: model.memory, from: last)
      return try ModelFile(
        pipeline: Array(zip(file.modelNames, file.models.dropLast() + [memory])).map { (name: $0.0, model: $0.1) },
        metadata: texts, from: file)
    }
    let original = try session.library.read(model.extractor.source).file
    let features = FeatureDescription(
      name: model.extractor.definition.outputs[0],
      type: .multiArray(ArrayFeature(shape: [model.memory.dimension], dataType: .float32)))
    let extractor = try ModelFile(
      network: model.extractor.definition, outputs: [features], from: original)
    let memory = try ModelFile(
      nearestNeighbors: model.memory,
      allowedNumbers: .range(minimum: 1, maximum: max(10, model.memory.numberOfNeighbors)),
      featureName: features.name)
    return try ModelFile(
      pipeline: [(name: "FeatureExtractor", model: extractor), (name: "kNNClassifier", model: memory)], metadata: texts)
  }
}

extension UpdateParameters {
  /// How a network made here is to be trained further: with the settings it was last trained with as defaults, and the
  /// sets the articles' `make_nn.py` allows, widened by these.
  init(for model: NetworkModel) {
    let settings = model.lastTraining?.settings ?? TrainingSettings(seed: 0)
    let scores = model.definition.outputs.first ?? ClassifierSurgery.probabilities
    let loss = LossLayer(
      name: "lossLayer", kind: .categoricalCrossEntropy, input: scores, target: "\(scores)_true")
    let sizes = Set([1, 2, 8, 16, settings.miniBatchSize]).sorted()
    let epochs = Set([1, 10, 50, settings.epochs]).sorted()
    self.init(
      losses: [loss],
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
