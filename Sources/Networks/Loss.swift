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

  /// The loss these targets go with.
  public var loss: Loss {
    switch self {
    case .classes: .crossEntropy
    case .values: .meanSquaredError
    }
  }

  /// For how many samples they are.
  public var count: Int {
    switch self {
    case .classes(let classes): classes.count
    case .values(let values): values.shape.first ?? 0
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
  /// for 1 each.
  public var classWeights: [Float]

  /// Makes settings; plain cross entropy or squared error unless said.
  public init(tensor: String? = nil, labelSmoothing: Float = 0, classWeights: [Float] = []) {
    self.tensor = tensor
    self.labelSmoothing = labelSmoothing
    self.classWeights = classWeights
  }
}
