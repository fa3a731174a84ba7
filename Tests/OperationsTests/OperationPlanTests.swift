import Arithmetic
import Operations
import Tensors
import Testing

struct OperationPlanTests {
  /// Threads take blocks in any order, and what their scratch memory holds is chance.
  @Test(arguments: OperationExample.all)
  func `blocks may run in any order and over any scratch memory`(example: OperationExample) {
    let operation = example.operation()
    let plan = OperationPlan(
      operation, inputs: operation.inputs.map { TensorView($0) }, results: operation.results.map { TensorView($0) })
    let given = example.operands.map { FloatBuffer($0.values) }
    let made = operation.results.map { FloatBuffer([Float](repeating: .nan, count: $0.count)) }
    for block in (0..<plan.blocks).reversed() {
      let scratch = FloatBuffer([Float](repeating: .nan, count: plan.scratchCount))
      plan.run(block, scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer })
    }
    for (tensor, buffer) in zip(operation.results(of: example.operands), made) {
      #expect(tensor.values.map(\.bitPattern) == buffer.values.map(\.bitPattern))
    }
  }

  @Test(arguments: OperationExample.all)
  func `maps give the numbers of row-major tensors`(example: OperationExample) {
    guard let maps = MapForms(example) else { return }
    let plan = OperationPlan(maps.operation, inputs: maps.operands, results: maps.results)
    let given = zip(maps.operands, example.operands).map { MapForms.laid($1, $0) }
    let made = maps.results.map { FloatBuffer(count: MapForms.size($0)) }
    let scratch = FloatBuffer(count: plan.scratchCount)
    for block in 0..<plan.blocks {
      plan.run(block, scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer })
    }
    for (number, tensor) in example.operation().results(of: example.operands).enumerated() {
      let found = MapForms.read(made[number], maps.results[number])
      #expect(ArrayReference(tensor).distance(to: found) < 1e-6)
    }
  }

  @Test func `constants given in place of an operation's own are read anew when they change`() {
    var drawn = Drawn(5)
    let (x, weights) = (drawn.tensor([3, 4]), drawn.tensor([2, 4]))
    let operation = TensorOperation(
      "linear", .linear, [.input(TensorForm([3, 4])), .constant(Tensor(shape: [2, 4]))], results: [TensorForm([3, 2])])
    let given = FloatBuffer(count: 8)
    let plan = OperationPlan(
      operation, inputs: [TensorView(TensorForm([3, 4]))], results: [TensorView(TensorForm([3, 2]))], given: [1: given])
    let (input, result) = (FloatBuffer(x.values), FloatBuffer(count: 6))
    given.fill(from: weights.values)
    plan.renew()
    for block in 0..<plan.blocks {
      plan.run(block, scratch: input.pointer, inputs: { _ in input.pointer }, results: { _ in result.pointer })
    }
    var own = operation
    own.operands[1] = .constant(weights)
    #expect(result.values == own.results(of: [x])[0].values)
  }

  /// Of single numbers and of nothing: results as NumPy's.
  @Test(
    arguments: [
      (.map(.relu), [[]], [[]], 1.5), (.map(.gelu), [[0]], [[0]], 0), (.map(.exp), [[3, 0, 2]], [[3, 0, 2]], 0),
      (.combine(.add), [[], []], [[]], 3), (.combine(.multiply), [[0, 3], [1, 3]], [[0, 3]], 0),
      (.select, [[], [2], []], [[2]], 1.5), (.rename, [[]], [[1, 1]], 1.5), (.rename, [[0, 2]], [[5, 0]], 0),
      (.move(Rearrangement.transposed([0, 3, 2], order: [2, 0, 1]).moves, fill: nil), [[0, 3, 2]], [[2, 0, 3]], 0),
      (.move(Rearrangement.transposed([], order: []).moves, fill: nil), [[]], [[]], 1.5),
      (.move(Rearrangement.joined([[0, 3], [2, 3]], axis: 0).moves, fill: nil), [[0, 3], [2, 3]], [[2, 3]], 1.5),
      (.move(Rearrangement.surrounded([0], before: [1], after: [1]).moves, fill: 7), [[0]], [[2]], 7),
      (.pick([[], [0]], fill: 0), [[2, 3]], [[0, 1]], 0), (.reduce(.sum, axes: []), [[]], [[]], 1.5),
      (.reduce(.sum, axes: [0]), [[0, 3]], [[3]], 0), (.reduce(.product, axes: [1]), [[2, 0]], [[2]], 1),
      (.reduce(.maximum, axes: [0]), [[0, 2]], [[2]], -.infinity), (.reduce(.mean, axes: [1]), [[0, 3]], [[0]], 0),
      (.softmax(axis: 1), [[3, 0]], [[3, 0]], 0), (.softmax(axis: 0), [[3, 0]], [[3, 0]], 0),
      (.softmax(axis: 0), [[1]], [[1]], 1),
      (.normalize(axes: [], epsilon: 1, centers: true), [[]], [[]], 0),
      (.normalize(axes: [1], epsilon: 1, centers: true), [[3, 0]], [[3, 0]], 0),
      (.linear, [[0, 4], [5, 4]], [[0, 5]], 0), (.linear, [[3, 0], [5, 0]], [[3, 5]], 0),
      (.product(transposesFirst: false, transposesSecond: false), [[2, 0], [0, 3]], [[2, 3]], 0),
      (.product(transposesFirst: false, transposesSecond: true), [[0, 2, 3], [1, 4, 3]], [[0, 2, 4]], 0),
      (.product(transposesFirst: true, transposesSecond: false), [[3, 0], [3, 2]], [[0, 2]], 0),
      (.attention(masksByTruth: false), [[0, 4], [5, 4], [5, 2]], [[0, 2]], 0),
      (.attention(masksByTruth: false), [[1, 1], [1, 1], [1, 2]], [[1, 2]], 1.5),
      (
        .windows(WindowSettings(kernel: [1], strides: [1], dilations: [1], before: [0], after: [0]), groups: 1),
        [[0, 2, 3], [1, 2, 1]], [[0, 1, 3]], 0
      ),
      (
        .pool(WindowSettings(kernel: [1], strides: [1], dilations: [1], before: [0], after: [0]), .maximum),
        [[2, 0, 3]], [[2, 0, 3]], 0
      ),
      (.gather(axis: 0, batchAxes: 0), [[2, 3], [0]], [[0, 3]], 0),
      (.gather(axis: 0, batchAxes: 0), [[2], []], [[]], 1.5),
      (.gatherAlong(axis: 1), [[2, 3], [2, 0]], [[2, 0]], 0), (.gatherPlaces, [[2, 3], [0, 1]], [[0, 3]], 0),
      (.gatherPlaces, [[2], [1]], [[]], 1.5), (.scatter(axis: 0, .add), [[3, 0], [2], [2, 0]], [[3, 0]], 0),
      (.scatter(axis: 0, .add), [[3], [0], [0]], [[3]], 1.5),
      (.scatterAlong(axis: 0, .add), [[3], [0], [0]], [[3]], 1.5),
      (.scatterPlaces(.add), [[3], [0, 1], [0]], [[3]], 1.5), (.oneHot(axis: 0, on: 1, off: 0), [[0]], [[4, 0]], 0),
      (.oneHot(axis: 0, on: 9, off: 9), [[]], [[4]], 9),
      (.sort(axis: 0, isAscending: true, givesValues: true), [[0]], [[0]], 0),
      (.sort(axis: 1, isAscending: true, givesValues: true), [[0, 3]], [[0, 3]], 0),
      (.cumulate(axis: 0, isExclusive: false, isReversed: false), [[0, 3]], [[0, 3]], 0),
      (.cumulate(axis: 1, isExclusive: false, isReversed: true), [[3, 0]], [[3, 0]], 0),
      (.resample(rows: [0], columns: [0]), [[1, 0, 2, 2]], [[1, 0, 1, 1]], 0),
      (.resample(rows: [5], columns: [-3]), [[1, 1, 1, 1]], [[1, 1, 1, 1]], 1.5),
      (.localResponse(size: 3, alpha: 0, beta: 1, k: 1), [[2, 0, 3]], [[2, 0, 3]], 0),
    ] as [(TensorOperationKind, [[Int]], [[Int]], Float)])
  func `single numbers and empty tensors`(
    kind: TensorOperationKind, operands: [[Int]], results: [[Int]], expected: Float
  ) {
    // 1.5 everywhere, but for indices.
    let reads: Set<Int> =
      switch kind {
      case .gather, .gatherAlong, .gatherPlaces, .scatter, .scatterAlong, .scatterPlaces: [1]
      case .oneHot: [0]
      default: []
      }
    let tensors = operands.enumerated().map { Tensor(shape: $1, repeating: reads.contains($0) ? 0 : 1.5) }
    for tensor in computed(kind, tensors, results) {
      #expect(tensor.values.allSatisfy { $0 == expected }, "\(tensor)")
    }
    let operation = TensorOperation(
      "test", kind, operands.map { .input(TensorForm($0)) }, results: results.map { TensorForm($0) })
    guard operation.inputsWithGradient.contains(true) else { return }
    let gradients = GradientPlanTests.gradients(operation, tensors, results.map { Tensor(shape: $0, repeating: 1) })
    for (gradient, tensor) in zip(gradients, tensors) where gradient != nil { #expect(gradient?.shape == tensor.shape) }
  }

  @Test func `counts that no integer holds are told as such`() {
    #expect(TensorForm([1 << 40, 1 << 40]).count == Int.max)
    #expect(TensorForm([1 << 40, 1 << 40, 0]).count == 0)
    #expect(TensorForm([3, 4]).count == 12 && TensorForm([]).count == 1)
  }
}
