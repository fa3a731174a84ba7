import Training

/// What a model's predictions lose where its weights are stored with less precision.
public enum PrecisionEffect: Sendable, Equatable {
  /// Of classes: how many predictions are right before and after, and how many are others.
  case classes(before: Int, after: Int, changed: Int, count: Int)
  /// Of numbers: the root mean squared error before and after, and the largest difference.
  case numbers(before: Double, after: Double, largest: Double)

  /// Asks a model, and the same model as it is stored, about samples.
  ///
  /// - Throws: `ExperimentError` where the samples do not fit or cannot be read, `Interruption`.
  public init(of model: Model, stored: Model, on selection: Selection, _ inference: Inference) throws {
    guard !model.isRegressor else {
      let before = try NumberPredictions(of: model, on: selection, inference).evaluation
      let after = try NumberPredictions(of: stored, on: selection, inference).evaluation
      self = .numbers(
        before: before.measures.root, after: after.measures.root,
        largest: zip(before.answers, after.answers).reduce(0) { max($0, abs($1.0 - $1.1)) })
      return
    }
    let before = try inference.evaluate(model, on: selection)
    let after = try inference.evaluate(stored, on: selection)
    let changed = zip(before.rows, after.rows).count { $0.predicted != $1.predicted }
    self = .classes(before: before.correct, after: after.correct, changed: changed, count: before.count)
  }
}
