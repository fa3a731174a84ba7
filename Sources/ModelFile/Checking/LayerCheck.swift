/// The layers of a network, and what it makes of them, checked.
struct LayerCheck {
  /// The model.
  let model: ModelFile

  /// What is wrong with the layers by themselves, and with the tensors between them.
  var findings: [Finding] {
    var makers: [String: String] = [:]
    for input in model.description.inputs { makers[input.name] = "" }
    let layers = model.layers
    var found = layers.isEmpty ? [Finding(.layers(.missing))] : []
    for layer in layers {
      for tensor in layer.inputs where makers[tensor] == nil {
        found.append(Finding(.layers(.tensorUnknown(tensor: tensor)), layer: layer.name))
      }
      found += Contradictions(layer: layer).findings
      for tensor in layer.outputs {
        if let before = makers[tensor] {
          found.append(Finding(.layers(.tensorMadeTwice(tensor: tensor, before: before)), layer: layer.name))
        }
        makers[tensor] = layer.name
      }
    }
    return found
  }

  /// What is wrong with labels, scores and outputs. Core ML's open validator does not look whether a regressor makes what it
  /// gives.
  var scoreFindings: [Finding] {
    let made = Set(model.layers.flatMap(\.outputs))
    let description = model.description
    let unmade = description.outputs.map(\.name).filter { !made.contains($0) && !$0.isEmpty }
    guard model.kind == .neuralNetworkClassifier else {
      return unmade.map {
        Finding(
          .interface(.outputUnmade(feature: $0)),
          severity: model.kind == .neuralNetworkRegressor ? .unnoticed : .refused)
      }
    }
    guard let labels = ClassLabels(of: model), labels.count > 0 else { return [Finding(.layers(.labelsMissing))] }
    guard let scores = model.neuralNetwork.scoreTensor, made.contains(scores) else {
      return [Finding(.layers(.scoresUnknown(tensor: model.neuralNetwork.scoreTensor ?? "")))]
    }
    let own = [description.predictedFeatureName, description.predictedProbabilitiesName]
    // Without a name for the label nothing tells it from the others.
    let others =
      own[0].isEmpty ? [] : unmade.filter { !own.contains($0) }.map { Finding(.interface(.scoreUnmade(feature: $0))) }
    guard let count = scoreCount, count != labels.count else { return others }
    return others + [Finding(.layers(.labelCount(labels: labels.count, scores: count)), severity: .unnoticed)]
  }

  /// How many scores a classifying network makes, where its layers tell.
  private var scoreCount: Int? {
    guard var tensor = model.neuralNetwork.scoreTensor else { return nil }
    for layer in model.layers.reversed() where layer.outputs.contains(tensor) {
      switch layer.typeNumber {
      case 140: return layer.content.count(2)
      case 130, 175:
        guard let input = layer.inputs.first else { return nil }
        tensor = input
      default: return nil
      }
    }
    return nil
  }
}

/// What a layer says against itself, or leaves out.
struct Contradictions {
  /// The layer.
  let layer: LayerRecord

  /// What the layer says against itself.
  var findings: [Finding] {
    guard layer.typeNumber != nil else { return [Finding(.layers(.contradiction(.noType)), layer: layer.name)] }
    if hasMixedPrecision { return [Finding(.layers(.mixedPrecision), layer: layer.name)] }
    guard layer.isKnown else { return [] }
    if let problem = tensorCountProblem ?? omission {
      return [Finding(.layers(.contradiction(problem)), layer: layer.name)]
    }
    do {
      _ = try layer.definition()
      return []
    } catch .layer(_, let problem) {
      return [
        Finding(
          .layers(.contradiction(problem)), layer: layer.name, severity: isUnnoticed(problem) ? .unnoticed : .refused)
      ]
    } catch {
      return []
    }
  }

  /// Whether the validator refuses the layer for what its file leaves out or counts otherwise, though it can be run.
  var isRefused: Bool { tensorCountProblem != nil || omission != nil }

  /// The validator wants the states of recurrent layers as tensors, and more than one tensor to join or split into.
  private var tensorCountProblem: LayerProblem? {
    let (read, made): (ClosedRange<Int>, ClosedRange<Int>)
    switch layer.typeNumber {
    case 320: (read, made) = (2...Int.max, 1...1)
    case 330: (read, made) = (1...1, 2...Int.max)
    case 400: (read, made) = (2...2, 2...2)
    case 410: (read, made) = (1...2, 2...2)
    case 420: (read, made) = (1...3, 3...3)
    case 430: (read, made) = (1...5, 5...5)
    default: return nil
    }
    if !read.contains(layer.inputs.count) {
      return .tensorCount(field: "input", allowed: read, actual: layer.inputs.count)
    }
    if !made.contains(layer.outputs.count) {
      return .tensorCount(field: "output", allowed: made, actual: layer.outputs.count)
    }
    return nil
  }

  /// What may be left out where the layer is run, but not for the validator.
  private var omission: LayerProblem? {
    switch layer.typeNumber {
    case 100: return groupedScales
    case 160:
      return [(15, "gamma"), (16, "beta")].first { layer.weights($0.0)?.encoding == nil }
        .map { .weights(field: $0.1, .missing) }
    case 190 where layer.inputs.count == 2:
      let offsets = layer.content[repeated: 5].counts.count
      return offsets == 2 ? nil : .listLength(field: "offset", allowed: [2], actual: offsets)
    case 310:
      let axes = layer.content[repeated: 1].counts.count
      return axes == 4 ? nil : .listLength(field: "axis", allowed: [4], actual: axes)
    default: return nil
    }
  }

  /// A scale for each output channel of a group is not enough: the validator counts those of all groups.
  private var groupedScales: LayerProblem? {
    let (channels, groups) = (layer.content.count(1), layer.content.count(10))
    guard layer.content.bool(60), groups > 1, let linear = layer.content.message(90)?.message(40)?.message(101) else {
      return nil
    }
    let (scales, biases) = (linear[repeated: 1].floatCount, linear[repeated: 2].floatCount)
    guard scales > 1, scales != channels else { return nil }
    return .weights(field: "weights", .scaleCount(channels: channels, scales: scales, biases: biases))
  }

  private var hasMixedPrecision: Bool {
    let encodings = layer.weights.compactMap(\.parameters.encoding)
    return encodings.contains(.float32) && encodings.contains(.float16)
  }

  /// The validator lets choices pass that the format does not have, windows and margins of more or fewer lengths than two,
  /// and a fully connected layer that has no numbers, or bytes without a word on what they mean.
  private func isUnnoticed(_ problem: LayerProblem) -> Bool {
    switch problem {
    case .choice: true
    case .listLength(let field, _, _):
      (layer.typeNumber == 100 || layer.typeNumber == 120) && field != "outputShape"
    case .weights(_, let weights): layer.typeNumber == 140 && (weights == .missing || weights == .noQuantization)
    default: false
    }
  }
}
