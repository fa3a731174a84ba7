public import Training

/// Finds by cross-validation how much each of two models is to say, and what it gains.
public struct MixtureSearch: Sendable {
  /// The mixture whose loss on all held-out samples is least.
  public let mixture: Mixture
  /// The held-out answers of the first model alone, and of the second.
  public let first: Evaluation, second: Evaluation
  /// The held-out answers of the mixture; those of each fold by the weight that the other folds give, so that no sample has a
  /// say in the weight it is answered by.
  public let together: Evaluation

  /// Takes the answers of two models to the held-out samples of each fold.
  ///
  /// - Throws: `TrainingError` where there are no classes.
  public init(_ folds: [(first: Evaluation, second: Evaluation)]) throws(TrainingError) {
    first = Evaluation(joining: folds.map(\.first))
    second = Evaluation(joining: folds.map(\.second))
    mixture = Mixture.best(first.rows, second.rows)
    var pieces: [Evaluation] = []
    for place in folds.indices {
      let others = folds.indices.filter { $0 != place }
      let weight =
        others.isEmpty
        ? mixture : Mixture.best(others.flatMap { folds[$0].first.rows }, others.flatMap { folds[$0].second.rows })
      pieces.append(try weight.mixed(folds[place].first, folds[place].second))
    }
    together = Evaluation(joining: pieces)
  }
}
