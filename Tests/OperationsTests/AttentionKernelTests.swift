import Foundation
import Operations
import Tensors
import Testing

struct AttentionKernelTests {
  private var drawn = Drawn(31)

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

  /// Heads of queries, keys and values beside each other in the rows of one tensor, as a linear operation makes them.
  @Test(arguments: [1, 0.125, 0.3] as [Float], [false, true])
  mutating func `a layout gives the bits of tensors that are moved before and after`(factor: Float, hasMask: Bool) {
    let (rows, heads, depth) = (150, 3, 8)
    let joint = drawn.tensor([rows, 3 * heads * depth])
    let shape = [heads, rows, depth]
    let moved = (0..<3).map { part in
      Tensor(
        shape: shape,
        values: numbers(shape) { joint.values[$0[1] * 3 * heads * depth + (part * heads + $0[0]) * depth + $0[2]] })
    }
    let scaled = factor == 1 ? moved[0] : moved[0].mapped { $0 * factor }
    let mask = hasMask ? [drawn.tensor([rows, rows])] : []
    let apart = computed(.attention(scale: 1, masksByTruth: false), [scaled, moved[1], moved[2]] + mask, shape)

    let steps = [depth, 3 * heads * depth, 1]
    func places(_ part: Int) -> MatrixPlaces {
      MatrixPlaces(shape: shape, first: part * heads * depth, steps: steps)
    }
    var layout = AttentionLayout(
      queries: places(0), keys: places(1), values: places(2),
      result: MatrixPlaces(shape: shape, first: 0, steps: [depth, heads * depth, 1]))
    layout.queryFactor = factor
    let made = computed(
      .attention(scale: 1, masksByTruth: false, layout: layout), [joint, joint, joint] + mask, [rows, heads, depth])
    #expect(made.values == numbers(made.shape) { apart.values[($0[1] * rows + $0[0]) * depth + $0[2]] })
    // Keys may lie as columns.
    let columns = Tensor(
      shape: [heads, depth, rows],
      values: numbers([heads, depth, rows]) { moved[1].values[($0[0] * rows + $0[2]) * depth + $0[1]] })
    layout.keys = MatrixPlaces(columns.shape).transposed
    let ofColumns = computed(
      .attention(scale: 1, masksByTruth: false, layout: layout), [joint, columns, joint] + mask, [rows, heads, depth])
    #expect(ofColumns == made)
  }

  /// The numbers of a tensor, row-major, each by the entries of its axes.
  private func numbers(_ shape: [Int], _ number: ([Int]) -> Float) -> [Float] {
    (0..<shape.reduce(1, *)).map { index in
      var (rest, place) = (index, [Int]())
      for length in shape.reversed() {
        place.insert(rest % length, at: 0)
        rest /= length
      }
      return number(place)
    }
  }
}

extension Tensor {
  /// With 1 at the first of so many entries, again and again.
  fileprivate func kept(first length: Int) -> Tensor {
    Tensor(shape: shape, values: values.enumerated().map { $0 % length == 0 ? 1 : $1 })
  }
}
