import Foundation
import Operations
import Tensors
import Testing

struct ProductKernelsTests {
  private var drawn = Drawn(31)

  @Test(arguments: [[5], [1, 3], [7, 33], [2, 3, 16], [257, 5], [1, 40, 64], [16, 200]])
  mutating func `a linear operation is x times the transposed weights plus the bias`(shape: [Int]) {
    let depth = shape[shape.count - 1]
    for outputs in [1, 7, 32, 50] {
      let (x, weights, bias) = (drawn.tensor(shape), drawn.tensor([outputs, depth]), drawn.tensor([outputs]))
      let (wide, factors) = (ArrayReference(x), ArrayReference(weights))
      for hasBias in [true, false] {
        let expected = ArrayReference(shape.dropLast() + [outputs]) { index in
          let row = Array(index.dropLast()), o = index[index.count - 1]
          return (0..<depth).reduce(hasBias ? Double(bias.values[o]) : 0) { $0 + wide[row + [$1]] * factors[[o, $1]] }
        }
        let made = computed(.linear, [x, weights] + (hasBias ? [bias] : []), expected.shape)
        #expect(expected.distance(to: made) < 1e-6)
      }
    }
  }

  @Test(
    arguments: [
      ([], [], []), ([3], [3], [3]), ([2, 1], [3], [2, 3]), ([1], [4, 2], [4, 2]), ([2, 3], [2, 3], [2, 3]),
    ] as [([Int], [Int], [Int])])
  mutating func `products of matrices spread their leading axes`(x: [Int], y: [Int], leading: [Int]) {
    for (rows, depth, columns) in [(1, 1, 1), (3, 5, 7), (17, 4, 33), (20, 48, 16)] {
      for transposes in [(false, false), (true, false), (false, true), (true, true)] {
        let a = drawn.tensor(x + (transposes.0 ? [depth, rows] : [rows, depth]))
        let b = drawn.tensor(y + (transposes.1 ? [columns, depth] : [depth, columns]))
        let (first, second) = (ArrayReference(a), ArrayReference(b))
        let expected = ArrayReference(leading + [rows, columns]) { index in
          let outer = Array(index.dropLast(2)), (i, j) = (index[index.count - 2], index[index.count - 1])
          func entry(_ array: ArrayReference, _ shape: [Int], _ row: Int, _ column: Int) -> Double {
            let own = zip(outer.suffix(shape.count), shape).map { $1 == 1 ? 0 : $0 }
            return array[own + [row, column]]
          }
          return (0..<depth).reduce(0) { sum, k in
            let one = transposes.0 ? entry(first, x, k, i) : entry(first, x, i, k)
            return sum + one * (transposes.1 ? entry(second, y, j, k) : entry(second, y, k, j))
          }
        }
        let made = computed(
          .product(transposesFirst: transposes.0, transposesSecond: transposes.1), [a, b], expected.shape)
        #expect(expected.distance(to: made) < 1e-6, "\(rows) \(depth) \(columns) \(transposes)")
      }
    }
  }

  /// Masks: none, added numbers, truth values; of all shapes that spread over [B, H, L, S].
  @Test(arguments: [nil, [5, 9], [2, 1, 1, 9], [1, 3, 5, 1], [2, 3, 5, 9]] as [[Int]?], [false, true])
  mutating func `attention is softmax of q times k, times v`(maskShape: [Int]?, masksByTruth: Bool) {
    let (leading, rows, entries, depth, values) = ([2, 3], 5, 9, 4, 6)
    let q = drawn.tensor(leading + [rows, depth]), k = drawn.tensor(leading + [entries, depth])
    let v = drawn.tensor(leading + [entries, values])
    // Each row keeps something.
    let mask = maskShape.map { shape in
      masksByTruth
        ? drawn.places(shape, below: 2).mapped { $0 }.kept(first: shape.last ?? 1) : drawn.tensor(shape, in: -5...5)
    }
    let expected = ArrayReference(leading + [rows, values]) { index in
      let (outer, row) = (Array(index.prefix(2)), index[2])
      let scores = (0..<entries).map { entry in
        let product = (0..<depth).reduce(0.0) {
          $0 + ArrayReference(q)[outer + [row, $1]] * ArrayReference(k)[outer + [entry, $1]]
        }
        guard let mask else { return product / Double(depth).squareRoot() }
        let own = ArrayReference(mask).spread(outer + [row, entry])
        let scaled = product / Double(depth).squareRoot()
        return masksByTruth ? (own != 0 ? scaled : -.infinity) : scaled + own
      }
      let most = scores.max() ?? 0
      let powers = scores.map { exp($0 - most) }
      let sum = powers.reduce(0, +)
      return (0..<entries).reduce(0) { $0 + powers[$1] / sum * ArrayReference(v)[outer + [$1, index[3]]] }
    }
    let made = computed(
      .attention(masksByTruth: masksByTruth), [q, k, v] + (mask.map { [$0] } ?? []), expected.shape)
    #expect(expected.distance(to: made) < 1e-6)
  }

  /// More rows than one block takes: the whole matrix of scores never lies in memory.
  @Test mutating func `attention over many rows is cut into blocks`() {
    let (rows, depth) = (600, 8)
    let (q, k, v) = (drawn.tensor([1, rows, depth]), drawn.tensor([1, rows, depth]), drawn.tensor([1, rows, depth]))
    let product = computed(.product(transposesFirst: false, transposesSecond: true), [q, k], [1, rows, rows])
    let scaled = product.mapped { $0 * (1 / Float(depth).squareRoot()) }
    let parts = computed(.softmax(axis: 2), [scaled], [1, rows, rows])
    let apart = computed(.product(transposesFirst: false, transposesSecond: false), [parts, v], [1, rows, depth])
    let form = TensorForm([1, rows, depth])
    let operation = TensorOperation(
      "attention", .attention(masksByTruth: false), [.input(form), .input(form), .input(form)], results: [form])
    #expect(operation.results(of: [q, k, v])[0] == apart)
    let plan = OperationPlan(
      operation, inputs: [TensorView(form), TensorView(form), TensorView(form)], results: [TensorView(form)])
    #expect(plan.blocks > 1 && plan.scratchCount < rows * rows)
    // 128 rows or more in each: of 257 there are two blocks, not a third of one row.
    let long = TensorForm([1, 257, 64])
    let halves = OperationPlan(
      TensorOperation(
        "attention", .attention(masksByTruth: false), [.input(long), .input(long), .input(long)], results: [long]),
      inputs: [TensorView(long), TensorView(long), TensorView(long)], results: [TensorView(long)])
    #expect(halves.blocks == 2)
  }
}

extension Tensor {
  /// With 1 at the first of so many entries, again and again.
  fileprivate func kept(first length: Int) -> Tensor {
    Tensor(shape: shape, values: values.enumerated().map { $0 % length == 0 ? 1 : $1 })
  }
}
