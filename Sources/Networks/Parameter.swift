import Arithmetic
import Tensors

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

/// A parameter inside the machine: its numbers, and its gradient when it is trained.
final class Parameter {
  let key: ParameterKey
  let shape: [Int]
  let isTrainable: Bool
  let values: FloatBuffer
  /// Counts the changes, so that packed copies know when they are stale.
  private(set) var version = 0
  /// Allocated when first asked for: a network that only predicts needs none.
  private(set) lazy var gradient = FloatBuffer(count: values.count)

  var count: Int { values.count }
  /// Whether an optimiser moves it along its gradient; statistics follow the data.
  var hasGradient: Bool { key.part != .mean && key.part != .variance }

  init(_ key: ParameterKey, _ tensor: Tensor, isTrainable: Bool) {
    self.key = key
    shape = tensor.shape
    self.isTrainable = isTrainable
    values = FloatBuffer(tensor.values)
  }

  func hasChanged() { version += 1 }

  var tensor: Tensor { Tensor(shape: shape, values: values.values) }
}
