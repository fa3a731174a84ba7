import Operations

/// A function of single numbers that a layer applies to what it makes, before it is stored for others.
enum FusedFunction: Equatable {
  /// f(x).
  case activation(ActivationFunction)
  /// x · f(x), f(x) rounded before.
  case gate(ActivationFunction)
  /// f(x), as programs have it.
  case element(ElementFunction)
  /// The second of the first.
  indirect case sequence(FusedFunction, FusedFunction)

  /// What a layer computes, where it is a function of single numbers that is the same for every channel.
  init?(_ kind: LayerKind) {
    switch kind {
    case .activation(.prelu), .activation(.parametricSoftplus): return nil
    case .activation(let function): self = .activation(function)
    case .operation(let operation):
      guard case .map(let function) = operation.kind, operation.inputs == operation.results else { return nil }
      self = .element(function)
    default: return nil
    }
  }

  /// Whether products of numbers with this function of theirs are computed at once.
  static func isGate(_ function: ActivationFunction) -> Bool {
    switch function {
    case .sigmoid, .hardSigmoid: true
    default: false
    }
  }
}
