public import ModelFile
public import Networks
public import Training

extension TrainingSettings {
  /// Makes these losses small: the first, and their sum where there are more. None leaves everything as it is.
  public mutating func take(_ losses: [LossChoice]) {
    guard let first = losses.first else { return }
    let before = loss
    lossKind = first.kind
    loss = LossSettings(first)
    if first.kind == .crossEntropy {
      (loss.labelSmoothing, loss.classWeights) = (before.labelSmoothing, before.classWeights)
    }
    loss.others = losses.dropFirst().map(LossSettings.init)
    otherLossKinds = losses.count > 1 ? losses.dropFirst().map(\.kind) : nil
  }

  /// The losses, as they would be asked for.
  public var losses: [LossChoice] {
    zip([lossKind] + (otherLossKinds ?? []), [loss] + loss.others).map { kind, loss in
      LossChoice(kind: kind, tensor: loss.tensor, weight: loss.weight == 1 ? nil : Double("\(loss.weight)"))
    }
  }

  /// Puts tensors in the places of layers, and sees to it that every loss looks at something that learns.
  ///
  /// - Throws: `NameError.unknownLayer`, `LoopDiagnostic.lossOfClasses`, `LoopDiagnostic.lossOfNumbers`, `LoopDiagnostic.lossOnFrozen`, `FileDiagnostic.Update.crossEntropyNeedsSoftmax`.
  public mutating func checkLosses(of model: NetworkModel) throws(ExperimentError) {
    for kind in [lossKind] + (otherLossKinds ?? []) {
      if model.outputs.isRegressor, kind == .crossEntropy { throw ExperimentError.loop(.lossOfClasses(model.name)) }
      if !model.outputs.isRegressor, kind == .meanAbsoluteError || kind == .huber {
        throw ExperimentError.loop(.lossOfNumbers(kind.rawValue, model: model.name))
      }
    }
    let output = model.definition.outputs.first
    loss.tensor = try loss.tensor(of: model, for: lossKind)
    // The usual way of saying it, so that the same training has the same settings.
    if loss.tensor == output { loss.tensor = nil }
    for (index, kind) in (otherLossKinds ?? []).enumerated() where index < loss.others.count {
      loss.others[index].tensor = try loss.others[index].tensor(of: model, for: kind)
    }
  }
}

extension LossSettings {
  /// A loss as it was asked for.
  fileprivate init(_ choice: LossChoice) {
    self.init(tensor: choice.tensor, weight: Float(choice.weight ?? 1))
  }
}

extension LossLayer {
  /// What the engine computes.
  public var loss: Loss { kind == .meanSquaredError ? .meanSquaredError : .crossEntropy }
}

extension LossSettings {
  /// The tensor that it looks at in a network.
  fileprivate func tensor(of model: NetworkModel, for kind: Loss) throws(ExperimentError) -> String? {
    let definition = model.definition
    guard let name = tensor, name != definition.outputs.first else { return tensor }
    let makers = definition.layers.filter { $0.name == name || $0.outputs.contains(name) }
    guard let maker = makers.last, let made = maker.outputs.contains(name) ? name : maker.outputs.first else {
      throw ExperimentError.name(.unknownLayer(name, file: model.name, known: definition.layers.map(\.name)))
    }
    if kind == .crossEntropy, definition.softmax(of: made) == nil {
      throw ExperimentError.loop(.lossNeedsSoftmax(maker.name))
    }
    let tail = try TrainableParts(of: definition, source: model.source.name).tail
    guard tail.layers.contains(where: { $0.outputs.contains(made) }) else {
      throw ExperimentError.loop(.lossOnFrozen(maker.name, model: model.name))
    }
    return made
  }
}
