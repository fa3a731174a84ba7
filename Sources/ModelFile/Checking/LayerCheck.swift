extension ModelFile {
  /// What is wrong with the layers by themselves, and with the tensors between them.
  var layerFindings: [Finding] {
    var makers: [String: String] = [:]
    for input in description.inputs { makers[input.name] = "" }
    var found: [Finding] = []
    for layer in layers {
      for tensor in layer.inputs where makers[tensor] == nil {
        found.append(Finding(.tensorUnknown(tensor: tensor), layer: layer.name))
      }
      found += layer.contradictions
      for tensor in layer.outputs {
        if let before = makers[tensor] {
          found.append(Finding(.tensorMadeTwice(tensor: tensor, before: before), layer: layer.name))
        }
        makers[tensor] = layer.name
      }
    }
    return found
  }

  /// What is wrong with labels, scores and outputs.
  var scoreFindings: [Finding] {
    let made = Set(layers.flatMap(\.outputs))
    let description = description
    guard kind == .neuralNetworkClassifier else {
      return description.outputs.filter { !made.contains($0.name) }.map { Finding(.outputUnmade(feature: $0.name)) }
    }
    guard let labels = classLabels, labels.count > 0 else { return [Finding(.labelsMissing)] }
    guard let scores = scoreTensor, made.contains(scores) else {
      return [Finding(.scoresUnknown(tensor: scoreTensor ?? ""))]
    }
    guard let count = scoreCount, count != labels.count else { return [] }
    return [Finding(.labelCount(labels: labels.count, scores: count), severity: .unnoticed)]
  }

  /// How many scores a classifying network makes, where its layers tell.
  private var scoreCount: Int? {
    guard var tensor = scoreTensor else { return nil }
    for layer in layers.reversed() where layer.outputs.contains(tensor) {
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

extension LayerRecord {
  /// What the layer says against itself.
  fileprivate var contradictions: [Finding] {
    guard typeNumber != nil else { return [Finding(.layer(.noType), layer: name)] }
    if hasMixedPrecision { return [Finding(.mixedPrecision, layer: name)] }
    guard isKnown else { return [] }
    do {
      _ = try definition()
      return []
    } catch .layer(_, let problem) {
      return [Finding(.layer(problem), layer: name, severity: isUnnoticed(problem) ? .unnoticed : .refused)]
    } catch {
      return []
    }
  }

  private var hasMixedPrecision: Bool {
    let encodings = weights.compactMap(\.parameters.encoding)
    return encodings.contains(.float32) && encodings.contains(.float16)
  }

  /// The validator lets a fully connected layer pass that has no numbers, or bytes without a word on what they mean.
  private func isUnnoticed(_ problem: LayerProblem) -> Bool {
    guard typeNumber == 140, case .weights(_, let weights) = problem else { return false }
    return weights == .missing || weights == .noQuantization
  }
}
