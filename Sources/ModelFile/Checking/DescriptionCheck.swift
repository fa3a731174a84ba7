/// What a model says it takes and gives, checked.
struct DescriptionCheck {
  /// The model.
  let model: ModelFile

  /// What is wrong with what the model says it takes and gives.
  var findings: [Finding] {
    let description = model.description
    var found = featureFindings
    if description.outputs.isEmpty { found.append(Finding(.interface(.outputMissing))) }
    for feature in description.trainingInputs {
      if let rule = trainingTypeBreach(feature) { found.append(Finding(rule, severity: .unnoticed)) }
    }
    if model.kind.isNetwork {
      if description.inputs.isEmpty { found.append(Finding(.interface(.inputMissing))) }
      found += optionalFindings + mappingFindings + networkInterfaceFindings + preprocessingFindings
    }
    if isClassifier { found += labelFindings }
    if model.kind == .neuralNetworkRegressor { found += predictionFindings }
    return found
  }

  private var featureFindings: [Finding] {
    let (description, version) = (model.description, model.specificationVersion)
    return description.inputs.compactMap { $0.breach(isInput: true, version: version).map { Finding($0) } }
      + description.outputs.compactMap { $0.breach(isInput: false, version: version).map { Finding($0) } }
      + description.outputs.filter(\.isOptional).map { Finding(.feature(.outputOptional(feature: $0.name))) }
      + description.inputs.filter { $0.isOptional && model.kind == .nearestNeighborsClassifier }
      .map { Finding(.feature(.inputOptional(feature: $0.name))) }
  }

  private func trainingTypeBreach(_ feature: FeatureDescription) -> Rule? {
    switch feature.type {
    case .unspecified: return .feature(.typeMissing(feature: feature.name))
    case .multiArray(let array):
      guard case .unknown(let number) = array.dataType else { return nil }
      return .feature(.arrayTypeUnknown(feature: feature.name, number: number))
    default: return nil
    }
  }

  /// A network reads at least one input that is always there.
  private var optionalFindings: [Finding] {
    let inputs = model.description.inputs
    guard let first = inputs.first, inputs.allSatisfy(\.isOptional) else { return [] }
    return [Finding(.feature(.inputOptional(feature: first.name)))]
  }

  /// Where arrays are read as five axes, there is no layer and no mapping of images that leaves the shapes as they are.
  private var mappingFindings: [Finding] {
    guard model.content.choice(5) == 0, model.description.inputs.contains(where: { $0.type.kind == .multiArray }) else {
      return []
    }
    if let layer = model.layers.first(where: readsExactShapes) {
      return [Finding(.interface(.shapesNotExact), layer: layer.name)]
    }
    return model.content.choice(6) == 0 ? [] : [Finding(.interface(.shapesNotExact))]
  }

  /// Whether a layer, or the way it is set, came with version 4 of the format or later, or is none.
  private func readsExactShapes(_ layer: LayerRecord) -> Bool {
    let content = layer.content
    return switch layer.typeNumber {
    case nil: true
    case 100: layer.inputs.count != 1
    case 140: content.bool(22)
    case 210: content.choice(6) != 0 || content[repeated: 7].floatCount > 0
    case 345: content.choice(1) == 2
    case let number?: number >= 600
    }
  }

  /// A network reads images and arrays, and a plain one makes nothing else.
  private var networkInterfaceFindings: [Finding] {
    let isPlain = model.kind == .neuralNetwork
    return model.description.inputs.compactMap { networkInputBreach($0).map { Finding($0) } }
      + model.description.outputs.compactMap { output in
        switch output.type.kind {
        case .image, .multiArray, .state, .unspecified: nil
        case let kind: isPlain ? Finding(.interface(.outputNeitherArrayNorImage(feature: output.name, kind))) : nil
        }
      }
  }

  private func networkInputBreach(_ feature: FeatureDescription) -> Rule? {
    switch feature.type {
    case .image, .unspecified: return nil
    case .multiArray(let array):
      let ranks = [0, 1, 3]
      let isExact = model.content.choice(5) == 1
      if isExact || array.flexibility != .fixed || ranks.contains(array.shape.count) { return nil }
      return .interface(.inputShape(feature: feature.name, shape: array.shape))
    default: return .interface(.inputNeitherArrayNorImage(feature: feature.name, feature.type.kind))
    }
  }

  private var preprocessingFindings: [Finding] {
    model.neuralNetwork.preprocessing.compactMap { step in
      guard case .scaler(channelScale: 0, _, _, _, _) = step.step else { return nil }
      return Finding(.interface(.channelScaleZero(feature: step.featureName)), severity: .unnoticed)
    }
  }

  private var isClassifier: Bool {
    model.kind == .neuralNetworkClassifier || model.kind == .nearestNeighborsClassifier
      || model.kind == .pipelineClassifier
  }

  /// Core ML's open validator does not look at the names a pipeline gives.
  private var labelFindings: [Finding] {
    let severity: Finding.Severity = model.kind == .pipelineClassifier ? .unnoticed : .refused
    let description = model.description
    var found: [Finding] = []
    let name = description.predictedFeatureName
    if name.isEmpty {
      found.append(Finding(.interface(.predictedNameMissing), severity: severity))
    } else if let output = description.outputs.first(where: { $0.name == name }) {
      if model.kind == .neuralNetworkClassifier, let wanted = ClassLabels(of: model)?.kind, output.type.kind != wanted {
        found.append(Finding(.interface(.predictedType(found: output.type.kind, wanted: wanted))))
      }
    } else {
      found.append(Finding(.interface(.predictedOutputMissing(name: name)), severity: severity))
    }
    let probabilities = description.predictedProbabilitiesName
    guard severity == .refused, !probabilities.isEmpty,
      !description.outputs.contains(where: { $0.name == probabilities })
    else { return found }
    return found + [Finding(.interface(.predictedOutputMissing(name: probabilities)))]
  }

  /// A regressor names the output it is about.
  private var predictionFindings: [Finding] {
    let name = model.description.predictedFeatureName
    guard !name.isEmpty else { return [Finding(.interface(.predictionNameMissing))] }
    guard let output = model.description.outputs.first(where: { $0.name == name }) else {
      return [Finding(.interface(.predictedOutputMissing(name: name)))]
    }
    let kind = output.type.kind
    return kind == .double || kind == .multiArray
      ? [] : [Finding(.interface(.predictedType(found: kind, wanted: .multiArray)))]
  }
}

extension ClassLabels {
  /// The type of the labels.
  var kind: FeatureKind {
    switch self {
    case .strings: .string
    case .integers: .int64
    }
  }
}
