public import Networks
import Tensors

extension Network {
  /// One step of training on samples, by the losses of the settings.
  ///
  /// Throws as the network's own step.
  func trainStep(
    _ samples: Samples, _ settings: TrainingSettings, optimizer: inout OptimizerState, seed: UInt64,
    goesOn: () -> Bool
  ) throws(NetworkError) -> StepResult {
    let targets = try targets(samples.targets, settings)
    let loss = settings.computedLoss
    return switch samples.inputs {
    case .tensors(let tensors):
      try trainStep(
        inputs: tensors, targets: targets, loss: loss, optimizer: &optimizer, seed: seed, goesOn: goesOn)
    case .rows(let tensors, let rows):
      try trainStep(
        inputs: tensors, rows: rows, targets: targets, loss: loss, optimizer: &optimizer, seed: seed, goesOn: goesOn)
    case .images(let images):
      try trainStep(
        images: images, targets: targets, loss: loss, optimizer: &optimizer, seed: seed, goesOn: goesOn)
    }
  }

  /// How many samples each of so many processes computes of a mini-batch that they share.
  ///
  /// - Parameters:
  ///   - count: How many samples the mini-batch has.
  ///   - ranks: How many processes there are.
  ///   - samples: Some samples of the training.
  ///   - settings: Its settings.
  /// - Returns: A number for each process; nil where the mini-batch is too small for so many.
  /// - Throws: As the network's own step.
  public func sharing(
    of count: Int, among ranks: Int, _ samples: Samples, _ settings: TrainingSettings
  ) throws(NetworkError) -> [Int]? {
    try sharing(
      of: count, among: ranks, targets: targets(samples.targets, settings), loss: settings.computedLoss)
  }

  /// The samples' targets as each loss wants them: all learn from the same.
  private func targets(_ targets: Targets, _ settings: TrainingSettings) throws(NetworkError) -> Targets {
    let first = try encoded(targets, for: settings.lossKind, at: settings.loss.tensor)
    guard let others = settings.otherLossKinds, !others.isEmpty, others.count == settings.loss.others.count else {
      return first
    }
    var parts = [first]
    for (kind, loss) in zip(others, settings.loss.others) {
      parts.append(try encoded(targets, for: kind, at: loss.tensor))
    }
    return .several(parts)
  }

  private func encoded(_ targets: Targets, for loss: Loss, at tensor: String?) throws(NetworkError) -> Targets {
    guard loss != .crossEntropy else { return targets }
    let shape = (tensor ?? definition.outputs.first).flatMap { self.shape(of: $0) }
    return try targets.encoded(for: loss, outputs: shape?.reduce(1, *) ?? 0)
  }

  /// The outputs of one tensor for samples.
  ///
  /// Throws as `forward`.
  func forward(_ samples: Samples.Inputs, output tensor: String) throws(NetworkError) -> Tensor {
    let outputs =
      switch samples {
      case .tensors(let tensors): try forward(tensors, outputs: [tensor])
      case .rows(let tensors, let rows): try forward(tensors, rows: rows, outputs: [tensor])
      case .images(let images): try forward(images: images, outputs: [tensor])
      }
    guard let output = outputs[tensor] else { throw .unknownTensor(layer: nil, name: tensor) }
    return output
  }
}
