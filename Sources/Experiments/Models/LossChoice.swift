public import Networks

/// A loss as it was asked for.
public struct LossChoice: Sendable, Equatable {
  /// What is computed.
  public let kind: Loss
  /// The layer or tensor it looks at; nil for the network's output.
  public let tensor: String?
  /// By what it is multiplied before losses are added; nil for 1.
  public let weight: Double?

  /// Puts it together.
  public init(kind: Loss, tensor: String?, weight: Double?) {
    self.kind = kind
    self.tensor = tensor
    self.weight = weight
  }
}
