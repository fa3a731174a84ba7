import Arithmetic
import Tensors
import Testing

@Suite struct MatrixProductTests {
  private func numbers(_ count: Int, seed: UInt64) -> FloatBuffer {
    var generator = SeededGenerator(seed: seed)
    return FloatBuffer((0..<count).map { _ in generator.uniform(-1, 1) })
  }

  /// Rows, columns, inner axis: whole tiles, parts of them, and single numbers.
  @Test(
    arguments: [(10, 1000, 8), (14, 32, 3), (17, 33, 5), (1, 1, 1), (29, 15, 20), (5, 48, 1)], [0, 0.25] as [Float])
  func `weights that descend along a product move as by its stored gradient`(
    shape: (Int, Int, Int), decay: Float
  ) {
    let (rows, columns, depth) = shape
    let (a, b) = (numbers(depth * rows, seed: 1), numbers(depth * columns, seed: 2))
    let (expected, moved) = (numbers(rows * columns, seed: 3), numbers(rows * columns, seed: 3))
    let gradient = FloatBuffer(count: rows * columns)
    var product = MatrixProduct(
      a: a.pointer, b: b.pointer, c: gradient.pointer, rows: rows, columns: columns, depth: depth, aRow: 1,
      aColumn: rows, bRow: columns, cRow: columns)
    product.multiply()
    #expect(gradient.values.contains { $0 != 0 })
    OptimizerKernels.sgd(
      expected.pointer, gradient: gradient.pointer, velocity: expected.pointer, count: rows * columns, rate: 0.1,
      momentum: 0, decay: decay, isNesterov: false)
    product.c = moved.pointer
    product.descent = MatrixProduct.Descent(rate: 0.1, decay: decay)
    product.multiply()
    #expect(moved.values == expected.values)
    #expect(moved.values != numbers(rows * columns, seed: 3).values)
  }
}
