import Arithmetic

/// Axes split into those along which numbers are taken together and the others.
struct SplitAxes: Sendable {
  let outer: StridedTraversal
  let inner: StridedTraversal

  /// `made` are the result's steps along the operand's axes; what they are along the inner ones does not matter.
  init(_ operand: TensorView, inner axes: [Int], made: [Int]) {
    let others = operand.shape.indices.filter { !axes.contains($0) }
    outer = StridedTraversal(
      others.map { operand.shape[$0] }, [others.map { operand.steps[$0] }, others.map { made[$0] }])
    inner = StridedTraversal(axes.map { operand.shape[$0] }, [axes.map { operand.steps[$0] }, axes.map { made[$0] }])
  }

  /// The result has the operand's axes without the reduced ones, or with these of length 1.
  init(_ operand: TensorView, reducing axes: [Int], _ result: TensorView) {
    var made = [Int](repeating: 0, count: operand.shape.count)
    if result.shape.count == operand.shape.count {
      made = result.steps
    } else {
      let kept = operand.shape.indices.filter { !axes.contains($0) }
      for (axis, step) in zip(kept, result.steps) { made[axis] = step }
    }
    for axis in axes { made[axis] = 0 }
    self.init(operand, inner: axes, made: made)
  }

  /// Calls `body` for the numbers that are taken together, with where the first of them lies in the operand and in the result.
  @inline(__always)
  func forEach(_ body: (_ from: Int, _ to: Int) -> Void) {
    outer.forEachRow(0..<outer.rows) { _, offsets in
      for entry in 0..<outer.rowLength {
        body(offsets[0] + entry * outer.rowSteps[0], offsets[1] + entry * outer.rowSteps[1])
      }
    }
  }

  /// Calls `body` for each of the numbers that are taken together, in their order.
  @inline(__always)
  func forEachInner(_ body: (_ number: Int, _ from: Int, _ to: Int) -> Void) {
    inner.forEachRow(0..<inner.rows) { row, offsets in
      for entry in 0..<inner.rowLength {
        body(
          row * inner.rowLength + entry, offsets[0] + entry * inner.rowSteps[0], offsets[1] + entry * inner.rowSteps[1])
      }
    }
  }
}

/// The numbers along some axes made one, in double precision and in their order.
struct ReductionKernel: Kernel {
  private let reduction: Reduction
  private let axes: SplitAxes
  private let shares: RowBlocks

  init(_ reduction: Reduction, axes: [Int], _ operand: TensorView, _ result: TensorView) {
    self.reduction = reduction
    self.axes = SplitAxes(operand, reducing: axes, result)
    shares = RowBlocks(rows: self.axes.outer.count, workPerRow: self.axes.inner.count * 2)
  }

  var blocks: Int { shares.blocks }
  var work: Int { axes.outer.count * axes.inner.count * 2 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let range = shares.rows(block)
    let length = max(axes.outer.rowLength, 1)
    // Rows of the outer axes hold several results each.
    axes.outer.forEachRow(range.lowerBound / length..<(range.upperBound + length - 1) / length) { row, offsets in
      let first = max(range.lowerBound - row * length, 0)
      for entry in first..<min(range.upperBound - row * length, length) {
        let from = places[0] + offsets[0] + entry * axes.outer.rowSteps[0]
        places[1][offsets[1] + entry * axes.outer.rowSteps[1]] = value(from)
      }
    }
  }

  private func value(_ x: UnsafePointer<Float>) -> Float {
    switch reduction {
    case .sum: Float(sum(x) { $0 })
    case .mean: Float(sum(x) { $0 } / Double(axes.inner.count))
    case .sumOfSquares: Float(sum(x) { $0 * $0 })
    case .l1: Float(sum(x) { $0.replacing(with: -$0, where: $0 .< 0) })
    case .l2: Float(sum(x) { $0 * $0 }.squareRoot())
    case .logSum: Float(ElementaryFunctions.log(sum(x) { $0 }))
    case .product: Float(fold(x, 1) { $0 * $1 })
    case .maximum: Float(fold(x, -.infinity) { $1 > $0 || $1.isNaN ? $1 : $0 })
    case .minimum: Float(fold(x, .infinity) { $1 < $0 || $1.isNaN ? $1 : $0 })
    case .logSumExp:
      {
        let largest = fold(x, -.infinity) { Swift.max($0, $1) }
        guard largest.isFinite else { return Float(largest) }
        let sum = sum(x) { numbers in
          var powers = numbers - largest
          for lane in 0..<8 { powers[lane] = ElementaryFunctions.exp(powers[lane]) }
          return powers
        }
        return Float(largest + ElementaryFunctions.log(sum))
      }()
    case .argumentOfMaximum: Float(place(x) { $0 > $1 })
    case .argumentOfMinimum: Float(place(x) { $0 < $1 })
    }
  }

  /// Σ f(x), along each row in eight sums side by side that are then added in their order.
  @inline(__always)
  private func sum(_ x: UnsafePointer<Float>, _ body: (SIMD8<Double>) -> SIMD8<Double>) -> Double {
    let step = axes.inner.rowSteps[0]
    var total = 0.0
    axes.inner.forEachRow(0..<axes.inner.rows) { _, offsets in
      let row = x + offsets[0]
      var lanes = SIMD8<Double>(repeating: 0)
      var index = 0
      while index + 8 <= axes.inner.rowLength {
        lanes += body(SIMD8(eightNumbers(row + index * step, step)))
        index += 8
      }
      var rest = 0.0
      while index < axes.inner.rowLength {
        rest += body(SIMD8(repeating: Double(row[index * step])))[0]
        index += 1
      }
      for lane in 0..<8 { total += lanes[lane] }
      total += rest
    }
    return total
  }

  @inline(__always)
  private func fold(_ x: UnsafePointer<Float>, _ start: Double, _ body: (Double, Double) -> Double) -> Double {
    var result = start
    axes.inner.forEachRow(0..<axes.inner.rows) { _, offsets in
      for index in 0..<axes.inner.rowLength {
        result = body(result, Double(x[offsets[0] + index * axes.inner.rowSteps[0]]))
      }
    }
    return result
  }

  @inline(__always)
  private func place(_ x: UnsafePointer<Float>, _ isBetter: (Float, Float) -> Bool) -> Int {
    let step = axes.inner.rowSteps[0]
    var best = 0
    for index in 0..<axes.inner.rowLength where isBetter(x[index * step], x[best * step]) { best = index }
    return best
  }
}

/// Exponentials along an axis divided by their sum.
struct SoftmaxKernel: Kernel {
  private let axes: SplitAxes
  private let shared: BlockedTraversal

  init(axis: Int, _ operand: TensorView, _ result: TensorView) {
    axes = SplitAxes(operand, inner: [axis], made: result.steps)
    shared = BlockedTraversal(axes.outer, workPerNumber: axes.inner.count * 8)
  }

  var blocks: Int { shared.blocks }
  var work: Int { axes.outer.count * axes.inner.count * 8 }
  var scratchCount: Int { axes.inner.count }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let count = axes.inner.rowLength
    let steps = (axes.inner.rowSteps[0], axes.inner.rowSteps[1])
    let (xStep, yStep) = (shared.traversal.rowSteps[0], shared.traversal.rowSteps[1])
    shared.forEachPiece(block) { first, offsets, entries in
      let (x, y) = (places[0] + offsets[0] + first * xStep, places[1] + offsets[1] + first * yStep)
      if steps == (1, 1) {
        return Elementwise.softmax(x, step: xStep, into: y, step: yStep, rows: entries, count: count)
      }
      for entry in 0..<entries {
        let (from, to) = (x + entry * xStep, y + entry * yStep)
        for index in 0..<count { scratch[index] = from[index * steps.0] }
        Elementwise.softmax(scratch, into: scratch, count: count)
        for index in 0..<count { to[index * steps.1] = scratch[index] }
      }
    }
  }
}

/// Eight numbers that lie so far apart.
@inline(__always)
private func eightNumbers(_ x: UnsafePointer<Float>, _ step: Int) -> SIMD8<Float> {
  if step == 1 { return UnsafeRawPointer(x).loadUnaligned(as: SIMD8<Float>.self) }
  var numbers = SIMD8<Float>()
  for lane in 0..<8 { numbers[lane] = x[lane * step] }
  return numbers
}

/// Brings the numbers along some axes to mean 0 and variance 1, or to length 1.
struct NormalizationKernel: Kernel {
  private let axes: SplitAxes
  private let shared: BlockedTraversal
  private let epsilon: Double
  private let centers: Bool
  private let operands: Int

  /// Operands besides the first: gamma and beta, one after the other.
  init(
    axes: [Int], epsilon: Float, centers: Bool, operands: Int, _ operand: TensorView, _ result: TensorView
  ) {
    self.axes = SplitAxes(operand, inner: axes, made: result.steps)
    self.epsilon = Double(epsilon)
    self.centers = centers
    self.operands = operands
    shared = BlockedTraversal(self.axes.outer, workPerNumber: self.axes.inner.count * 4)
  }

  var blocks: Int { shared.blocks }
  var work: Int { axes.outer.count * axes.inner.count * 4 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (xStep, yStep) = (shared.traversal.rowSteps[0], shared.traversal.rowSteps[1])
    let isTogether = axes.inner.rows == 1 && axes.inner.rowSteps[0] == 1 && axes.inner.rowSteps[1] == 1
    let (gamma, beta) = (operands > 1 ? places[1] : nil, operands > 2 ? places[2] : nil)
    shared.forEachPiece(block) { first, offsets, entries in
      let (x, y) = (places[0] + offsets[0] + first * xStep, places[operands] + offsets[1] + first * yStep)
      if isTogether {
        return Elementwise.normalize(
          x, step: xStep, into: y, step: yStep, rows: entries, count: axes.inner.rowLength, gamma: gamma, beta: beta,
          epsilon: epsilon, centers: centers)
      }
      for entry in 0..<entries { normalize(x + entry * xStep, into: y + entry * yStep, gamma: gamma, beta: beta) }
    }
  }

  private func normalize(
    _ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, gamma: UnsafePointer<Float>?,
    beta: UnsafePointer<Float>?
  ) {
    let (mean, factor) = statistics(x)
    let (from, to) = (axes.inner.rowSteps[0], axes.inner.rowSteps[1])
    axes.inner.forEachRow(0..<axes.inner.rows) { row, offsets in
      let first = row * axes.inner.rowLength
      let (x, y) = (x + offsets[0], y + offsets[1])
      for index in 0..<axes.inner.rowLength {
        let value = Float((Double(x[index * from]) - mean) * factor)
        y[index * to] = value * (gamma?[first + index] ?? 1) + (beta?[first + index] ?? 0)
      }
    }
  }

  /// What is taken off the numbers that begin here, and what they are multiplied by.
  func statistics(_ x: UnsafePointer<Float>) -> (mean: Double, factor: Double) {
    let count = Double(axes.inner.count)
    let mean = centers ? sum(x, minus: 0, power: 1) / count : 0
    let squares = sum(x, minus: mean, power: 2)
    return (mean, 1 / ((centers ? squares / count : squares) + epsilon).squareRoot())
  }

  private func sum(_ x: UnsafePointer<Float>, minus mean: Double, power: Int) -> Double {
    let step = axes.inner.rowSteps[0]
    var total = 0.0
    axes.inner.forEachRow(0..<axes.inner.rows) { _, offsets in
      let row = x + offsets[0]
      var lanes = SIMD8<Double>(repeating: 0)
      var index = 0
      while index + 8 <= axes.inner.rowLength {
        let numbers = SIMD8<Double>(eightNumbers(row + index * step, step)) - mean
        lanes += power == 2 ? numbers * numbers : numbers
        index += 8
      }
      for lane in 0..<8 { total += lanes[lane] }
      while index < axes.inner.rowLength {
        let number = Double(row[index * step]) - mean
        total += power == 2 ? number * number : number
        index += 1
      }
    }
    return total
  }
}
