/// What a command does to the model or dataset that one of its words names.
///
/// Whoever brings back what an earlier session made, refuses a change to a model in training, or remarks that a model is
/// older than its data reads these, and no list of commands.
public indirect enum NameEffect: Sendable, Equatable {
  /// Looks at it and leaves it as it is.
  case reads
  /// Reads it, and the result is that of the model as it stands: whether its data have changed since matters.
  case asks
  /// Changes it under its name.
  case changes
  /// Changes it under its name; of a model in training only what may be changed while it is trained, which its own run looks to.
  case changesInTraining
  /// Gives the name to a new thing of that sort; what bore it is replaced.
  case makes(NamedSort)
  /// Has it forget what it learnt.
  case forgets
  /// Takes its name away.
  case removes
  /// Means the name alone, whether anything bears it or not.
  case mentions
  /// One effect where an argument is given, another where it is not.
  case given(String, then: NameEffect, otherwise: NameEffect)

  /// Whether it leaves the thing other than it was, or another in its place.
  public var isChange: Bool {
    switch self {
    case .changes, .changesInTraining, .makes, .forgets, .removes: true
    case .reads, .asks, .mentions: false
    case .given(_, let then, let otherwise): then.isChange || otherwise.isChange
    }
  }

  /// Whether it cannot be done while the model is in training.
  public var needsEndOfTraining: Bool { isChange && self != .changesInTraining }

  /// The effect of one statement.
  ///
  /// - Parameter isGiven: Whether the statement gives an argument of this key.
  /// - Returns: The effect; never `.given`.
  func decided(_ isGiven: (String) -> Bool) -> NameEffect {
    guard case .given(let key, let then, let otherwise) = self else { return self }
    return (isGiven(key) ? then : otherwise).decided(isGiven)
  }
}

/// What a name can be given to.
public enum NamedSort: Sendable, Equatable {
  case dataset, model
}

extension ArgumentKind {
  /// Whether its values are names of models or datasets, or of files in their place.
  public var isName: Bool {
    switch self {
    case .newName, .dataset, .split, .model, .thing, .source, .extractor: true
    case .list(let element), .atLeastOne(let element), .firstOf(let element): element.isName
    default: false
    }
  }

  /// What is done to what bears a name of this kind unless its declaration says otherwise: it is read. A new name says
  /// itself for what it is.
  var usualEffect: NameEffect? { isName && self != .newName ? .reads : nil }
}
