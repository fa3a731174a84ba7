import Arithmetic

/// The gradient of x · wᵀ + bias.
struct LinearGradient: GradientKernel {
  private let rows: Int, depth: Int, outputs: Int
  private let hasBias: Bool
  /// Outputs whose constant weights' gradients one thread sums at a time.
  private static let block = 28

  init(outputs: Int, hasBias: Bool, _ operand: TensorView) {
    depth = operand.shape[operand.shape.count - 1]
    rows = operand.shape.dropLast().reduce(1, *)
    (self.outputs, self.hasBias) = (outputs, hasBias)
  }

  var work: Int { 2 * rows * depth * outputs }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[hasBias ? 3 : 2] else { return }
    if let below = places.gradients[0] {
      MatrixProduct(
        a: above, b: places.values[1], c: below, rows: rows, columns: depth, depth: outputs, aRow: outputs, aColumn: 1,
        bRow: depth, cRow: depth, accumulates: true
      ).multiply()
    }
    for block in 0..<blocks { addWeights(block, places, bias: hasBias ? places.gradients[2] : nil) }
  }

  var blocks: Int { (outputs + LinearGradient.block - 1) / LinearGradient.block }

  /// Adds to the gradients of some outputs' weights and biases.
  func addWeights(_ block: Int, _ places: GradientPlaces, bias: UnsafeMutablePointer<Float>?) {
    guard let above = places.gradients[hasBias ? 3 : 2] else { return }
    let first = block * LinearGradient.block
    let count = min(LinearGradient.block, outputs - first)
    if let weights = places.gradients[1] {
      MatrixProduct(
        a: above + first, b: places.values[0], c: weights + first * depth, rows: count, columns: depth, depth: rows,
        aRow: 1, aColumn: outputs, bRow: depth, cRow: depth, accumulates: true
      ).multiply()
    }
    if let bias {
      Elementwise.sumPixels(above + first, pixelStep: outputs, pixels: rows, channels: count, to: bias + first)
    }
  }
}

/// The gradient of a product of matrices: of a factor that was spread over several products the sum of theirs.
struct ProductGradient: GradientKernel {
  private let kernel: ProductKernel
  private let rows: Int, columns: Int, depth: Int

  init(_ kernel: ProductKernel) {
    self.kernel = kernel
    (rows, columns, depth) = (kernel.rows, kernel.columns, kernel.depth)
  }

  var work: Int { 2 * kernel.work }
  var scratchCount: Int { max(rows, depth) * columns + rows * depth + 16 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[2] else { return }
    for matrix in 0..<kernel.count {
      let (x, y) = (kernel.first[matrix], kernel.second[matrix])
      let gradient = UnsafePointer(above + matrix * rows * columns)
      if let below = places.gradients[0] { addFirst(gradient, places.values[1] + y, to: below + x, scratch) }
      if let below = places.gradients[1] { addSecond(gradient, places.values[0] + x, to: below + y, scratch) }
    }
  }

  /// G · Yᵀ, or of a transposed first factor Y · Gᵀ.
  private func addFirst(
    _ gradient: UnsafePointer<Float>, _ y: UnsafePointer<Float>, to below: UnsafeMutablePointer<Float>,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    if kernel.transposesFirst {
      Elementwise.transpose(gradient, step: columns, into: scratch, step: rows, rows: rows, columns: columns)
      let (row, column) = kernel.transposesSecond ? (1, depth) : (columns, 1)
      add(y, row, column, scratch, to: below, rows: depth, columns: rows, depth: columns)
    } else {
      var second = y
      if !kernel.transposesSecond {
        Elementwise.transpose(y, step: columns, into: scratch, step: depth, rows: depth, columns: columns)
        second = UnsafePointer(scratch)
      }
      add(gradient, columns, 1, second, to: below, rows: rows, columns: depth, depth: columns)
    }
  }

  /// Xᵀ · G, or of a transposed second factor Gᵀ · X.
  private func addSecond(
    _ gradient: UnsafePointer<Float>, _ x: UnsafePointer<Float>, to below: UnsafeMutablePointer<Float>,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    if kernel.transposesSecond {
      var second = x
      if kernel.transposesFirst {
        Elementwise.transpose(x, step: rows, into: scratch, step: depth, rows: depth, columns: rows)
        second = UnsafePointer(scratch)
      }
      add(gradient, 1, columns, second, to: below, rows: columns, columns: depth, depth: rows)
    } else {
      let (row, column) = kernel.transposesFirst ? (rows, 1) : (1, depth)
      add(x, row, column, gradient, to: below, rows: depth, columns: columns, depth: rows)
    }
  }

  /// Adds the product of a factor with these steps and one that lies row by row.
  private func add(
    _ a: UnsafePointer<Float>, _ aRow: Int, _ aColumn: Int, _ b: UnsafePointer<Float>,
    to c: UnsafeMutablePointer<Float>, rows: Int, columns: Int, depth: Int
  ) {
    MatrixProduct(
      a: a, b: b, c: c, rows: rows, columns: columns, depth: depth, aRow: aRow, aColumn: aColumn, bRow: columns,
      cRow: columns, accumulates: true
    ).multiply()
  }
}

/// The gradient of softmax(q · kᵀ / √E + mask) · v. The scores of some rows at a time are computed again.
struct AttentionGradient: GradientKernel {
  private let kernel: AttentionKernel
  private let hasMask: Bool

  /// Precondition: there is no layout, which predictions alone have.
  init(_ operands: [TensorView], _ result: TensorView, scale: Float?, masksByTruth: Bool, layout: AttentionLayout?) {
    precondition(layout == nil, "a gradient of attention that reads tensors where they lie")
    kernel = AttentionKernel(operands, result, scale: scale, masksByTruth: masksByTruth)
    hasMask = operands.count > 3
  }

  var work: Int { 3 * kernel.work }
  /// The keys and the values transposed, the scores of a block's rows, and their gradients.
  var scratchCount: Int {
    kernel.scoreStep * (kernel.depth + kernel.valueDepth + 2 * kernel.shares.rowsPerBlock) + 4 * 16
  }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[hasMask ? 4 : 3] else { return }
    for block in 0..<kernel.blocks { add(block, places, above, scratch) }
  }

  private func add(
    _ block: Int, _ places: GradientPlaces, _ above: UnsafePointer<Float>, _ scratch: UnsafeMutablePointer<Float>
  ) {
    let (entries, depth, values) = (kernel.entries, kernel.depth, kernel.valueDepth)
    let (matrix, range) = kernel.rows(of: block)
    let (q, k, v) = (kernel.queries[matrix], kernel.keys[matrix], kernel.values[matrix])
    let step = kernel.scoreStep
    let turned = scratch + step * depth + 16
    let parts = turned + step * values + 16
    let slopes = parts + step * range.count + 16
    kernel.turnKeys(of: matrix, places.values, into: scratch)
    kernel.fill(parts, of: matrix, range, places.values, keys: scratch)
    let gradient = above + (matrix * kernel.rows + range.lowerBound) * values
    if let below = places.gradients[2] {
      MatrixProduct(
        a: parts, b: gradient, c: below + v, rows: entries, columns: values, depth: range.count, aRow: 1,
        aColumn: step, bRow: values, cRow: values, accumulates: true
      ).multiply()
    }
    // The gradient of each part, and of each score: p · (g − Σ g · p).
    Elementwise.transpose(
      places.values[2] + v, step: values, into: turned, step: step, rows: entries, columns: values)
    MatrixProduct(
      a: gradient, b: turned, c: slopes, rows: range.count, columns: entries, depth: values, aRow: values, aColumn: 1,
      bRow: step, cRow: step
    ).multiply()
    for row in 0..<range.count {
      let (own, part) = (slopes + row * step, parts + row * step)
      let mean = Float(laneSum(entries) { own[$0] * part[$0] })
      for entry in 0..<entries { own[entry] = part[entry] * (own[entry] - mean) }
      if hasMask, let mask = places.gradients[3] {
        kernel.forEachMaskEntry(matrix, range.lowerBound + row) { entry, place in mask[place] += own[entry] }
      }
      Elementwise.scaleShift(own, by: kernel.scale, plus: 0, into: own, count: entries)
    }
    if let below = places.gradients[0] {
      MatrixProduct(
        a: slopes, b: places.values[1] + k, c: below + q + range.lowerBound * depth, rows: range.count, columns: depth,
        depth: entries, aRow: step, aColumn: 1, bRow: depth, cRow: depth, accumulates: true
      ).multiply()
    }
    if let below = places.gradients[1] {
      MatrixProduct(
        a: slopes, b: places.values[0] + q + range.lowerBound * depth, c: below + k, rows: entries, columns: depth,
        depth: range.count, aRow: 1, aColumn: step, bRow: depth, cRow: depth, accumulates: true
      ).multiply()
    }
  }
}
