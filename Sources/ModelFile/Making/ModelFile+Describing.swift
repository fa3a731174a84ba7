import Networks

/// The descriptions of models made here.
extension ModelFile {
  /// The inputs of a network, those of the original where they are the same, and the original's metadata.
  static func description(
    of network: NetworkDefinition, from original: ModelFile?, metadata: ModelMetadata?
  ) -> ModelDescription {
    let earlier = original?.description
    let same = original.flatMap { try? $0.neuralNetwork.inputs() } ?? []
    let inputs = network.inputs.map { input in
      let kept = earlier?.inputs.first { $0.name == input.name }
      if let kept, same.contains(where: { $0.describesSame(as: input) }) { return kept }
      return FeatureDescription(
        name: input.name, shortDescription: kept?.shortDescription ?? "", type: FeatureType(of: input))
    }
    return ModelDescription(
      inputs: inputs, outputs: earlier?.outputs ?? [], trainingInputs: earlier?.trainingInputs ?? [],
      metadata: metadata ?? earlier?.metadata ?? ModelMetadata())
  }

  /// The outputs of a classifier: probabilities by label, and the label. Those that are there keep their place, texts
  /// and further fields; outputs that are neither go.
  static func classifierOutputs(
    _ description: ModelDescription, labels: ClassLabels, earlier: [FeatureDescription]
  ) -> [FeatureDescription] {
    let isText = if case .strings = labels { true } else { false }
    let wanted = [
      FeatureDescription(
        name: description.predictedProbabilitiesName, type: .dictionary(isText ? .string : .int64)),
      FeatureDescription(name: description.predictedFeatureName, type: isText ? .string : .int64),
    ]
    let kept = earlier.compactMap { feature in
      wanted.first { $0.name == feature.name }.map {
        FeatureDescription(name: feature.name, shortDescription: feature.shortDescription, type: $0.type)
      }
    }
    return kept.count == wanted.count ? kept : wanted
  }
}

extension ModelDescription {
  /// What a network is trained towards: a classifier its label, another network the index of the right class, or the
  /// numbers themselves. Nil where the loss does not say.
  func trainingTarget(of loss: LossLayer?, for kind: ModelKind) -> FeatureDescription? {
    if kind == .neuralNetworkClassifier {
      return outputs.first { $0.name == predictedFeatureName }
    }
    switch loss?.kind {
    case .categoricalCrossEntropy?:
      return FeatureDescription(
        name: loss?.target ?? "", type: .multiArray(ArrayFeature(shape: [1], dataType: .int32)))
    case .meanSquaredError?:
      let output = outputs.first { $0.name == loss?.input } ?? outputs.first
      guard case .multiArray(let array)? = output?.type else { return nil }
      return FeatureDescription(
        name: loss?.target ?? "", type: .multiArray(ArrayFeature(shape: array.shape, dataType: .double)))
    case .unspecified?, nil: return nil
    }
  }
}

extension FeatureType {
  /// The type of a network's input: an image, or an array of single precision numbers.
  init(of input: NetworkInput) {
    guard let image = input.image, input.shape.count == 3 else {
      self = .multiArray(ArrayFeature(shape: input.shape, dataType: .float32))
      return
    }
    let colorSpace: ImageFeature.ColorSpace =
      switch image.colorSpace {
      case .grayscale: .grayscale
      case .rgb: .rgb
      case .bgr: .bgr
      }
    self = .image(ImageFeature(width: input.shape[2], height: input.shape[1], colorSpace: colorSpace))
  }
}

extension NetworkInput {
  /// Whether both are described alike: the preprocessing is not part of the description.
  fileprivate func describesSame(as other: NetworkInput) -> Bool {
    name == other.name && shape == other.shape && image?.colorSpace == other.image?.colorSpace
  }
}
