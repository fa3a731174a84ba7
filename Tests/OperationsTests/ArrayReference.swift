import Operations
import Tensors
import Testing

/// An array of any rank computed entry by entry from its definition, in double precision: what the operations are held against.
struct ArrayReference {
  var shape: [Int]
  var values: [Double]

  /// Every entry by its index.
  init(_ shape: [Int], _ entry: (_ index: [Int]) -> Double) {
    self.shape = shape
    values = []
    let count = shape.reduce(1, *)
    for number in 0..<count {
      var (rest, index) = (number, [Int](repeating: 0, count: shape.count))
      for axis in shape.indices.reversed() {
        index[axis] = rest % shape[axis]
        rest /= shape[axis]
      }
      values.append(entry(index))
    }
  }

  init(_ tensor: Tensor) {
    shape = tensor.shape
    values = tensor.values.map(Double.init)
  }

  subscript(_ index: [Int]) -> Double {
    var place = 0
    for (entry, length) in zip(index, shape) { place = place * length + entry }
    return values[place]
  }

  /// An entry of this array spread over a larger shape as NumPy does.
  func spread(_ index: [Int]) -> Double {
    let own = index.suffix(shape.count)
    return self[zip(own, shape).map { $1 == 1 ? 0 : $0 }]
  }

  /// All indices, the last axis fastest.
  static func indices(_ shape: [Int]) -> [[Int]] {
    var all: [[Int]] = []
    _ = ArrayReference(shape) {
      all.append($0)
      return 0
    }
    return all
  }

  /// How far a tensor is from this array at most, relative to its largest number; infinite where shapes differ.
  func distance(to tensor: Tensor) -> Double {
    guard tensor.shape == shape else { return .infinity }
    let scale = max(1, values.filter(\.isFinite).map(abs).max() ?? 1)
    return zip(values, tensor.values).reduce(0) { most, pair in
      let (expected, actual) = (pair.0, Double(pair.1))
      if expected == actual || expected.isNaN && actual.isNaN { return most }
      let distance = abs(expected - actual) / scale
      return distance.isNaN ? .infinity : max(most, distance)
    }
  }
}

/// Random tensors, and operations on them.
struct Drawn {
  var generator: SeededGenerator

  init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Numbers between two bounds.
  mutating func tensor(_ shape: [Int], in range: ClosedRange<Float> = -2...2) -> Tensor {
    let values = (0..<shape.reduce(1, *)).map { _ in Float.random(in: range, using: &generator) }
    return Tensor(shape: shape, values: values)
  }

  /// Whole numbers below a bound.
  mutating func places(_ shape: [Int], below bound: Int) -> Tensor {
    let values = (0..<shape.reduce(1, *)).map { _ in Float(Int.random(in: 0..<bound, using: &generator)) }
    return Tensor(shape: shape, values: values)
  }
}

/// The results of an operation of these operands, each once handed in and once, but the first, a constant: the same bits both ways,
/// but for a product with constant weights.
func computed(_ kind: TensorOperationKind, _ operands: [Tensor], _ results: [[Int]]) -> [Tensor] {
  let forms = results.map { TensorForm($0) }
  let handed = TensorOperation("test", kind, operands.map { .input(TensorForm($0.shape)) }, results: forms)
  let made = handed.results(of: operands)
  let constant = TensorOperation(
    "test", kind, operands.enumerated().map { $0 == 0 ? .input(TensorForm($1.shape)) : .constant($1) }, results: forms)
  let kept = constant.results(of: [operands[0]])
  if kind == .linear {
    // Packed weights are summed in another order.
    for (one, other) in zip(kept, made) { #expect(ArrayReference(one).distance(to: other) < 1e-6) }
  } else {
    let bits = [kept, made].map { $0.map { $0.values.map(\.bitPattern) } }
    #expect(bits[0] == bits[1], "constants of \(kind)")
  }
  return made
}

func computed(_ kind: TensorOperationKind, _ operands: [Tensor], _ result: [Int]) -> Tensor {
  computed(kind, operands, [result])[0]
}
