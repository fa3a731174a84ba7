import Networks
import Tensors
public import Training

extension Inference {
  /// What baselines answer to samples after having learnt from others.
  ///
  /// - Parameters:
  ///   - model: The model through whose frozen layers samples are looked at.
  ///   - learning: The samples to learn from.
  ///   - held: The samples asked about.
  /// - Returns: Each baseline of classes with its answers.
  /// - Throws: `ExperimentError` where samples cannot be read or do not fit, `Interruption`.
  public func baselines(
    beside model: Model, learning: Selection, on held: Selection
  ) throws -> [(baseline: Baseline, evaluation: Evaluation)] {
    let (features, asked) = (try features(of: learning, seenBy: model), try features(of: held, seenBy: model))
    return try ExperimentError.naming(model.name) {
      try Baseline.allCases.filter { !$0.answersNumbers }.map { baseline in
        let evaluation = try baseline.classes(
          learning: features, labels: learning.truths, held: asked, truths: held.truths,
          isStandardized: model.standardizesFeatures)
        return (baseline, evaluation)
      }
    }
  }

  /// The mean of the numbers to learn from as the answer to other samples.
  ///
  /// - Parameters:
  ///   - learning: The samples to learn from, whose labels are numbers.
  ///   - truths: The true numbers of the samples asked about.
  ///   - outputs: How many numbers a sample has.
  /// - Returns: The mean beside the true numbers.
  public static func meanBaseline(_ learning: Selection, truths: [Double], outputs: Int) -> NumberEvaluation {
    let numbers = learning.truths.flatMap { label in
      label.split { " \t;".contains($0) }.map { Double($0) ?? .nan }
    }
    return Baseline.mean(of: numbers, truths: truths, outputs: outputs)
  }

  private func features(of selection: Selection, seenBy model: Model) throws -> Tensor {
    let features: Tensor
    switch model {
    case .neighbors(let model): features = try self.features(of: selection, seenBy: model.bound(to: selection))
    case .network(let model):
      let parts = try TrainableParts(of: model)
      if case .table(let table) = selection { try parts.trunk.checkRoom(for: table) }
      features = try self.features(of: selection, variant: .original, through: parts)
    case .hybrid(let model): return try self.features(of: selection, seenBy: .network(model.network))
    }
    return Tensor(shape: [selection.count, features.values.count / max(1, selection.count)], values: features.values)
  }
}

extension Model {
  /// Whether it reads a table's numbers as they are, not by way of layers that were trained before.
  public var readsOwnNumbers: Bool {
    switch self {
    case .neighbors(let model): model.readsTables
    case .network(let model):
      (try? TrainableParts(of: model))?.trunk.definition.layers.allSatisfy { $0.learnableCount == 0 } ?? false
    case .hybrid(let model): Model.network(model.network).readsOwnNumbers
    }
  }

  /// Whether it brings features to one scale by the training samples.
  fileprivate var standardizesFeatures: Bool {
    switch self {
    case .neighbors(let model): model.memory.isStandardized
    case .network(let model): model.definition.standardizesInput
    case .hybrid(let model): model.network.definition.standardizesInput
    }
  }
}
