public import Training

/// What a model answered to the samples that a trial held out, in the order asked.
public enum HeldOutAnswers: Sendable, Equatable, Codable {
  /// Classes.
  case classes(Evaluation)
  /// Numbers, beside the true ones.
  case numbers(NumberEvaluation)

  /// The answers where they are classes.
  public var classes: Evaluation? {
    if case .classes(let evaluation) = self { evaluation } else { nil }
  }

  /// The answers where they are numbers.
  public var numbers: NumberEvaluation? {
    if case .numbers(let evaluation) = self { evaluation } else { nil }
  }

  /// The share of right answers, 0…1, or the root of the mean squared error.
  public var score: Double {
    switch self {
    case .classes(let evaluation): evaluation.accuracy
    case .numbers(let evaluation): evaluation.measures.root
    }
  }

  /// The answers one by one where they are classes; none where they are numbers.
  public var rows: [Evaluation.Row] { classes?.rows ?? [] }
}
