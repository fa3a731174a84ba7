import Arithmetic
import Operations
import Tensors
import Testing

struct MoveKernelsTests {
  private var drawn = Drawn(71)

  @Test mutating func `tables pick entries of every axis, and a constant where they say so`() {
    let x = drawn.tensor([3, 4, 2])
    let tables = [[2, 0], [-1, 1, 1, 3, -1], [1, 0, 0]]
    let expected = ArrayReference([2, 5, 3]) { index in
      let from = index.indices.map { tables[$0][index[$0]] }
      return from.contains(-1) ? 0.5 : ArrayReference(x)[from]
    }
    #expect(expected.distance(to: computed(.pick(tables, fill: 0.5), [x], [2, 5, 3])) == 0)
    let one = Tensor(shape: [], values: [3])
    #expect(computed(.pick([], fill: 0), [one], []) == one)
  }

  /// A map lies pixel by pixel with its channels together, perhaps among others' channels.
  @Test mutating func `maps are read and written as they lie`() {
    let shape = [2, 3, 4, 5], x = drawn.tensor([2, 3, 4, 5])
    let (pixelStep, sampleStep) = (7, 150)
    let operand = TensorView(TensorForm(shape, isMap: true), pixelStep: pixelStep, sampleStep: sampleStep)
    let made = Rearrangement.transposed(shape, order: [0, 2, 3, 1])
    let operation = TensorOperation(
      "transpose", .move(made.moves, fill: nil), [.input(TensorForm(shape, isMap: true))],
      results: [TensorForm(made.shape)])
    let (source, target) = (FloatBuffer(count: 2 * sampleStep), FloatBuffer(count: 120))
    for index in ArrayReference.indices(shape) {
      let place = index[0] * sampleStep + (index[2] * 5 + index[3]) * pixelStep + index[1]
      source.pointer[place] = Float(ArrayReference(x)[index])
    }
    let plan = OperationPlan(operation, inputs: [operand], results: [TensorView(TensorForm(made.shape))])
    let scratch = FloatBuffer(count: plan.scratchCount)
    for block in 0..<plan.blocks {
      plan.run(block, scratch: scratch.pointer, inputs: { _ in source.pointer }, results: { _ in target.pointer })
    }
    let expected = ArrayReference(made.shape) { ArrayReference(x)[[$0[0], $0[3], $0[1], $0[2]]] }
    #expect(expected.distance(to: Tensor(shape: made.shape, values: target.values)) == 0)

    // A renamed map goes through its numbers in the order in which they lie.
    let renamed = TensorOperation(
      "reshape", .rename, [.input(TensorForm(shape, isMap: true))], results: [TensorForm([2, 60])])
    let names = OperationPlan(renamed, inputs: [operand], results: [TensorView(TensorForm([2, 60]))])
    for block in 0..<names.blocks {
      names.run(block, scratch: scratch.pointer, inputs: { _ in source.pointer }, results: { _ in target.pointer })
    }
    #expect(expected.values.map(Float.init) == target.values)
  }

  /// Channels of maps, few and many, move from beside each other to beside each other.
  @Test(arguments: [[2, 3], [10, 14]]) mutating func `maps are split as they lie`(sizes: [Int]) throws {
    let x = drawn.tensor([2, sizes[0] + sizes[1], 3, 4])
    let split = Rearrangement.split(x.shape, axis: 1, sizes: sizes)
    let example = OperationExample(
      name: "split", kind: .move(split.moves, fill: nil), operands: [x], results: split.shapes)
    let maps = try #require(MapForms(example))
    let plan = OperationPlan(maps.operation, inputs: maps.operands, results: maps.results)
    let source = MapForms.laid(x, maps.operands[0])
    let made = maps.results.map { FloatBuffer(count: MapForms.size($0)) }
    let scratch = FloatBuffer(count: plan.scratchCount)
    for block in 0..<plan.blocks {
      plan.run(block, scratch: scratch.pointer, inputs: { _ in source.pointer }, results: { made[$0].pointer })
    }
    for (number, first) in [0, sizes[0]].enumerated() {
      let expected = ArrayReference(split.shapes[number]) { ArrayReference(x)[[$0[0], $0[1] + first, $0[2], $0[3]]] }
      #expect(expected.distance(to: MapForms.read(made[number], maps.results[number])) == 0)
    }
  }

  /// What is cut into blocks is whole again, whatever the blocks.
  @Test mutating func `large tensors are moved in several blocks`() {
    let x = drawn.tensor([64, 96, 33])
    let made = Rearrangement.transposed(x.shape, order: [2, 0, 1])
    let form = TensorForm(x.shape)
    let operation = TensorOperation(
      "transpose", .move(made.moves, fill: nil), [.input(form)], results: [TensorForm(made.shape)])
    #expect(
      OperationPlan(operation, inputs: [TensorView(form)], results: [TensorView(TensorForm(made.shape))]).blocks > 3)
    let moved = operation.results(of: [x])[0]
    let back = Rearrangement.transposed(made.shape, order: [1, 2, 0])
    #expect(computed(.move(back.moves, fill: nil), [moved], back.shape) == x)
    let (place, origin) = ((5 * 64 + 7) * 96 + 9, (7 * 96 + 9) * 33 + 5)
    #expect(moved.values[place] == x.values[origin])
  }

  /// Rows become columns, matrix by matrix, whichever of the two has its numbers together.
  @Test(
    arguments: [[0, 2, 3, 1], [0, 3, 1, 2], [1, 0, 3, 2], [3, 2, 1, 0], [0, 3, 2, 1]],
    [[1, 70, 2, 12], [2, 5, 3, 20]])
  mutating func `axes in any order are where they belong`(order: [Int], shape: [Int]) {
    let x = drawn.tensor(shape)
    let made = Rearrangement.transposed(shape, order: order)
    let expected = ArrayReference(made.shape) { index in
      var from = [0, 0, 0, 0]
      for (place, axis) in order.enumerated() { from[axis] = index[place] }
      return ArrayReference(x)[from]
    }
    #expect(expected.distance(to: computed(.move(made.moves, fill: nil), [x], made.shape)) == 0)
  }

  @Test func `axes in the order in which numbers lie change nothing`() {
    func isUnchanging(_ order: [Int], from: TensorForm, toMap: Bool = false) -> Bool {
      let made = Rearrangement.transposed(from.shape, order: order)
      return TensorOperation(
        "transpose", .move(made.moves, fill: nil), [.input(from)], results: [TensorForm(made.shape, isMap: toMap)]
      ).isUnchanging
    }
    #expect(isUnchanging([0, 2, 3, 1], from: TensorForm([1, 8, 5, 6], isMap: true)))
    #expect(isUnchanging([0, 3, 1, 2], from: TensorForm([1, 5, 6, 8]), toMap: true))
    #expect(!isUnchanging([0, 3, 1, 2], from: TensorForm([1, 5, 6, 8])))
    #expect(!isUnchanging([0, 1, 2, 3], from: TensorForm([1, 8, 5, 6], isMap: true)))
    #expect(isUnchanging([1, 0, 2, 3], from: TensorForm([1, 5, 6, 8])))
  }

  @Test func `rows made columns are known whatever axes they fall into`() {
    func turned(_ order: [Int], _ form: TensorForm, toMap: Bool = false) -> [Int]? {
      let made = Rearrangement.transposed(form.shape, order: order)
      let operation = TensorOperation(
        "transpose", .move(made.moves, fill: nil), [.input(form)], results: [TensorForm(made.shape, isMap: toMap)])
      return operation.turnedMatrix.map { [$0.rows, $0.columns] }
    }
    #expect(turned([1, 0], TensorForm([3, 5])) == [3, 5])
    #expect(turned([0, 2, 1], TensorForm([1, 8, 30])) == [8, 30])
    #expect(turned([0, 2, 3, 1], TensorForm([1, 8, 5, 6])) == [8, 30])
    #expect(turned([0, 3, 1, 2], TensorForm([1, 5, 6, 8])) == [30, 8])
    #expect(turned([2, 3, 0, 1], TensorForm([5, 6, 2, 4])) == [30, 8])
    #expect(turned([0, 2, 1], TensorForm([2, 8, 30])) == nil)
    #expect(turned([0, 3, 2, 1], TensorForm([1, 5, 6, 8])) == nil)
    #expect(turned([0, 1, 2], TensorForm([1, 8, 30])) == nil)
    #expect(turned([0, 2, 3, 1], TensorForm([1, 8, 5, 6], isMap: true)) == nil)
    #expect(turned([0, 3, 1, 2], TensorForm([1, 5, 6, 8]), toMap: true) == nil)
    let part = TensorOperation(
      "slice", .move(Rearrangement.sliced([4, 6], start: [0, 0], counts: [4, 3], steps: [1, 2]).moves, fill: nil),
      [.input(TensorForm([4, 6]))], results: [TensorForm([4, 3])])
    #expect(part.turnedMatrix == nil)
  }
}
