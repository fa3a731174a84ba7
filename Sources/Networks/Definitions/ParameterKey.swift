/// Names one parameter of a network.
public struct ParameterKey: Sendable, Hashable, Codable {
  /// The parameters a layer can have that training may change.
  public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
    /// What numbers are multiplied by: matrices, kernels, tables, a batch normalisation's gamma.
    case weights
    /// What is added: biases, a batch normalisation's beta.
    case bias
    /// What a recurrent layer multiplies its last output by, and its cell.
    case recursion, peepholes
    /// A batch normalisation's running statistics. They follow the data, not a gradient.
    case mean, variance
  }

  /// The layer's name.
  public let layer: String
  /// Which of its parameters.
  public let part: Part

  /// Names a parameter.
  public init(layer: String, part: Part) {
    self.layer = layer
    self.part = part
  }
}
