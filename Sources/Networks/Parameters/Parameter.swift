import Arithmetic
import Tensors

/// A parameter inside the engine: its numbers, and its gradient when it is trained.
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
