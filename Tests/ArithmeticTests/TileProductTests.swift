import Arithmetic
import Tensors
import Testing

@Suite(.enabled(if: TileFactor.isSupported, "no matrix unit, or WHET_ARITHMETIC=bfloat16x3 does not ask for it"))
struct TileProductTests {
  /// A matrix in memory of the engine: number (i, j) at `i * columns + j`.
  private struct Matrix {
    let rows: Int, columns: Int
    let memory: FloatBuffer

    init(_ rows: Int, _ columns: Int, seed: UInt64, from: Float = -1, to: Float = 1) {
      var generator = SeededGenerator(seed: seed)
      self.rows = rows
      self.columns = columns
      memory = FloatBuffer((0..<rows * columns).map { _ in generator.uniform(from, to) })
    }

    subscript(i: Int, j: Int) -> Float { memory.pointer[i * columns + j] }

    var turned: Matrix {
      let result = Matrix(columns, rows, seed: 0)
      for i in 0..<rows { for j in 0..<columns { result.memory.pointer[j * rows + i] = self[i, j] } }
      return result
    }
  }

  /// A factor whose vectors are the rows of a matrix, or its columns.
  private func cut(_ side: TileFactor.Side, _ matrix: Matrix, byRows: Bool = true) -> FloatBuffer {
    let (vectors, depth) = byRows ? (matrix.rows, matrix.columns) : (matrix.columns, matrix.rows)
    let factor = TileFactor(depth: depth)
    let tiles = FloatBuffer(count: factor.count(vectors))
    factor.cut(
      side, vectors, from: matrix.memory.pointer, vectorStep: byRows ? matrix.columns : 1,
      depthStep: byRows ? 1 : matrix.columns, into: tiles.pointer)
    return tiles
  }

  private func product(_ a: Matrix, _ b: Matrix) -> [Float] {
    let result = FloatBuffer(count: a.rows * b.rows)
    let (left, right) = (cut(.left, a), cut(.right, b))
    TileProduct(
      left: left.pointer, right: right.pointer, factor: TileFactor(depth: a.columns), rows: a.rows, columns: b.rows,
      result: result.pointer, step: b.rows
    ).multiply()
    return result.values
  }

  @Test(arguments: [1, 15, 16, 17, 32, 33, 70], [1, 16, 31, 32, 50])
  func `sums are those of single precision`(rows: Int, columns: Int) {
    for depth in [1, 16, 31, 32, 33, 100, 300] {
      let a = Matrix(rows, depth, seed: 1), b = Matrix(columns, depth, seed: 2)
      let result = product(a, b)
      for i in 0..<rows {
        for j in 0..<columns {
          var (exact, size) = (0.0, 0.0)
          for k in 0..<depth {
            let term = Double(a[i, k]) * Double(b[j, k])
            exact += term
            size += abs(term)
          }
          // The bound of sums in single precision is depth · 2^-24 of the sizes; this is a fraction of it.
          let bound = (0.1 * Double(depth) + 2) * 0x1p-24 * size
          #expect(abs(Double(result[i * columns + j]) - exact) <= bound, "\(rows) × \(columns) × \(depth): \(i) \(j)")
        }
      }
    }
  }

  @Test func `a number is the sum of its parts, exactly`() {
    let values: [Float] = [
      1, -1, 0.1, 1 / 3, 3.141_592_7, 16_777_215, -16_777_213, 1.000_000_1, 1e-30, -7.77e25, 0, 123_456.79,
      0x1.fffffep0,
    ]
    let a = Matrix(values.count, 1, seed: 0)
    for (index, value) in values.enumerated() { a.memory.pointer[index] = value }
    let one = Matrix(1, 1, seed: 0)
    one.memory.pointer[0] = 1
    #expect(product(a, one) == values)
    #expect(product(one, a) == values)
  }

  @Test(arguments: [3, 16, 40], [5, 32, 45]) func `factors may lie either way`(vectors: Int, depth: Int) {
    let matrix = Matrix(vectors, depth, seed: 3)
    for side in [TileFactor.Side.left, .right] {
      #expect(cut(side, matrix).values == cut(side, matrix.turned, byRows: false).values)
    }
  }

  @Test(arguments: [3, 16, 33, 64], [5, 32, 45, 200])
  func `a sum has the same bits whatever is computed with it`(rows: Int, columns: Int) {
    let a = Matrix(64, 90, seed: 4), b = Matrix(200, 90, seed: 5)
    let whole = product(a, b)
    func part(_ matrix: Matrix, _ count: Int) -> Matrix {
      let result = Matrix(count, 90, seed: 0)
      result.memory.pointer.update(from: matrix.memory.pointer, count: count * 90)
      return result
    }
    let some = product(part(a, rows), part(b, columns))
    for i in 0..<rows { #expect(some[i * columns..<(i + 1) * columns] == whole[i * 200..<i * 200 + columns]) }
  }

  @Test(arguments: [20, 32, 50], [17, 32, 70])
  func `results are turned, added, biased and rectified`(rows: Int, columns: Int) {
    let a = Matrix(rows, 40, seed: 6), b = Matrix(columns, 40, seed: 7)
    let plain = product(a, b)
    let bias = Matrix(1, max(rows, columns), seed: 8), there = Matrix(rows, columns, seed: 9)
    let (left, right) = (cut(.left, a), cut(.right, b))
    func run(turns: Bool, bias: Matrix?, _ ending: Windows.Ending) -> [Float] {
      let result = FloatBuffer(there.memory.values)
      TileProduct(
        left: left.pointer, right: right.pointer, factor: TileFactor(depth: 40), rows: rows, columns: columns,
        result: result.pointer, step: turns ? rows : columns, turns: turns,
        bias: bias.map { UnsafePointer($0.memory.pointer) },
        ending: ending
      ).multiply()
      return result.values
    }
    for turns in [false, true] {
      let order = (0..<rows * columns).map { turns ? $0 % rows * columns + $0 / rows : $0 }
      let biases = order.map { bias[0, turns ? $0 / columns : $0 % columns] }
      #expect(run(turns: turns, bias: nil, .store) == order.map { plain[$0] })
      #expect(run(turns: turns, bias: bias, .store) == zip(order, biases).map { plain[$0] + $1 })
      #expect(run(turns: turns, bias: bias, .rectify) == zip(order, biases).map { max(plain[$0] + $1, 0) })
      let sum = zip(order, there.memory.values).map { plain[$0] + $1 }
      #expect(run(turns: turns, bias: nil, .accumulate) == sum)
    }
  }

  @Test func `several products at once are those one by one`() {
    let (a, b) = (
      (0..<3).map { Matrix(20, 35, seed: UInt64($0)) }, (0..<3).map { Matrix(33, 35, seed: UInt64(10 + $0)) }
    )
    let factor = TileFactor(depth: 35)
    let (left, right) = (FloatBuffer(count: 3 * factor.count(20)), FloatBuffer(count: 3 * factor.count(33)))
    for i in 0..<3 {
      factor.cut(
        .left, 20, from: a[i].memory.pointer, vectorStep: 35, depthStep: 1, into: left.pointer + i * factor.count(20))
      factor.cut(
        .right, 33, from: b[i].memory.pointer, vectorStep: 35, depthStep: 1, into: right.pointer + i * factor.count(33))
    }
    let result = FloatBuffer(count: 3 * 20 * 33)
    TileProduct(
      left: left.pointer, right: right.pointer, factor: factor, rows: 20, columns: 33, result: result.pointer, step: 33
    ).multiply(repeats: 3, leftStep: factor.count(20), rightStep: factor.count(33), resultStep: 20 * 33)
    #expect(result.values == (0..<3).flatMap { product(a[$0], b[$0]) })
  }

  @Test(arguments: [(5, 7, 2), (9, 6, 3), (6, 20, 5), (4, 4, 1)])
  func `windows of a map are rows of the left factor`(height: Int, width: Int, kernel: Int) {
    let channels = 64, outputs = 20
    let map = Matrix(height * width, channels, seed: 11),
      weights = Matrix(outputs, kernel * kernel * channels, seed: 12)
    let taps = (0..<kernel * kernel).map { $0 / kernel * width + $0 % kernel }
    let windows = TileWindows(channels: channels, pixels: height * width, taps: taps)
    let (factor, tiles) = (TileFactor(depth: weights.columns), FloatBuffer(count: windows.count))
    windows.cutting(map.memory.pointer, pixelStep: channels, into: tiles.pointer).doAlone()
    let (rows, columns) = (height - kernel + 1, width - kernel + 1)
    let result = FloatBuffer(count: rows * columns * outputs), right = cut(.right, weights)
    TileProduct(
      left: tiles.pointer, right: right.pointer, factor: factor, rows: (rows - 1) * width + columns, columns: outputs,
      result: result.pointer, step: outputs, windows: windows,
      runs: TileProduct.Runs(length: width, kept: columns, step: columns * outputs)
    ).multiply()
    let gathered = Matrix(rows * columns, weights.columns, seed: 0)
    for place in 0..<rows * columns {
      let corner = place / columns * width + place % columns
      for (tap, distance) in taps.enumerated() {
        (gathered.memory.pointer + place * weights.columns + tap * channels).update(
          from: map.memory.pointer + (corner + distance) * channels, count: channels)
      }
    }
    #expect(result.values == product(gathered, weights))
  }
}
