import Arithmetic

/// The gradient of f(x) of each number.
struct MapGradient: GradientKernel {
  private let traversal: StridedTraversal
  private let function: ElementFunction
  /// How many slopes are computed at a time.
  private static let piece = 256

  init(_ function: ElementFunction, _ operand: TensorView, _ result: TensorView) {
    self.function = function
    traversal = StridedTraversal(result.shape, [operand.steps, result.steps])
  }

  var work: Int { traversal.count * 8 }
  var scratchCount: Int { 4 * MapGradient.piece }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    let (xStep, yStep) = (traversal.rowSteps[0], traversal.rowSteps[1])
    let piece = MapGradient.piece
    let (x, y, slopes) = (scratch, scratch + piece, scratch + 2 * piece)
    traversal.forEachRow(0..<traversal.rows) { _, offsets in
      var first = 0
      while first < traversal.rowLength {
        let count = min(piece, traversal.rowLength - first)
        let (xPlace, yPlace) = (offsets[0] + first * xStep, offsets[1] + first * yStep)
        for index in 0..<count {
          x[index] = places.values[0][xPlace + index * xStep]
          y[index] = places.values[1][yPlace + index * yStep]
        }
        function.slopes(at: x, y, into: slopes, scratch: scratch + 3 * piece, count: count)
        for index in 0..<count { below[xPlace + index * xStep] += above[yPlace + index * yStep] * slopes[index] }
        first += count
      }
    }
  }
}

extension ElementFunction {
  /// f'(x) for each of some numbers that lie together, given f(x) as well. At a kink it is the slope on one side.
  fileprivate func slopes(
    at x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, into slopes: UnsafeMutablePointer<Float>,
    scratch: UnsafeMutablePointer<Float>, count: Int
  ) {
    @inline(__always)
    func each(_ body: (_ x: Float, _ y: Float) -> Float) {
      for index in 0..<count { slopes[index] = body(x[index], y[index]) }
    }
    /// g(h(x)), several at a time.
    @inline(__always)
    func mapped(
      _ function: MappedFunction, into result: UnsafeMutablePointer<Float>, _ inner: (Float) -> Float
    ) {
      for index in 0..<count { result[index] = inner(x[index]) }
      function.apply(to: result, into: result, count: count)
    }
    /// What `scratch` holds beside x and y.
    @inline(__always)
    func each(with scratch: UnsafePointer<Float>, _ body: (_ x: Float, _ y: Float, _ known: Float) -> Float) {
      for index in 0..<count { slopes[index] = body(x[index], y[index], scratch[index]) }
    }
    switch self {
    case .relu: each { x, _ in x > 0 ? 1 : 0 }
    case .relu6: each { x, _ in x > 0 && x < 6 ? 1 : 0 }
    case .sigmoid: each { _, y in y * (1 - y) }
    case .silu:
      mapped(.sigmoid, into: scratch) { $0 }
      each(with: scratch) { _, y, sigmoid in sigmoid + y * (1 - sigmoid) }
    case .softplus: mapped(.sigmoid, into: slopes) { $0 }
    case .softsign: each { x, _ in 1 / ((1 + Swift.abs(x)) * (1 + Swift.abs(x))) }
    case .tanh: each { _, y in 1 - y * y }
    case .erf:
      mapped(.exponential(rate: -1), into: scratch) { $0 * $0 }
      each(with: scratch) { _, _, power in 1.128_379_2 * power }
    case .exp: each { _, y in y }
    case .exp2: each { _, y in y * 0.693_147_2 }
    case .abs: each { x, _ in x > 0 ? 1 : x < 0 ? -1 : 0 }
    case .sqrt: each { _, y in 0.5 / y }
    case .square: each { x, _ in 2 * x }
    case .sin: each { x, _ in Float(ElementaryFunctions.cos(Double(x))) }
    case .cos: each { x, _ in Float(-ElementaryFunctions.sin(Double(x))) }
    case .atan: each { x, _ in 1 / (1 + x * x) }
    case .gelu:
      mapped(.exponential(rate: -0.5), into: slopes) { $0 * $0 }
      mapped(.erf, into: scratch) { $0 * 0.707_106_77 }
      for index in 0..<count {
        slopes[index] = 0.5 * (1 + scratch[index]) + x[index] * slopes[index] * 0.398_942_3
      }
    case .geluTanh:
      mapped(.tanh, into: scratch) { 0.797_884_6 * ($0 + 0.044715 * $0 * $0 * $0) }
      each(with: scratch) { x, _, tangent in
        let inner: Float = 0.797_884_6 * (1 + 0.134145 * x * x)
        return 0.5 * (1 + tangent) + 0.5 * x * (1 - tangent * tangent) * inner
      }
    case .geluSigmoid:
      mapped(.sigmoid, into: scratch) { 1.702 * $0 }
      each(with: scratch) { _, y, sigmoid in sigmoid + 1.702 * y * (1 - sigmoid) }
    case .leakyRelu(let alpha): each { x, _ in x < 0 ? alpha : 1 }
    case .elu(let alpha): each { x, y in x < 0 ? y + alpha : 1 }
    case .thresholdedRelu(let alpha): each { x, _ in x < alpha ? 0 : 1 }
    case .clip(let alpha, let beta): each { x, _ in x < alpha || x > beta ? 0 : 1 }
    case .clampedRelu(let alpha, let beta):
      each { x, _ in
        let raised = x < 0 ? alpha * x : x
        return raised > beta ? 0 : x < 0 ? alpha : 1
      }
    case .linear(let alpha, _): each { _, _ in alpha }
    case .hardSigmoid(let alpha, _): each { _, y in y > 0 && y < 1 ? alpha : 0 }
    case .scaledTanh(let alpha, let beta):
      mapped(.tanh, into: scratch) { beta * $0 }
      each(with: scratch) { _, _, tangent in alpha * beta * (1 - tangent * tangent) }
    case .log(let epsilon):
      let epsilon = Denormals.widened(epsilon)
      each { x, _ in Float(1 / (Double(x) + epsilon)) }
    case .rsqrt(let epsilon):
      let epsilon = Denormals.widened(epsilon)
      each { x, y in Float(-0.5 * Double(y) / (Double(x) + epsilon)) }
    case .inverse: each { _, y in -y * y }
    case .half: each { _, _ in 1 }
    case .sign, .floor, .ceil, .round, .truncate, .truth, .not, .wrap: each { _, _ in 0 }
    }
  }
}

/// The gradient of f(x, y) of two tensors, each spread over the result: what an entry was spread over is summed.
struct PairGradient: GradientKernel {
  private let traversal: StridedTraversal
  private let function: PairFunction

  init(_ function: PairFunction, _ operands: [TensorView], _ result: TensorView) {
    self.function = function
    let steps = operands.map { $0.steps(spreadOver: result.shape) }
    traversal = StridedTraversal(result.shape, steps + [result.steps])
  }

  var work: Int { traversal.count * 4 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[2] else { return }
    for operand in 0..<2 {
      guard let below = places.gradients[operand] else { continue }
      traversal.forEachRow(0..<traversal.rows) { _, offsets in
        function.addGradient(
          of: operand,
          PairRow(
            x: places.values[0] + offsets[0], y: places.values[1] + offsets[1], above: above + offsets[2],
            below: below + offsets[operand], xStep: traversal.rowSteps[0], yStep: traversal.rowSteps[1],
            aboveStep: traversal.rowSteps[2], belowStep: traversal.rowSteps[operand], count: traversal.rowLength))
      }
    }
  }
}

/// A row of two operands with the gradients of the result and of one of them.
private struct PairRow {
  let x: UnsafePointer<Float>, y: UnsafePointer<Float>, above: UnsafePointer<Float>
  let below: UnsafeMutablePointer<Float>
  let xStep: Int, yStep: Int, aboveStep: Int, belowStep: Int
  let count: Int

  /// Adds `body` of each entry to the gradient: where the operand is one number for all of the row, as a sum in eight lanes.
  @inline(__always)
  func add(_ body: (_ x: Float, _ y: Float, _ gradient: Float) -> Float) {
    guard belowStep == 0 else {
      if xStep == 1, yStep == 1, aboveStep == 1, belowStep == 1 {
        for index in 0..<count { below[index] += body(x[index], y[index], above[index]) }
      } else {
        for index in 0..<count {
          below[index * belowStep] += body(x[index * xStep], y[index * yStep], above[index * aboveStep])
        }
      }
      return
    }
    below[0] += Float(laneSum(count) { body(x[$0 * xStep], y[$0 * yStep], above[$0 * aboveStep]) })
  }
}

/// Σ f(i) for whole numbers from 0 on, in double precision: eight sums side by side, added in their order, and then what is left.
@inline(__always)
func laneSum(_ count: Int, _ body: (Int) -> Float) -> Double {
  var lanes = SIMD8<Double>(repeating: 0)
  var index = 0
  while index + 8 <= count {
    for lane in 0..<8 { lanes[lane] += Double(body(index + lane)) }
    index += 8
  }
  var sum = 0.0
  for lane in 0..<8 { sum += lanes[lane] }
  while index < count {
    sum += Double(body(index))
    index += 1
  }
  return sum
}

extension PairFunction {
  /// Adds the gradient of the first operand, or of the second, along a row. Of equals the first has the gradient.
  fileprivate func addGradient(of operand: Int, _ row: PairRow) {
    switch (self, operand) {
    case (.add, _), (.subtract, 0), (.remainder, 0): row.add { _, _, gradient in gradient }
    case (.subtract, _): row.add { _, _, gradient in -gradient }
    case (.multiply, 0): row.add { _, y, gradient in gradient * y }
    case (.multiply, _): row.add { x, _, gradient in gradient * x }
    case (.divide, 0): row.add { _, y, gradient in gradient / y }
    case (.divide, _): row.add { x, y, gradient in -gradient * (x / y) / y }
    case (.remainder, _):
      row.add { x, y, gradient in Float(-Double(gradient) * (Double(x) / Double(y)).rounded(.down)) }
    case (.power, 0): row.add { x, y, gradient in y == 0 ? 0 : gradient * y * ElementaryFunctions.power(x, y - 1) }
    case (.power, _):
      row.add { x, y, gradient in
        x == 0 ? 0 : gradient * ElementaryFunctions.power(x, y) * Float(ElementaryFunctions.log(Double(x)))
      }
    case (.maximum, 0): row.add { x, y, gradient in x >= y ? gradient : 0 }
    case (.maximum, _): row.add { x, y, gradient in x >= y ? 0 : gradient }
    case (.minimum, 0): row.add { x, y, gradient in x <= y ? gradient : 0 }
    case (.minimum, _): row.add { x, y, gradient in x <= y ? 0 : gradient }
    case (.prelu, 0): row.add { x, y, gradient in x < 0 ? gradient * y : gradient }
    case (.prelu, _): row.add { x, _, gradient in x < 0 ? gradient * x : 0 }
    case (.floorDivide, _), (.equal, _), (.notEqual, _), (.less, _), (.lessOrEqual, _), (.greater, _),
      (.greaterOrEqual, _), (.and, _), (.or, _), (.exclusiveOr, _):
      break
    }
  }
}

/// The gradient of a choice between two tensors: each has it where it was chosen.
struct SelectGradient: GradientKernel {
  private let traversal: StridedTraversal

  init(_ operands: [TensorView], _ result: TensorView) {
    let steps = operands.map { $0.steps(spreadOver: result.shape) }
    traversal = StridedTraversal(result.shape, steps + [result.steps])
  }

  var work: Int { traversal.count * 4 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[3] else { return }
    let (conditionStep, aboveStep) = (traversal.rowSteps[0], traversal.rowSteps[3])
    for operand in 1...2 {
      guard let below = places.gradients[operand] else { continue }
      let step = traversal.rowSteps[operand]
      let isFirst = operand == 1
      traversal.forEachRow(0..<traversal.rows) { _, offsets in
        let (condition, row) = (places.values[0] + offsets[0], above + offsets[3])
        func part(_ index: Int) -> Float {
          (condition[index * conditionStep] != 0) == isFirst ? row[index * aboveStep] : 0
        }
        if step == 0 {
          below[offsets[operand]] += Float(laneSum(traversal.rowLength, part))
        } else {
          for index in 0..<traversal.rowLength { below[offsets[operand] + index * step] += part(index) }
        }
      }
    }
  }
}
