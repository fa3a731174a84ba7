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
    guard !models.isEmpty else { throw .cannotExpress(.noOutput) }
    for (index, entry) in models.enumerated() where models[..<index].contains(where: { $0.name == entry.name }) {
      throw .cannotExpress(.duplicateName(entry.name))
    }
    let original = original?.kind == .pipelineClassifier ? original : nil
    var pipeline = original?.pipeline.wire ?? WireMessage()
    pipeline[repeated: 2].texts = models.map(\.name)
    self = ModelFile.row(of: models.map(\.model), pipeline, .pipelineClassifier, metadata: metadata, from: original)
  }

  fileprivate static func row(
    of models: [ModelFile], _ names: WireMessage, _ kind: ModelKind, metadata: ModelMetadata?, from original: ModelFile?
  ) -> ModelFile {
    var pipeline = names
    pipeline[repeated: 1].messages = models.map(\.wire)
    var content = pipeline
    if kind != .pipeline {
      content = original?.content ?? WireMessage()
      content.set(1, message: pipeline)
    }
    let (first, last) = (models[0], models[models.count - 1])
    var description = ModelFile.pipelineDescription(first: first, last: last, from: original?.description)
    if let metadata { description.metadata = metadata }
    var file = ModelFile.made(kind, description, content, from: original)
    file.isUpdatable = last.isUpdatable
    file.specificationVersion = max(file.specificationVersion, SpecificationVersion.least(for: file))
    return file
  }

  private static func pipelineDescription(
    first: ModelFile, last: ModelFile, from earlier: ModelDescription?
  ) -> ModelDescription {
    let (start, end) = (first.description, last.description)
    let outside = earlier?.inputs ?? start.inputs
    // What the last model learns towards is whatever it does not read.
    let targets =
      last.kind == .nearestNeighborsClassifier
      ? end.outputs.filter { $0.name == end.predictedFeatureName }
      : end.trainingInputs.filter { target in !end.inputs.contains { $0.name == target.name } }
    let outputs = earlier?.outputs.map { output in end.outputs.first { $0.name == output.name } ?? output }
    var result = ModelDescription(
      inputs: outside, outputs: outputs ?? end.outputs,
      trainingInputs: last.isUpdatable ? outside + targets : [],
      predictedFeatureName: earlier?.predictedFeatureName ?? end.predictedFeatureName,
      predictedProbabilitiesName: earlier?.predictedProbabilitiesName ?? end.predictedProbabilitiesName,
      metadata: earlier?.metadata ?? ModelMetadata())
    guard let earlier else { return result }
    result.outputs = result.outputs.keepingTexts(of: earlier.outputs)
    result.trainingInputs = result.trainingInputs.keepingTexts(of: earlier.trainingInputs)
    return result
  }
}

extension PipelineRecord {
  /// The pipeline with other models in the places of its own: as many, with the same names, of the same kind.
  ///
  /// - Parameters:
  ///   - models: The models, in order.
  ///   - metadata: Who made it; nil for as it is.
  /// - Returns: The pipeline's file.
  /// - Throws: `cannotExpress` when there are no models, `wrongKind` when this is no pipeline.
  public func replacing(
    _ models: [ModelFile], metadata: ModelMetadata? = nil
  ) throws(ModelFileError) -> ModelFile {
    guard file.kind.isPipeline else {
      throw .wrongKind(file.kind, wanted: [.pipeline, .pipelineClassifier, .pipelineRegressor])
    }
    guard !models.isEmpty else { throw .cannotExpress(.noOutput) }
    return ModelFile.row(of: models, wire, file.kind, metadata: metadata, from: file)
  }
}

extension [FeatureDescription] {
  /// The same features with the texts that an earlier list has for them, in that list's order where it has the same.
  fileprivate func keepingTexts(of earlier: [FeatureDescription]) -> [FeatureDescription] {
    let known = earlier.filter { old in contains { $0.name == old.name && $0.type == old.type } }
    return known.count == count ? known : self
  }
}
