import Networks
import Tensors

/// A tensor of small random numbers.
func random(_ shape: [Int], seed: UInt64, from lower: Float = -1, to upper: Float = 1) -> Tensor {
  var generator = SeededGenerator(seed: seed)
  return Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in generator.uniform(lower, upper) })
}

/// A network of layers in a row, each reading what the one before it made. Tensors are named `x`, then as their layers.
func chain(_ input: [Int], _ layers: [(String, LayerKind)], updatable: Set<String> = []) -> NetworkDefinition {
  var previous = "x"
  var made: [LayerDefinition] = []
  for (name, kind) in layers {
    made.append(
      LayerDefinition(
        name: name, inputs: [previous], outputs: [name], kind: kind, isUpdatable: updatable.contains(name)))
    previous = name
  }
  return NetworkDefinition(inputs: [NetworkInput(name: "x", shape: input)], layers: made, outputs: [previous])
}

/// The largest difference between two tensors' numbers; infinite when their counts differ.
func distance(_ a: Tensor, _ b: Tensor) -> Float {
  guard a.count == b.count else { return .infinity }
  return zip(a.values, b.values).reduce(0) { max($0, abs($1.0 - $1.1)) }
}
