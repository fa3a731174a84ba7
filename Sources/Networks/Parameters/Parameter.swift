import Arithmetic
import Tensors

/// A parameter inside the engine: its numbers, and its gradient when it is trained.
final class Parameter {
  let key: ParameterKey
  let shape: [Int]
  let isTrainable: Bool
  /// Its numbers in memory; nil until they are asked for, where they are only ever read to be packed.
  private var held: FloatBuffer?
  /// Where they come from meanwhile.
  private var origin: Tensor?
  /// Counts the changes, so that packed copies know when they are stale.
  private(set) var version = 0
  /// Allocated when first asked for: a network that only predicts needs none.
  private(set) lazy var gradient = FloatBuffer(count: values.count)

  /// Its numbers, which stay in memory once they were asked for.
  var values: FloatBuffer { held ?? hold() }
  let count: Int
  /// Whether an optimiser moves it along its gradient; statistics follow the data.
  var hasGradient: Bool { key.part != .mean && key.part != .variance }

  /// - Parameters:
  ///   - key: What names it.
  ///   - tensor: Its numbers.
  ///   - isTrainable: Whether training changes them.
  ///   - isPacked: Whether they are read to be packed and for nothing else, and before anything runs: numbers that a source makes
  ///     are then made for that, and held by nobody.
  init(_ key: ParameterKey, _ tensor: Tensor, isTrainable: Bool, isPacked: Bool = false) {
    self.key = key
    (shape, count) = (tensor.shape, tensor.count)
    self.isTrainable = isTrainable
    if isPacked, !isTrainable, tensor.source != nil {
      origin = tensor
    } else {
      held = FloatBuffer(tensor.values)
    }
  }

  /// Its numbers for one reading: those it holds, or else made for it.
  func passing() -> FloatBuffer {
    if let held { return held }
    let made = FloatBuffer(count: count)
    origin?.source?.write(to: UnsafeMutableBufferPointer(start: made.pointer, count: count))
    return made
  }

  private func hold() -> FloatBuffer {
    let made = passing()
    (held, origin) = (made, nil)
    return made
  }

  func hasChanged() { version += 1 }

  var tensor: Tensor { origin ?? Tensor(shape: shape, values: values.values) }
}
