import Arithmetic
import Tensors
import Testing

@Suite(.enabled(if: TileFactor.isSupported, "no matrix unit, or WHET_ARITHMETIC=bfloat16x3 does not ask for it"))
struct OverlappedWorkTests {
  private func numbers(_ count: Int, seed: UInt64, from: Float = -1) -> FloatBuffer {
    var generator = SeededGenerator(seed: seed)
    return FloatBuffer((0..<count).map { _ in generator.uniform(from, 1) })
  }

  /// Products beside which work is done: with blocks of 32 × 32 or without, many halts or few.
  private static let products = [(5, 7, 3), (32, 32, 32), (40, 70, 100), (64, 64, 200), (32, 96, 700)]

  /// A product of random numbers, computed beside some work.
  private func product(_ shape: (rows: Int, columns: Int, depth: Int), beside overlapped: OverlappedWork?) -> [Float] {
    let (rows, columns, depth) = shape
    let factor = TileFactor(depth: depth)
    let (a, b) = (numbers(rows * depth, seed: 1), numbers(columns * depth, seed: 2))
    let (left, right) = (FloatBuffer(count: factor.count(rows)), FloatBuffer(count: factor.count(columns)))
    factor.cut(.left, rows, from: a.pointer, vectorStep: depth, depthStep: 1, into: left.pointer)
    factor.cut(.right, columns, from: b.pointer, vectorStep: depth, depthStep: 1, into: right.pointer)
    let result = FloatBuffer(count: rows * columns)
    TileProduct(
      left: left.pointer, right: right.pointer, factor: factor, rows: rows, columns: columns, result: result.pointer,
      step: columns
    ).multiply(overlapped: overlapped)
    return result.values
  }

  @Test(arguments: products, [(1, 1), (16, 32), (17, 33), (3, 100), (48, 5), (50, 48), (64, 300)])
  func `a factor cut beside a product is the one cut alone`(shape: (Int, Int, Int), size: (vectors: Int, depth: Int)) {
    let (vectors, depth) = size
    let factor = TileFactor(depth: depth)
    let from = numbers(vectors * depth, seed: 3)
    for side in [TileFactor.Side.left, .right] {
      let (alone, beside) = (FloatBuffer(count: factor.count(vectors)), FloatBuffer(count: factor.count(vectors)))
      let isLeft = side == .left
      factor.cut(
        side, vectors, from: from.pointer, vectorStep: isLeft ? depth : 1, depthStep: isLeft ? 1 : vectors,
        into: alone.pointer)
      let cutting = factor.cutting(
        side, vectors, from: from.pointer, step: isLeft ? depth : vectors, into: beside.pointer)
      #expect(product(shape, beside: cutting) == product(shape, beside: nil))
      #expect(bits(beside) == bits(alone))
      beside.pointer.update(repeating: 0, count: beside.count)
      cutting.doAlone()
      #expect(bits(beside) == bits(alone))
    }
  }

  /// Tiles are no floats: some of their patterns are equal to none, not even to themselves.
  private func bits(_ buffer: FloatBuffer) -> [UInt32] { buffer.values.map(\.bitPattern) }

  @Test(arguments: products, [1, 15, 16, 33, 1000])
  func `weights that move beside a product move as they do alone`(shape: (Int, Int, Int), count: Int) {
    let gradient = numbers(count, seed: 4)
    func moments() -> (w: FloatBuffer, first: FloatBuffer, second: FloatBuffer) {
      (numbers(count, seed: 5), numbers(count, seed: 6), numbers(count, seed: 7, from: 0))
    }
    let (alone, beside) = (moments(), moments())
    for step in 1...3 {
      let numbers = OptimizerKernels.AdamStep(
        rate: 1e-2, beta1: 0.9, beta2: 0.999, eps: 1e-8, step: step, decay: 1e-2, decoupledDecay: 0.1)
      OptimizerKernels.adam(
        alone.w.pointer, gradient: gradient.pointer, first: alone.first.pointer, second: alone.second.pointer,
        count: count, step: numbers)
      let moving = OptimizerKernels.movingByAdam(
        beside.w.pointer, gradient: gradient.pointer, first: beside.first.pointer, second: beside.second.pointer,
        count: count, step: numbers)
      #expect(product(shape, beside: moving) == product(shape, beside: nil))
      #expect(beside.w.values == alone.w.values)
      #expect(beside.first.values == alone.first.values)
      #expect(beside.second.values == alone.second.values)
    }
  }
}
