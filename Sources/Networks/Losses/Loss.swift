/// The loss that training minimises.
public enum Loss: String, Sendable, Equatable, Codable, CaseIterable {
  /// The mean over the mini-batch of −ln p[target], computed from what the softmax layer reads, so that it stays finite.
  case crossEntropy
  /// The mean over samples and outputs of the squared difference.
  case meanSquaredError
  /// The mean over samples and outputs of the absolute difference; its gradient where there is none is 0.
  case meanAbsoluteError
  /// The mean over samples and outputs of half the squared difference up to 1, and of the absolute difference less one half
  /// beyond (Huber, "Robust estimation of a location parameter", 1964).
  case huber
}
