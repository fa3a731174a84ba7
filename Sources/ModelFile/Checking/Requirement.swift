/// What a model needs so that a device can train it further: the points of a checklist, in the order in which Core ML's
/// open validator asks for them.
public enum Requirement: Sendable, Equatable, CaseIterable {
  /// Version 4 of the format or later.
  case version
  /// The word `isUpdatable`.
  case flag
  /// At least one layer that may be trained, of a type that can; in a pipeline, the last model and no other.
  case layers
  /// Its numbers in single precision.
  case numbers
  /// Exactly one loss, on what a softmax makes or, for the squared error, on what a layer makes.
  case loss
  /// A way for the gradient from the loss down to every layer that may be trained.
  case gradient
  /// An optimizer with all its parameters.
  case optimizer
  /// How often all examples are gone through.
  case epochs
  /// How many neighbours vote.
  case neighbors
  /// An input and the target among the training inputs.
  case trainingInputs
}

extension Rule {
  /// The point of the checklist that a breach of the rule leaves unmet; nil for rules that hold for every model.
  public var requirement: Requirement? {
    switch self {
    case .whole(.versionMissing), .whole(.versionTooNew), .whole(.versionTooOldToUpdate): .version
    case .whole(.kindNotUpdatable), .pipeline(.frozen): .flag
    case .learning(let rule): rule.requirement
    case .pipeline(.lastFrozen), .pipeline(.innerUpdatable): .layers
    case .layers(.mixedPrecision): .numbers
    case .update(let rule): rule.requirement
    case .whole, .feature, .interface, .layers, .neighbors, .pipeline: nil
    }
  }
}

extension Rule.Trainability {
  fileprivate var requirement: Requirement {
    switch self {
    case .nothingUpdatable, .typeNotUpdatable, .weightsNotMarked, .nameTaken: .layers
    case .weightsQuantized, .weightsHalf: .numbers
    case .gradientBlocked: .gradient
    }
  }
}

extension Rule.Update {
  fileprivate var requirement: Requirement {
    switch self {
    case .lossCount, .lossKindMissing, .lossNotOnSoftmax, .lossInputUnknown, .lossTargetInside: .loss
    case .optimizerMissing: .optimizer
    case .parameterMissing(let name), .parameterDefault(let name, _):
      name == "epochs" ? .epochs : name == "numberOfNeighbors" ? .neighbors : .optimizer
    case .trainingInputs, .trainingTargetMissing, .trainingTargetType: .trainingInputs
    }
  }
}

extension Requirement {
  /// The points of the checklist that apply to a model of a kind.
  public static func all(for kind: ModelKind) -> [Requirement] {
    if kind.isNetwork { return allCases.filter { $0 != .neighbors } }
    if kind.isPipeline { return [.version, .flag, .layers, .trainingInputs] }
    return kind == .nearestNeighborsClassifier ? [.version, .flag, .neighbors] : [.version, .flag]
  }
}
