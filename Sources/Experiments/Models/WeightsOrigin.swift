public import Training

/// Where the weights come from with which a network begins: those it returns to by `reset` and `from=start`.
public enum WeightsOrigin: Sendable, Equatable, Codable {
  /// Drawn from a seed, or all zero.
  case drawn
  /// Those of its model file.
  case file
  /// Found by logistic regression.
  case fitted(LogisticRegression)
  /// Set from the means of classes.
  case centroids
  /// Another network's, or a file's, of this name; and whether that had learnt anything.
  case copied(from: String, hasLearnt: Bool)

  /// The regression that has found them, where one has.
  public var regression: LogisticRegression? { if case .fitted(let regression) = self { regression } else { nil } }

  /// Whether they were made from samples here, so that these cannot be held out from them any more.
  public var knowsSamples: Bool {
    switch self {
    case .drawn, .file: false
    case .fitted, .centroids: true
    case .copied(_, let hasLearnt): hasLearnt
    }
  }
}
