import Arithmetic

/// x · wᵀ + bias with constant weights: single pixels for the window kernel, whose weights are packed once.
struct PackedLinearKernel: Kernel {
  /// The packed weights, of which there is one form.
  private final class Packed {
    var numbers: FloatBuffer?
    var halves: PackedHalves?
  }

  private let packed = Packed()
  private let weights: () -> FloatBuffer
  private let takesHalves: Bool
  private let rows: Int, depth: Int, outputs: Int
  private let hasBias: Bool
  private let ending: LinearEnding
  private let cut: BlockCut

  /// The weights are row-major, [O, D], and asked for whenever they are packed; where they may be, in half precision.
  init(
    weights: @escaping () -> FloatBuffer, outputs: Int, hasBias: Bool, takesHalves: Bool, _ ending: LinearEnding,
    _ operand: TensorView
  ) {
    depth = operand.shape[operand.shape.count - 1]
    rows = operand.shape.dropLast().reduce(1, *)
    (self.weights, self.outputs, self.hasBias, self.takesHalves) = (weights, outputs, hasBias, takesHalves)
    self.ending = ending
    // A panel of weights serves all rows of a block: of few rows fetching it, and widening it, would take as long as the products. The rows
    // stay near, half a megabyte of them at most.
    var work = BlockCut.Work(
      height: rows, width: 1, outputs: outputs, depth: depth, channels: depth,
      mostRows: max(28, min(160, 131_072 / max(depth, 1)), 2_000_000 / max(depth * outputs, 1)))
    (work.fewestWindows, work.panel) = (28, PackedWeights.panel)
    cut = BlockCut(work)
    renew()
  }

  func renew() {
    let target = packed.numbers ?? FloatBuffer(count: PackedWeights.count(outputs: outputs, inner: depth))
    let plain = weights()
    PackedWeights.pack(
      plain.pointer, into: target.pointer, outputs: outputs, taps: 1, channels: depth,
      steps: (output: depth, tap: 1, channel: 1))
    withExtendedLifetime(plain) {}
    packed.halves = takesHalves ? PackedHalves(target) : nil
    packed.numbers = packed.halves == nil ? target : nil
  }

  var scratchCount: Int { packed.halves == nil ? 0 : PackedHalves.scratchCount(inner: depth) }

  var blocks: Int { cut.count }
  var work: Int { rows * depth * outputs }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (range, own) = cut.extent(block)
    guard let function = ending.function else { return sum(range, own, places, scratch) }
    // What it is a function of is near while it is so much.
    let panels = max(1, 6_000 / max(range.count * PackedWeights.panel, 1))
    for first in stride(from: own.lowerBound, to: own.upperBound, by: panels * PackedWeights.panel) {
      let some = first..<min(first + panels * PackedWeights.panel, own.upperBound)
      sum(range, some, places, scratch)
      function(
        places[hasBias ? 3 : 2] + range.lowerBound * outputs + some.lowerBound, outputs, range.count, some.count)
    }
  }

  /// Some outputs of some rows.
  private func sum(_ range: Range<Int>, _ own: Range<Int>, _ places: Places, _ scratch: UnsafeMutablePointer<Float>) {
    let (result, start) = (hasBias ? 3 : 2, range.lowerBound * outputs + own.lowerBound)
    withUnsafePointer(to: 0) { tap in
      let windows = Windows(
        input: places[0] + range.lowerBound * depth, output: places[result] + start,
        taps: UnsafeBufferPointer(start: tap, count: 1), channels: depth, outputs: own.count, rows: 1,
        columns: range.count, inputRowStep: 0, inputStep: depth, outputRowStep: 0, outputStep: outputs,
        factors: ending.factors.map { UnsafePointer($0.pointer + own.lowerBound) },
        addend: ending.adds ? UnsafePointer(places[result + 1] + start) : nil)
      let (bias, first) = (hasBias ? UnsafePointer(places[2] + own.lowerBound) : nil, own.lowerBound * depth)
      if let halves = packed.halves {
        windows.convolve(halves: halves, from: first, scratch: scratch, bias: bias)
      } else if let numbers = packed.numbers {
        windows.convolve(weights: numbers.pointer + first, bias: bias)
      }
    }
  }
}

/// x · wᵀ + bias with computed weights.
struct LinearKernel: Kernel {
  private let rows: Int, depth: Int, outputs: Int
  private let hasBias: Bool
  private let shares: RowBlocks

  init(outputs: Int, hasBias: Bool, _ operand: TensorView) {
    depth = operand.shape[operand.shape.count - 1]
    rows = operand.shape.dropLast().reduce(1, *)
    self.outputs = outputs
    self.hasBias = hasBias
    shares = RowBlocks(rows: rows, workPerRow: depth * outputs, atLeast: 1_000_000)
  }

  var blocks: Int { shares.blocks }
  var work: Int { rows * depth * outputs }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let range = shares.rows(block)
    MatrixProduct.multiplyRows(
      a: places[0] + range.lowerBound * depth, aRow: depth, b: places[1], bRow: depth,
      bias: hasBias ? places[2] : nil, c: places[hasBias ? 3 : 2] + range.lowerBound * outputs, cRow: outputs,
      rows: range.count, columns: outputs, depth: depth)
  }
}

/// Where each of the matrices begins that a tensor holds, with leading axes spread over those of a result.
struct MatrixStarts: Sendable {
  let count: Int
  /// From one row of a matrix, and from one column, to the next.
  let row: Int, column: Int
  private let first: Int
  private let lengths: [Int]
  private let steps: [Int]

  init(_ places: MatrixPlaces, over leading: [Int]) {
    lengths = leading
    count = leading.reduce(1, *)
    first = places.first
    (row, column) = (places.steps.dropLast().last ?? 0, places.steps.last ?? 0)
    let view = TensorView(shape: Array(places.shape.dropLast(2)), steps: Array(places.steps.dropLast(2)))
    steps = view.steps(spreadOver: leading)
  }

  /// Where a matrix begins.
  subscript(matrix: Int) -> Int {
    var (rest, start) = (matrix, first)
    for axis in lengths.indices.reversed() {
      start += rest % lengths[axis] * steps[axis]
      rest /= lengths[axis]
    }
    return start
  }
}

/// The product of matrices.
struct ProductKernel: Kernel {
  let transposesFirst: Bool, transposesSecond: Bool
  let rows: Int, columns: Int, depth: Int
  /// The matrices of the factors.
  let first: MatrixStarts, second: MatrixStarts
  private let shares: RowBlocks
  /// Small matrices, several of which make a block.
  private let together: RowBlocks

  init(transposesFirst: Bool, transposesSecond: Bool, _ x: TensorView, _ y: TensorView, _ result: TensorView) {
    (self.transposesFirst, self.transposesSecond) = (transposesFirst, transposesSecond)
    let rank = result.shape.count
    (rows, columns) = (result.shape[rank - 2], result.shape[rank - 1])
    depth = x.shape[x.shape.count - (transposesFirst ? 2 : 1)]
    let leading = Array(result.shape.dropLast(2))
    first = MatrixStarts(MatrixPlaces(x.shape), over: leading)
    second = MatrixStarts(MatrixPlaces(y.shape), over: leading)
    // Every block of rows turns the second factor for itself: few blocks where that is much of the work.
    shares = RowBlocks(rows: rows, workPerRow: depth * columns, atLeast: max(1_000_000, 8 * depth * columns))
    let isSmall = shares.blocks == 1
    together = RowBlocks(rows: first.count, workPerRow: isSmall ? rows * depth * columns : .max, atLeast: 500_000)
  }

  var blocks: Int { together.blocks * shares.blocks }
  var work: Int { count * rows * columns * depth }
  /// How many matrices there are.
  var count: Int { first.count }
  var scratchCount: Int { transposesSecond ? depth * columns + 16 : 0 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for matrix in together.rows(block / shares.blocks) {
      multiply(matrix, shares.rows(block % shares.blocks), places, scratch)
    }
  }

  private func multiply(
    _ matrix: Int, _ range: Range<Int>, _ places: Places, _ scratch: UnsafeMutablePointer<Float>
  ) {
    var right = UnsafePointer(places[1] + second[matrix])
    if transposesSecond {
      Elementwise.transpose(right, step: depth, into: scratch, step: columns, rows: columns, columns: depth)
      right = UnsafePointer(scratch)
    }
    let (aRow, aColumn) = transposesFirst ? (1, rows) : (depth, 1)
    MatrixProduct(
      a: places[0] + first[matrix] + range.lowerBound * aRow, b: right,
      c: places[2] + (matrix * rows + range.lowerBound) * columns, rows: range.count, columns: columns, depth: depth,
      aRow: aRow, aColumn: aColumn, bRow: columns, cRow: columns
    ).multiply()
  }
}
