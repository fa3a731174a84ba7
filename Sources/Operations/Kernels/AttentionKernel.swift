import Arithmetic

/// softmax(q · kᵀ · scale + mask) · v, some rows at a time, so that the scores stay near.
struct AttentionKernel: Kernel {
  let rows: Int, entries: Int, depth: Int, valueDepth: Int
  /// From one row of the scores to the next: whole vectors.
  let scoreStep: Int
  /// The rows of a block. The keys are turned once for all of them.
  let shares: RowBlocks
  /// What the products are multiplied by.
  let scale: Float
  /// What queries are multiplied by before.
  private let queryFactor: Float
  /// Where each matrix begins.
  let queries: MatrixStarts, keys: MatrixStarts, values: MatrixStarts
  private let results: MatrixStarts
  private let maskSteps: [Int]?
  private let leading: [Int]
  private let masksByTruth: Bool

  /// So many rows' scores are made, and used, at a time.
  private static let nearRows = 28

  /// Where no `layout` is given the tensors hold nothing but the matrices, row-major.
  init(
    _ operands: [TensorView], _ result: TensorView, scale: Float?, masksByTruth: Bool, layout: AttentionLayout? = nil
  ) {
    let places =
      layout
      ?? AttentionLayout(
        queries: operands[0].shape, keys: operands[1].shape, values: operands[2].shape, result: result.shape)
    let rank = places.result.shape.count
    let leading = Array(places.result.shape.dropLast(2))
    func starts(_ places: MatrixPlaces) -> MatrixStarts { MatrixStarts(places, over: leading) }
    (rows, valueDepth) = (places.result.shape[rank - 2], places.result.shape[rank - 1])
    let keyShape = places.keys.shape.suffix(2)
    (entries, depth) = (keyShape.first ?? 0, keyShape.last ?? 0)
    (queries, keys, values, results) = (
      starts(places.queries), starts(places.keys), starts(places.values), starts(places.result)
    )
    scoreStep = (entries + 15) / 16 * 16
    self.scale = scale ?? 1 / Float(depth).squareRoot()
    self.leading = leading
    queryFactor = places.queryFactor
    maskSteps = operands.count > 3 ? operands[3].steps(spreadOver: leading + [rows, entries]) : nil
    self.masksByTruth = masksByTruth
    // As many blocks as have 128 rows or more, and enough work: of even ones none turns the keys for a last row.
    let parts = max(rows / max(128, 2_000_000 / max(entries * (depth + valueDepth), 1)), 1)
    shares = RowBlocks(rows: rows, workPerRow: 1, atLeast: (rows + parts - 1) / parts)
  }

  var blocks: Int { queries.count * shares.blocks }
  var work: Int { queries.count * rows * entries * (depth + valueDepth) }
  var scratchCount: Int {
    scoreStep * (depth + AttentionKernel.nearRows) + AttentionKernel.nearRows * depth
      + (copiesValues ? entries * valueDepth : 0) + 4 * 16
  }

  /// Whether rows of values lie so far apart that they are brought together first: all rows of queries read them.
  private var copiesValues: Bool { values.row != valueDepth }

  /// Which rows of which matrix a block has.
  func rows(of block: Int) -> (matrix: Int, rows: Range<Int>) {
    (block / shares.blocks, shares.rows(block % shares.blocks))
  }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (matrix, range) = rows(of: block)
    let output = (maskSteps == nil ? places[3] : places[4]) + results[matrix]
    let scores = scratch + scoreStep * depth
    turnKeys(of: matrix, places, into: scratch)
    var near = UnsafePointer(places[2] + values[matrix])
    if copiesValues {
      let copy = scores + (scoreStep + depth) * AttentionKernel.nearRows + 16
      for entry in 0..<entries {
        (copy + entry * valueDepth).update(from: near + entry * values.row, count: valueDepth)
      }
      near = UnsafePointer(copy)
    }
    for first in stride(from: range.lowerBound, to: range.upperBound, by: AttentionKernel.nearRows) {
      let some = first..<min(first + AttentionKernel.nearRows, range.upperBound)
      fill(scores, of: matrix, some, places, keys: scratch)
      MatrixProduct(
        a: scores, b: near, c: output + first * results.row, rows: some.count, columns: valueDepth, depth: entries,
        aRow: scoreStep, aColumn: 1, bRow: valueDepth, cRow: results.row
      ).multiply()
    }
  }

  /// A matrix's keys as columns, `scoreStep` apart.
  func turnKeys(of matrix: Int, _ places: Places, into turned: UnsafeMutablePointer<Float>) {
    let own = UnsafePointer(places[1] + keys[matrix])
    if keys.column == 1 || depth == 1 {
      return Elementwise.transpose(own, step: keys.row, into: turned, step: scoreStep, rows: entries, columns: depth)
    }
    for column in 0..<depth { (turned + column * scoreStep).update(from: own + column * keys.column, count: entries) }
  }

  /// How much of each entry's values some rows take, by turned keys.
  func fill(
    _ scores: UnsafeMutablePointer<Float>, of matrix: Int, _ range: Range<Int>, _ places: Places,
    keys: UnsafePointer<Float>
  ) {
    var (own, row, column) = (
      UnsafePointer(places[0] + queries[matrix] + range.lowerBound * queries.row), queries.row, queries.column
    )
    if queryFactor != 1 {
      let scaled = scores + scoreStep * AttentionKernel.nearRows
      for index in 0..<range.count {
        Elementwise.scaleShift(own + index * row, by: queryFactor, plus: 0, into: scaled + index * depth, count: depth)
      }
      (own, row, column) = (UnsafePointer(scaled), depth, 1)
    }
    MatrixProduct(
      a: own, b: keys, c: scores, rows: range.count, columns: entries, depth: depth, aRow: row, aColumn: column,
      bRow: scoreStep, cRow: scoreStep
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
