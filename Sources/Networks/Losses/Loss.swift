/// The loss that training minimises.
public enum Loss: String, Sendable, Equatable, Codable, CaseIterable {
  /// The mean over the mini-batch of −ln p[target], computed from what the softmax layer reads, so that it stays finite.
  case crossEntropy
  /// The mean over samples and outputs of the squared difference.
  case meanSquaredError
}
