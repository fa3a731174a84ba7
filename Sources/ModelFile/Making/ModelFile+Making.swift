public import Networks
import Tensors

extension ModelFile {
  /// Makes a classifier's file of a network whose first output is the scores.
  ///
  /// Where the network came from a file, give that as `original`: layers, inputs, names and metadata that have not
  /// changed keep their bytes there, unknown fields included. Half precision stays in a network that is not updatable;
  /// an updatable one is single precision throughout, since devices would otherwise learn in half precision, and Core
  /// ML's own tools refuse it. Quantised numbers of layers that are not trained stay.
  ///
  /// - Parameters:
  ///   - network: Inputs, layers and, as its first output, the scores. The layers' own flags say which may be trained.
  ///   - labels: A label for each score.
  ///   - predictedFeatureName: What the output with the label is called; nil for as in the original, else `label`.
  ///   - predictedProbabilitiesName: What the output with the probabilities is called; nil for as in the original, else
  ///     as the scores' tensor.
  ///   - update: How it is to be trained further; nil for a network that is not.
  ///   - metadata: Who made it; nil for as in the original.
  ///   - precision: How the numbers are stored.
  ///   - original: Where the network came from.
  /// - Throws: `cannotExpress` with what the format cannot hold.
  public init(
    classifier network: NetworkDefinition, labels: ClassLabels, predictedFeatureName: String? = nil,
    predictedProbabilitiesName: String? = nil, update: UpdateParameters? = nil, metadata: ModelMetadata? = nil,
    precision: WeightPrecision = .asStored, from original: ModelFile? = nil
  ) throws(ModelFileError) {
    let network = try StorableNetwork(network, from: original).definition
    guard let scores = network.outputs.first else { throw .cannotExpress(.noOutput) }
    if let count = network.scoreCount, count != labels.count {
      throw .cannotExpress(.labelCount(labels: labels.count, scores: count))
    }
    var description = ModelFile.description(of: network, from: original, metadata: metadata)
    let earlier = original?.kind == .neuralNetworkClassifier ? original?.description : nil
    description.predictedFeatureName = predictedFeatureName ?? earlier?.predictedFeatureName.nonEmpty ?? "label"
    description.predictedProbabilitiesName =
      predictedProbabilitiesName ?? earlier?.predictedProbabilitiesName.nonEmpty ?? scores
    description.outputs = ModelFile.classifierOutputs(description, labels: labels, earlier: earlier?.outputs ?? [])
    var content = try ModelFile.content(of: network, from: original, update: update, precision: precision)
    labels.write(into: &content)
    self = ModelFile.made(.neuralNetworkClassifier, description, content, from: original)
    if neuralNetwork.scoreTensor != scores { self.content.set(200, scores) }
    try ModelFile.finish(&self, update: update)
  }

  /// Makes a file of a network whose outputs are arrays: a plain network, or a regressor.
  ///
  /// - Parameters:
  ///   - network: Inputs, layers and outputs.
  ///   - outputs: Name, shape and number type of each output.
  ///   - isRegressor: Whether the file says that it is a regressor.
  ///   - update: How it is to be trained further; nil for a network that is not.
  ///   - metadata: Who made it; nil for as in the original.
  ///   - precision: How the numbers are stored.
  ///   - original: Where the network came from, see above.
  /// - Throws: `cannotExpress` with what the format cannot hold.
  public init(
    network: NetworkDefinition, outputs: [FeatureDescription], isRegressor: Bool = false,
    update: UpdateParameters? = nil, metadata: ModelMetadata? = nil, precision: WeightPrecision = .asStored,
    from original: ModelFile? = nil
  ) throws(ModelFileError) {
    let network = try StorableNetwork(network, from: original).definition
    var description = ModelFile.description(of: network, from: original, metadata: metadata)
    description.outputs = outputs
    let earlier = original?.kind == .neuralNetworkRegressor ? original?.description.predictedFeatureName : nil
    description.predictedFeatureName = isRegressor ? earlier ?? outputs.first?.name ?? "" : ""
    description.predictedProbabilitiesName = ""
    var content = try ModelFile.content(of: network, from: original, update: update, precision: precision)
    for classifierField in [100, 101, 200] { content.remove(classifierField) }
    self = ModelFile.made(
      isRegressor ? .neuralNetworkRegressor : .neuralNetwork, description, content, from: original)
    try ModelFile.finish(&self, update: update)
  }

  /// A model of a kind, on the ground of another.
  static func made(
    _ kind: ModelKind, _ description: ModelDescription, _ content: WireMessage, from original: ModelFile?
  ) -> ModelFile {
    var wire = original?.wire ?? WireMessage()
    if let number = original?.kind.number, number != kind.number { wire.remove(number) }
    wire.set(2, message: description.encoded(over: wire.message(2) ?? WireMessage()))
    if let number = kind.number { wire.set(number, message: content) }
    return ModelFile(wire)
  }

  /// Sets what follows from the rest: flags, training inputs and the least version.
  static func finish(_ file: inout ModelFile, update: UpdateParameters?) throws(ModelFileError) {
    var description = file.description
    if update == nil {
      description.trainingInputs = []
    } else {
      let target = description.trainingTarget(of: update?.losses.first, for: file.kind)
      guard file.layers.contains(where: \.isUpdatable) else { throw .cannotExpress(.nothingUpdatable) }
      for layer in file.layers where layer.isUpdatable && !layer.canBeUpdatable {
        throw .cannotExpress(.notUpdatable(layer: layer.name))
      }
      let needed = description.inputs + (target.map { [$0] } ?? [])
      let same = needed.allSatisfy { feature in
        description.trainingInputs.contains { $0.name == feature.name && $0.type == feature.type }
      }
      if !same || description.trainingInputs.count != needed.count { description.trainingInputs = needed }
    }
    file.description = description
    file.isUpdatable = update != nil
    file.specificationVersion = max(file.specificationVersion, SpecificationVersion.least(for: file))
  }

  private static func content(
    of network: NetworkDefinition, from original: ModelFile?, update: UpdateParameters?, precision: WeightPrecision
  ) throws(ModelFileError) -> WireMessage {
    var network = network
    if update == nil { for index in network.layers.indices { network.layers[index].isUpdatable = false } }
    let base = original.map { $0.kind.isNetwork ? $0.content : WireMessage() } ?? WireMessage()
    var content = try network.encoded(over: base, precision: precision, holdsHalfPrecision: update == nil)
    content.set(10, message: update?.encoded(over: base.message(10)))
    return content
  }
}

extension String {
  /// Nil instead of an empty text.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
