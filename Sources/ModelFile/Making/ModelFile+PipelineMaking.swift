extension ModelFile {
  /// Makes a classifier of models in a row: each takes what the first one takes, or what one before it gives; the last
  /// one classifies. It can be trained further when the last one can.
  ///
  /// The models stay as they are, byte for byte: a feature extractor in half precision may stand before a classifier
  /// that learns.
  ///
  /// - Parameters:
  ///   - models: The models with their names, in order.
  ///   - metadata: Who made it; nil for as in the original.
  ///   - original: The pipeline it came from.
  /// - Throws: `cannotExpress` when there are no models, or two of the same name.
  public init(
    pipeline models: [(name: String, model: ModelFile)], metadata: ModelMetadata? = nil, from original: ModelFile? = nil
  ) throws(ModelFileError) {
    guard let first = models.first?.model, let last = models.last?.model else {
      throw .cannotExpress(.noOutput)
    }
    for (index, entry) in models.enumerated() where models[..<index].contains(where: { $0.name == entry.name }) {
      throw .cannotExpress(.duplicateName(entry.name))
    }
    let original = original?.kind == .pipelineClassifier ? original : nil
    var pipeline = original?.pipeline ?? WireMessage()
    pipeline.set(1, messages: models.map(\.model.wire))
    pipeline.set(2, texts: models.map(\.name))
    var content = original?.content ?? WireMessage()
    content.set(1, message: pipeline)
    var description = ModelFile.pipelineDescription(first: first, last: last, from: original?.description)
    if let metadata { description.metadata = metadata }
    self.init(kind: .pipelineClassifier, description: description, content: content, from: original)
    isUpdatable = last.isUpdatable
    specificationVersion = max(specificationVersion, leastSpecificationVersion)
  }

  private static func pipelineDescription(
    first: ModelFile, last: ModelFile, from earlier: ModelDescription?
  ) -> ModelDescription {
    let (start, end) = (first.description, last.description)
    let label = end.outputs.filter { $0.name == end.predictedFeatureName }
    var result = ModelDescription(
      inputs: start.inputs, outputs: end.outputs, trainingInputs: last.isUpdatable ? start.inputs + label : [],
      predictedFeatureName: end.predictedFeatureName, predictedProbabilitiesName: end.predictedProbabilitiesName,
      metadata: earlier?.metadata ?? ModelMetadata())
    guard let earlier else { return result }
    result.inputs = result.inputs.keepingTexts(of: earlier.inputs)
    result.outputs = result.outputs.keepingTexts(of: earlier.outputs)
    result.trainingInputs = result.trainingInputs.keepingTexts(of: earlier.trainingInputs)
    return result
  }
}

extension [FeatureDescription] {
  /// The same features with the texts that an earlier list has for them, in that list's order where it has the same.
  fileprivate func keepingTexts(of earlier: [FeatureDescription]) -> [FeatureDescription] {
    let known = earlier.filter { old in contains { $0.name == old.name && $0.type == old.type } }
    return known.count == count ? known : self
  }
}
