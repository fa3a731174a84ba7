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
  private let cut: BlockCut

  /// The weights are row-major, [O, D], and asked for whenever they are packed; where they may be, in half precision.
  init(
    weights: @escaping () -> FloatBuffer, outputs: Int, hasBias: Bool, takesHalves: Bool, _ operand: TensorView
  ) {
    depth = operand.shape[operand.shape.count - 1]
    rows = operand.shape.dropLast().reduce(1, *)
    (self.weights, self.outputs, self.hasBias, self.takesHalves) = (weights, outputs, hasBias, takesHalves)
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

  func made(_ block: Int) -> MadeRows? {
    let (range, own) = cut.extent(block)
    return MadeRows(
      first: range.lowerBound * outputs + own.lowerBound, count: range.count, step: outputs, length: own.count)
  }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (range, own) = cut.extent(block)
    withUnsafePointer(to: 0) { tap in
      let windows = Windows(
        input: places[0] + range.lowerBound * depth,
        output: places[hasBias ? 3 : 2] + range.lowerBound * outputs + own.lowerBound,
        taps: UnsafeBufferPointer(start: tap, count: 1), channels: depth, outputs: own.count, rows: 1,
        columns: range.count, inputRowStep: 0, inputStep: depth, outputRowStep: 0, outputStep: outputs)
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

/// Where each of two factors' matrices lies for every matrix of a product whose leading axes are spread over each other.
struct MatrixPairs: Sendable {
  let count: Int
  private let lengths: [Int]
  private let steps: [(Int, Int)]

  init(_ x: [Int], _ y: [Int], over leading: [Int], sizes: (Int, Int)) {
    lengths = leading
    count = leading.reduce(1, *)
    func spread(_ shape: [Int], _ size: Int) -> [Int] {
      let view = TensorView(TensorForm(Array(shape.dropLast(2))))
      return view.steps(spreadOver: leading).map { $0 * size }
    }
    steps = Array(zip(spread(x, sizes.0), spread(y, sizes.1)))
  }

  /// Where the factors of a matrix of the product begin.
  func offsets(_ matrix: Int) -> (Int, Int) {
    var (rest, x, y) = (matrix, 0, 0)
    for axis in lengths.indices.reversed() {
      let entry = rest % lengths[axis]
      rest /= lengths[axis]
      x += entry * steps[axis].0
      y += entry * steps[axis].1
    }
    return (x, y)
  }
}

/// The product of matrices.
struct ProductKernel: Kernel {
  let transposesFirst: Bool, transposesSecond: Bool
  let rows: Int, columns: Int, depth: Int
  let pairs: MatrixPairs
  private let shares: RowBlocks
  /// Small matrices, several of which make a block.
  private let together: RowBlocks

  init(transposesFirst: Bool, transposesSecond: Bool, _ x: TensorView, _ y: TensorView, _ result: TensorView) {
    (self.transposesFirst, self.transposesSecond) = (transposesFirst, transposesSecond)
    let rank = result.shape.count
    (rows, columns) = (result.shape[rank - 2], result.shape[rank - 1])
    depth = x.shape[x.shape.count - (transposesFirst ? 2 : 1)]
    pairs = MatrixPairs(
      x.shape, y.shape, over: Array(result.shape.dropLast(2)), sizes: (rows * depth, depth * columns))
    // Every block of rows turns the second factor for itself: few blocks where that is much of the work.
    shares = RowBlocks(rows: rows, workPerRow: depth * columns, atLeast: max(1_000_000, 8 * depth * columns))
    let isSmall = shares.blocks == 1
    together = RowBlocks(rows: pairs.count, workPerRow: isSmall ? rows * depth * columns : .max, atLeast: 500_000)
  }

  var blocks: Int { together.blocks * shares.blocks }
  var work: Int { pairs.count * rows * columns * depth }
  var scratchCount: Int { transposesSecond ? depth * columns + 16 : 0 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for matrix in together.rows(block / shares.blocks) {
      multiply(matrix, shares.rows(block % shares.blocks), places, scratch)
    }
  }

  private func multiply(
    _ matrix: Int, _ range: Range<Int>, _ places: Places, _ scratch: UnsafeMutablePointer<Float>
  ) {
    let (x, y) = pairs.offsets(matrix)
    var second = UnsafePointer(places[1] + y)
    if transposesSecond {
      Elementwise.transpose(second, step: depth, into: scratch, step: columns, rows: columns, columns: depth)
      second = UnsafePointer(scratch)
    }
    let (aRow, aColumn) = transposesFirst ? (1, rows) : (depth, 1)
    MatrixProduct(
      a: places[0] + x + range.lowerBound * aRow, b: second,
      c: places[2] + (matrix * rows + range.lowerBound) * columns, rows: range.count, columns: columns, depth: depth,
      aRow: aRow, aColumn: aColumn, bRow: columns, cRow: columns
    ).multiply()
  }
}

/// softmax(q · kᵀ · scale + mask) · v, some rows at a time, so that the scores stay near.
struct AttentionKernel: Kernel {
  let rows: Int, entries: Int, depth: Int, values: Int
  /// From one row of the scores to the next: whole vectors.
  let scoreStep: Int
  /// The rows of a block. The keys are turned once for all of them.
  let shares: RowBlocks
  /// What the products are multiplied by.
  let scale: Float
  private let pairs: MatrixPairs
  private let valuePairs: MatrixPairs
  private let maskSteps: [Int]?
  private let leading: [Int]
  private let masksByTruth: Bool

  /// So many rows' scores are made, and used, at a time.
  private static let nearRows = 28

  init(_ operands: [TensorView], _ result: TensorView, scale: Float?, masksByTruth: Bool) {
    let (q, k, v) = (operands[0], operands[1], operands[2])
    let rank = result.shape.count
    leading = Array(result.shape.dropLast(2))
    (rows, depth) = (q.shape[q.shape.count - 2], q.shape[q.shape.count - 1])
    (entries, values) = (k.shape[k.shape.count - 2], result.shape[rank - 1])
    scoreStep = (entries + 15) / 16 * 16
    self.scale = scale ?? 1 / Float(depth).squareRoot()
    pairs = MatrixPairs(q.shape, k.shape, over: leading, sizes: (rows * depth, entries * depth))
    valuePairs = MatrixPairs(q.shape, v.shape, over: leading, sizes: (rows * depth, entries * values))
    maskSteps = operands.count > 3 ? operands[3].steps(spreadOver: leading + [rows, entries]) : nil
    self.masksByTruth = masksByTruth
    // As many blocks as have 128 rows or more, and enough work: of even ones none turns the keys for a last row.
    let parts = max(rows / max(128, 2_000_000 / max(entries * (depth + values), 1)), 1)
    shares = RowBlocks(rows: rows, workPerRow: 1, atLeast: (rows + parts - 1) / parts)
  }

  var blocks: Int { pairs.count * shares.blocks }
  var work: Int { pairs.count * rows * entries * (depth + values) }
  var scratchCount: Int { scoreStep * (depth + AttentionKernel.nearRows) + 16 }

  /// Which rows of which matrix a block has.
  func rows(of block: Int) -> (matrix: Int, rows: Range<Int>) {
    (block / shares.blocks, shares.rows(block % shares.blocks))
  }

  /// Where the queries, keys and values of a matrix begin.
  func offsets(_ matrix: Int) -> (q: Int, k: Int, v: Int) {
    let (q, k) = pairs.offsets(matrix)
    return (q, k, valuePairs.offsets(matrix).1)
  }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (matrix, range) = rows(of: block)
    let output = maskSteps == nil ? places[3] : places[4]
    let scores = scratch + scoreStep * depth
    turnKeys(of: matrix, places, into: scratch)
    for first in stride(from: range.lowerBound, to: range.upperBound, by: AttentionKernel.nearRows) {
      let near = first..<min(first + AttentionKernel.nearRows, range.upperBound)
      fill(scores, of: matrix, near, places, keys: scratch)
      MatrixProduct(
        a: scores, b: places[2] + offsets(matrix).v, c: output + (matrix * rows + first) * values, rows: near.count,
        columns: values, depth: entries, aRow: scoreStep, aColumn: 1, bRow: values, cRow: values
      ).multiply()
    }
  }

  /// A matrix's keys as columns, `scoreStep` apart.
  func turnKeys(of matrix: Int, _ places: Places, into turned: UnsafeMutablePointer<Float>) {
    Elementwise.transpose(
      places[1] + offsets(matrix).k, step: depth, into: turned, step: scoreStep, rows: entries, columns: depth)
  }

  /// How much of each entry's values some rows take, by turned keys.
  func fill(
    _ scores: UnsafeMutablePointer<Float>, of matrix: Int, _ range: Range<Int>, _ places: Places,
    keys: UnsafePointer<Float>
  ) {
    MatrixProduct(
      a: places[0] + offsets(matrix).q + range.lowerBound * depth, b: keys, c: scores, rows: range.count,
      columns: entries, depth: depth, aRow: depth, aColumn: 1, bRow: scoreStep, cRow: scoreStep
    ).multiply()
    for row in 0..<range.count where scale != 1 || maskSteps != nil {
      let own = scores + row * scoreStep
      if scale != 1 { Elementwise.scaleShift(own, by: scale, plus: 0, into: own, count: entries) }
      let mask = places[3]
      forEachMaskEntry(matrix, range.lowerBound + row) { entry, place in
        own[entry] = masksByTruth ? (mask[place] != 0 ? own[entry] : -.infinity) : own[entry] + mask[place]
      }
    }
    if entries == 0 { return }
    Elementwise.softmax(scores, step: scoreStep, into: scores, step: scoreStep, rows: range.count, count: entries)
  }

  /// Calls `body` for each entry of a row, with its place in the mask; not at all where there is no mask.
  @inline(__always)
  func forEachMaskEntry(_ matrix: Int, _ row: Int, _ body: (_ entry: Int, _ place: Int) -> Void) {
    guard let maskSteps else { return }
    var (rest, offset) = (matrix, row * maskSteps[leading.count])
    for axis in leading.indices.reversed() {
      offset += rest % leading[axis] * maskSteps[axis]
      rest /= leading[axis]
    }
    let step = maskSteps[leading.count + 1]
    for entry in 0..<entries { body(entry, offset + entry * step) }
  }
}
