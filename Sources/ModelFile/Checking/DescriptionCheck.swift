extension ModelFile {
  /// What is wrong with what the model says it takes and gives.
  var descriptionFindings: [Finding] {
    let description = description
    var found: [Finding] = []
    for feature in description.inputs + description.outputs {
      if let rule = typeBreach(feature) { found.append(Finding(rule)) }
    }
    for feature in description.trainingInputs {
      if let rule = typeBreach(feature) { found.append(Finding(rule, severity: .unnoticed)) }
    }
    if kind.isNetwork {
      if description.inputs.isEmpty { found.append(Finding(.inputMissing)) }
      found += description.inputs.compactMap { networkInputBreach($0).map { Finding($0) } }
      found += preprocessingFindings
    }
    if isClassifier { found += labelFindings }
    return found
  }

  private func typeBreach(_ feature: FeatureDescription) -> Rule? {
    switch feature.type {
    case .unspecified: return .featureTypeMissing(feature: feature.name)
    case .multiArray(let array):
      guard case .unknown(let number) = array.dataType else { return nil }
      return .arrayTypeUnknown(feature: feature.name, number: number)
    default: return nil
    }
  }

  private func networkInputBreach(_ feature: FeatureDescription) -> Rule? {
    switch feature.type {
    case .image, .unspecified: return nil
    case .multiArray(let array):
      let ranks = [1, 3]
      let isExact = content.choice(5) == 1
      if isExact || array.flexibility != .fixed || ranks.contains(array.shape.count) { return nil }
      return .inputShape(feature: feature.name, shape: array.shape)
    default: return .inputNeitherArrayNorImage(feature: feature.name, feature.type.kind)
    }
  }

  private var preprocessingFindings: [Finding] {
    preprocessing.compactMap { step in
      guard case .scaler(channelScale: 0, _, _, _, _) = step.step else { return nil }
      return Finding(.channelScaleZero(feature: step.featureName), severity: .unnoticed)
    }
  }

  private var isClassifier: Bool {
    kind == .neuralNetworkClassifier || kind == .nearestNeighborsClassifier || kind == .pipelineClassifier
  }

  private var labelFindings: [Finding] {
    let name = description.predictedFeatureName
    guard !name.isEmpty else { return [Finding(.predictedNameMissing)] }
    guard let output = description.outputs.first(where: { $0.name == name }) else {
      return [Finding(.predictedOutputMissing(name: name))]
    }
    guard kind == .neuralNetworkClassifier, let wanted = labelKind, output.type.kind != wanted else { return [] }
    return [Finding(.predictedType(found: output.type.kind, wanted: wanted))]
  }

  /// The type of the labels; nil where there are none.
  var labelKind: FeatureKind? {
    switch classLabels {
    case .strings: .string
    case .integers: .int64
    case nil: nil
    }
  }
}
