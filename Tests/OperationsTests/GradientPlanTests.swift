import Arithmetic
import Operations
import Tensors
import Testing

/// The gradients of every operation: against differences of what it computes, as it lies in memory, and added to what is there.
struct GradientPlanTests {
  /// The gradients of all operands, of Σ weights · results, over numbers that are there.
  static func gradients(
    _ operation: TensorOperation, _ operands: [Tensor], _ weights: [Tensor], start: Float = 0
  ) -> [Tensor?] {
    let plan = OperationPlan(
      operation, inputs: operation.inputs.map { TensorView($0) }, results: operation.results.map { TensorView($0) })
    let gradient = GradientPlan(operation, plan)
    let given = zip(operation.operands, operands).compactMap { operand, tensor in
      if case .input = operand { FloatBuffer(tensor.values) } else { nil }
    }
    let made = operation.results.map { FloatBuffer(count: $0.count) }
    let above = weights.map { FloatBuffer($0.values) }
    let below = operands.map { FloatBuffer([Float](repeating: start, count: $0.count)) }
    // What scratch memory holds must not matter.
    let scratch = FloatBuffer([Float](repeating: .nan, count: max(plan.scratchCount, gradient.scratchCount)))
    for block in 0..<plan.blocks {
      plan.run(block, scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer })
    }
    let handed = operation.operands.indices.filter {
      if case .input = operation.operands[$0] { true } else { false }
    }
    func needed(_ operand: Int) -> UnsafeMutablePointer<Float>? {
      operation.passesGradient(to: operand) ? below[operand].pointer : nil
    }
    gradient.run(
      scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer },
      inputGradients: { needed(handed[$0]) }, constantGradients: needed, resultGradients: { above[$0].pointer })
    return operands.indices.map { operand in
      operation.passesGradient(to: operand)
        ? Tensor(shape: operands[operand].shape, values: below[operand].values) : nil
    }
  }

  private static func weights(_ example: OperationExample) -> [Tensor] {
    var drawn = Drawn(99)
    return example.results.map { drawn.tensor($0, in: 0.25...1) }
  }

  static let differentiable = OperationExample.all.filter { example in
    example.operands.indices.contains { example.operation().passesGradient(to: $0) }
  }

  /// Differences over five points: what they miss is of the fourth order.
  @Test(arguments: differentiable)
  func `a gradient is that of differences`(example: OperationExample) {
    let operation = example.operation()
    let weights = Self.weights(example)
    let found = Self.gradients(operation, example.operands, weights)
    let distance: Float = 0x1p-7
    func loss(_ operands: [Tensor]) -> Double {
      zip(operation.results(of: operands), weights).reduce(0) { sum, pair in
        zip(pair.0.values, pair.1.values).reduce(sum) { $0 + Double($1.0) * Double($1.1) }
      }
    }
    for (operand, gradient) in found.enumerated() {
      guard let gradient else { continue }
      let scale = max(1, gradient.values.map { abs(Double($0)) }.max() ?? 1)
      for index in gradient.values.indices {
        func moved(_ steps: Float) -> Double {
          var operands = example.operands
          operands[operand].values[index] += steps * distance
          return loss(operands)
        }
        let slope = (moved(-2) - 8 * moved(-1) + 8 * moved(1) - moved(2)) / (12 * Double(distance))
        #expect(
          abs(slope - Double(gradient.values[index])) <= example.tolerance * scale,
          "\(example.name) operand \(operand) [\(index)]: \(gradient.values[index]), not \(slope)")
      }
    }
  }

  @Test(arguments: differentiable)
  func `a gradient is added to what is there, of constants as of inputs`(example: OperationExample) {
    let weights = Self.weights(example)
    let alone = Self.gradients(example.operation(), example.operands, weights)
    let added = Self.gradients(example.operation(), example.operands, weights, start: 2)
    let kept = Self.gradients(example.operation(keeps: true), example.operands, weights)
    for (operand, gradient) in alone.enumerated() {
      guard let gradient, let more = added[operand] else { continue }
      #expect(kept[operand] == gradient)
      for (one, two) in zip(gradient.values, more.values) { #expect(abs(two - 2 - one) <= 2e-5 * max(1, abs(one))) }
    }
  }

  /// Maps lie with the channels of a pixel together, perhaps among others'.
  @Test(arguments: differentiable)
  func `the gradient of maps lies as they do`(example: OperationExample) {
    guard let maps = MapForms(example) else { return }
    let operation = maps.operation
    let plan = OperationPlan(operation, inputs: maps.operands, results: maps.results)
    let gradient = GradientPlan(operation, plan)
    let scratch = FloatBuffer(count: max(plan.scratchCount, gradient.scratchCount))
    let given = zip(maps.operands, example.operands).map { MapForms.laid($1, $0) }
    let made = maps.results.map { FloatBuffer(count: MapForms.size($0)) }
    let above = zip(maps.results, Self.weights(example)).map { MapForms.laid($1, $0) }
    let below = maps.operands.map { FloatBuffer(count: MapForms.size($0)) }
    for block in 0..<plan.blocks {
      plan.run(block, scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer })
    }
    gradient.run(
      scratch: scratch.pointer, inputs: { given[$0].pointer }, results: { made[$0].pointer },
      inputGradients: { below[$0].pointer }, constantGradients: { _ in nil }, resultGradients: { above[$0].pointer })
    let rows = Self.gradients(example.operation(), example.operands, Self.weights(example))
    for (operand, expected) in rows.enumerated() {
      guard let expected else { continue }
      let found = MapForms.read(below[operand], maps.operands[operand])
      #expect(ArrayReference(expected).distance(to: found) < 1e-6, "\(example.name) \(operand)")
    }
  }

  @Test func `the gradients of constant weights may be summed by blocks of outputs`() throws {
    let example = try #require(OperationExample.products.first)
    let operation = example.operation(keeps: true)
    let plan = OperationPlan(
      operation, inputs: [TensorView(operation.inputs[0])], results: [TensorView(operation.results[0])])
    let gradient = GradientPlan(operation, plan)
    #expect(gradient.weightBlocks == 2)
    let x = FloatBuffer(example.operands[0].values), above = FloatBuffer(Self.weights(example)[0].values)
    let sums = example.operands.map { FloatBuffer(count: $0.count) }
    for block in (0..<gradient.weightBlocks).reversed() {
      gradient.addWeights(
        block, inputs: { _ in x.pointer }, results: { _ in above.pointer }, constantGradients: { sums[$0].pointer },
        resultGradients: { _ in above.pointer })
    }
    let expected = Self.gradients(operation, example.operands, Self.weights(example))
    for operand in 1...2 { #expect(expected[operand]?.values == sums[operand].values) }
  }

  @Test func `indices, conditions and rounding pass no gradient`() {
    let stopping = OperationExample.all.filter { example in
      !example.operands.indices.contains { example.operation().passesGradient(to: $0) }
    }.map(\.name)
    for name in ["floor", "round", "sign", "argmax", "one hot", "order", "less [2, 3, 5] [2, 3, 5]", "scatter mul"] {
      #expect(stopping.contains(name), "\(name)")
    }
    for (name, passes) in [
      ("select", [false, true, true]), ("gather", [true, false]), ("scatter add", [true, false, true]),
      ("attention by truth", [true, true, true, false]), ("attention with a mask", [true, true, true, true]),
    ] {
      let operation = OperationExample.all.first { $0.name == name }?.operation()
      #expect(operation?.inputsWithGradient == passes, "\(name)")
    }
  }
}
