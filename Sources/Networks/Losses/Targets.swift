public import Tensors

/// What a mini-batch's outputs should have been.
public enum Targets: Sendable, Equatable {
  /// The class of each sample, an index into the network's outputs; the loss is the cross entropy.
  case classes([Int])
  /// The outputs themselves, [samples, …]; the loss is the mean squared error unless `LossSettings.ofNumbers` says otherwise.
  case values(Tensor)
  /// Those of several losses, in the order of `LossSettings` and its `others`; not nested, and equally many samples each.
  case several([Targets])

  /// The targets of each loss.
  public var parts: [Targets] { if case .several(let parts) = self { parts } else { [self] } }

  /// Whether they are those of several losses.
  var areSeveral: Bool { if case .several = self { true } else { false } }

  /// The loss these targets go with; of several the first.
  public var loss: Loss {
    switch self {
    case .classes: .crossEntropy
    case .values: .meanSquaredError
    case .several(let parts): parts.first?.loss ?? .meanSquaredError
    }
  }

  /// The same targets for a loss: for a loss of numbers a class is 1 at its output and 0 at the others.
  ///
  /// - Parameters:
  ///   - loss: The loss.
  ///   - outputs: How many outputs there are.
  /// - Returns: The classes themselves, or [samples, outputs].
  /// - Throws: `NetworkError.step(.classOutOfRange)`.
  public func encoded(for loss: Loss, outputs: Int) throws(NetworkError) -> Targets {
    guard loss != .crossEntropy, case .classes(let classes) = self else { return self }
    var values = Tensor(shape: [classes.count, outputs])
    for (sample, target) in classes.enumerated() {
      guard (0..<outputs).contains(target) else { throw .step(.classOutOfRange(target: target, count: outputs)) }
      values.values[sample * outputs + target] = 1
    }
    return .values(values)
  }

  /// The loss these targets go with under settings, which choose among those of numbers.
  func loss(_ settings: LossSettings) -> Loss {
    let usual = loss
    return usual == .crossEntropy ? usual : settings.ofNumbers ?? usual
  }

  /// For how many samples they are.
  public var count: Int {
    switch self {
    case .classes(let classes): classes.count
    case .values(let values): values.shape.first ?? 0
    case .several(let parts): parts.first?.count ?? 0
    }
  }
}
