/// An updatable network, checked for its training on a device.
struct UpdateCheck {
  /// The model.
  let model: ModelFile

  /// What keeps an updatable network from being trained on a device.
  var findings: [Finding] {
    let parameters = model.updateParameters ?? UpdateParameters(losses: [], optimizer: nil, epochs: nil, shuffle: nil)
    return updatableLayerFindings + nameFindings(parameters.losses) + lossFindings(parameters.losses)
      + parameters.findings + GradientPath(model: model, losses: parameters.losses).findings
      + TrainingInputCheck(model: model, losses: parameters.losses).findings
      + halfPrecisionFindings
  }

  private var updatableLayerFindings: [Finding] {
    let updatable = model.layers.filter(\.isUpdatable)
    guard !updatable.isEmpty else { return [Finding(.learning(.nothingUpdatable))] }
    return updatable.flatMap { layer -> [Finding] in
      guard layer.canBeUpdatable else {
        return [Finding(.learning(.typeNotUpdatable(type: layer.type)), layer: layer.name)]
      }
      return learnedWeights(of: layer).flatMap { field, weights -> [Finding] in
        (weights.isUpdatable ? [] : [Finding(.learning(.weightsNotMarked(field: field)), layer: layer.name)])
          + (weights.isQuantized ? [Finding(.learning(.weightsQuantized(field: field)), layer: layer.name)] : [])
      }
    }
  }

  private func nameFindings(_ losses: [LossLayer]) -> [Finding] {
    var seen: Set<String> = []
    return (model.layers.map(\.name) + losses.map(\.name)).compactMap { name in
      seen.insert(name).inserted ? nil : Finding(.learning(.nameTaken(name: name)), layer: name)
    }
  }

  private func lossFindings(_ losses: [LossLayer]) -> [Finding] {
    guard losses.count == 1, let loss = losses.first else { return [Finding(.update(.lossCount(losses.count)))] }
    let layers = model.layers
    let maker = layers.last { $0.outputs.contains(loss.input) }
    var found: [Finding] = []
    switch loss.kind {
    case .unspecified: return [Finding(.update(.lossKindMissing(loss: loss.name)))]
    case .categoricalCrossEntropy:
      if maker?.type != "softmax" {
        found.append(Finding(.update(.lossNotOnSoftmax(loss: loss.name, input: loss.input))))
      }
    case .meanSquaredError:
      if maker == nil { found.append(Finding(.update(.lossInputUnknown(loss: loss.name, input: loss.input)))) }
    }
    if layers.contains(where: { $0.outputs.contains(loss.target) }) {
      found.append(Finding(.update(.lossTargetInside(loss: loss.name, target: loss.target))))
    }
    return found
  }

  private var halfPrecisionFindings: [Finding] {
    model.layers.flatMap { layer in
      layer.weights.filter { $0.parameters.encoding == .float16 }.map {
        Finding(.learning(.weightsHalf(field: $0.field)), layer: layer.name, severity: .unnoticed)
      }
    }
  }

  /// The numbers of a layer that a training changes: the weights, and the bias if the layer has one.
  private func learnedWeights(of layer: LayerRecord) -> [(field: String, parameters: WeightParameters)] {
    let isConvolution = layer.typeNumber == 100
    let hasBias = layer.content.bool(isConvolution ? 70 : 10)
    return [(isConvolution ? 90 : 20, "weights"), (isConvolution ? 91 : 21, "bias")].compactMap { number, field in
      guard layer.typeNumber != 420, field == "weights" || hasBias else { return nil }
      return (field, layer.weights(number) ?? WeightParameters(WireMessage()))
    }
  }
}
