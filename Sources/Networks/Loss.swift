public import Tensors

/// What training makes small.
public enum Loss: String, Sendable, Equatable, Codable, CaseIterable {
  /// The mean over the mini-batch of −ln p[target], computed from what the softmax layer reads, so that it stays finite.
  case crossEntropy
  /// The mean over samples and outputs of the squared difference.
  case meanSquaredError
}

/// What a mini-batch's outputs should have been.
public enum Targets: Sendable, Equatable {
  /// The class of each sample, an index into the network's outputs; the loss is the cross entropy.
  case classes([Int])
  /// The outputs themselves, [samples, …]; the loss is the mean squared error.
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

  /// The same targets for a loss: for the squared error a class is 1 at its output and 0 at the others.
  ///
  /// - Parameters:
  ///   - loss: The loss.
  ///   - outputs: How many outputs there are.
  /// - Returns: The classes themselves, or [samples, outputs].
  /// - Throws: `NetworkError.classOutOfRange`.
  public func encoded(for loss: Loss, outputs: Int) throws(NetworkError) -> Targets {
    guard loss == .meanSquaredError, case .classes(let classes) = self else { return self }
    var values = Tensor(shape: [classes.count, outputs])
    for (sample, target) in classes.enumerated() {
      guard (0..<outputs).contains(target) else { throw .classOutOfRange(target: target, count: outputs) }
      values.values[sample * outputs + target] = 1
    }
    return .values(values)
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

/// How a loss is computed where there is a choice.
public struct LossSettings: Sendable, Equatable, Codable {
  /// The tensor whose distance from the target is measured; nil for the network's first output.
  public var tensor: String?
  /// For cross entropy: this share of every target is spread evenly over all classes (Szegedy and others, 2016); 0 ..< 1.
  public var labelSmoothing: Float
  /// For cross entropy: one factor per class for the loss of its samples, the sum divided by the sum of the factors; empty
  /// for 1 each. None is negative.
  public var classWeights: [Float]
  /// What the loss is multiplied by before it is added to the others; at least 0.
  public var weight: Float
  /// Further losses: what training makes small is the sum of all, each times its weight. Theirs have no others.
  public var others: [LossSettings]

  /// Makes settings; plain cross entropy or squared error unless said.
  public init(
    tensor: String? = nil, labelSmoothing: Float = 0, classWeights: [Float] = [], weight: Float = 1,
    others: [LossSettings] = []
  ) {
    self.tensor = tensor
    self.labelSmoothing = labelSmoothing
    self.classWeights = classWeights
    self.weight = weight
    self.others = others
  }

  /// Reads settings; what an older writer did not know is as usual.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tensor: try values.decodeIfPresent(String.self, forKey: .tensor),
      labelSmoothing: try values.decodeIfPresent(Float.self, forKey: .labelSmoothing) ?? 0,
      classWeights: try values.decodeIfPresent([Float].self, forKey: .classWeights) ?? [],
      weight: try values.decodeIfPresent(Float.self, forKey: .weight) ?? 1,
      others: try values.decodeIfPresent([LossSettings].self, forKey: .others) ?? [])
  }

  /// This loss and the others.
  var all: [LossSettings] { [self] + others }
}
