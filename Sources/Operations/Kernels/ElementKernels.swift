import Arithmetic
import Tensors

/// f(x) of each number.
struct MapKernel: Kernel {
  private let shared: BlockedTraversal
  private let function: ElementFunction

  init(_ function: ElementFunction, _ operand: TensorView, _ result: TensorView) {
    self.function = function
    shared = BlockedTraversal(
      StridedTraversal(inOrderOfTheLast: result.shape, [operand.steps, result.steps]), workPerNumber: 4)
  }

  var blocks: Int { shared.blocks }
  var work: Int { shared.traversal.count * 4 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let steps = (shared.traversal.rowSteps[0], shared.traversal.rowSteps[1])
    shared.forEachPiece(block) { first, offsets, count in
      let (x, y) = (places[0] + offsets[0] + first * steps.0, places[1] + offsets[1] + first * steps.1)
      if steps == (1, 1) { return function.apply(to: x, into: y, count: count) }
      for index in 0..<count { function.apply(to: x + index * steps.0, into: y + index * steps.1, count: 1) }
    }
  }
}

extension ElementFunction {
  /// The kernel's function that it is, where it takes many steps.
  private var mapped: MappedFunction? {
    switch self {
    case .sigmoid: .sigmoid
    case .silu: .gated(rate: 1)
    case .tanh: .tanh
    case .erf: .erf
    case .exp: .exponential(rate: 1)
    case .exp2: .exponential(rate: 0x1.62e42fefa39efp-1)
    case .gelu: .gelu
    case .geluTanh: .geluTanh
    case .geluSigmoid: .gated(rate: 1.702)
    case .elu(let alpha): .elu(alpha: Double(alpha))
    default: nil
    }
  }

  /// y = f(x) in place for rows of numbers, `step` apart.
  public func apply(toRows x: UnsafeMutablePointer<Float>, step: Int, rows: Int, count: Int) {
    if let mapped { return mapped.apply(toRows: x, step: step, rows: rows, count: count) }
    for row in 0..<rows { apply(to: x + row * step, into: x + row * step, count: count) }
  }

  /// y = f(x) for each of some numbers that lie together; x and y may be the same.
  public func apply(to x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, count: Int) {
    if let mapped { return mapped.apply(to: x, into: y, count: count) }
    @inline(__always)
    func each(_ body: (Float) -> Float) { for index in 0..<count { y[index] = body(x[index]) } }
    switch self {
    case .sigmoid, .silu, .tanh, .erf, .exp, .exp2, .gelu, .geluTanh, .geluSigmoid, .elu: break
    case .relu: Elementwise.rectify(x, into: y, count: count)
    case .relu6: Elementwise.clip(x, by: 1, plus: -0, to: 0...6, into: y, count: count)
    case .softplus: each { ElementaryFunctions.softplus($0) }
    case .softsign: each { $0 / (1 + Swift.abs($0)) }
    case .abs: each { Swift.abs($0) }
    case .sign: each { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }
    case .floor: each { $0.rounded(.down) }
    case .ceil: each { $0.rounded(.up) }
    case .round: each { $0.rounded(.toNearestOrEven) }
    case .sqrt: each { $0.squareRoot() }
    case .square: each { $0 * $0 }
    case .sin: each { Float(ElementaryFunctions.sin(Double($0))) }
    case .cos: each { Float(ElementaryFunctions.cos(Double($0))) }
    case .atan: each { Float(ElementaryFunctions.atan(Double($0))) }
    case .leakyRelu(let alpha): Elementwise.leak(x, by: alpha, into: y, count: count)
    case .thresholdedRelu(let alpha): Elementwise.threshold(x, from: alpha, into: y, count: count)
    case .clip(let alpha, let beta) where alpha <= beta:
      Elementwise.clip(x, by: 1, plus: -0, to: alpha...beta, into: y, count: count)
    case .clip(let alpha, let beta): each { $0 < alpha ? alpha : $0 > beta ? beta : $0 }
    case .clampedRelu(let alpha, let beta):
      each {
        let raised = $0 < 0 ? alpha * $0 : $0
        return raised > beta ? beta : raised
      }
    case .linear(let alpha, let beta): each { alpha * $0 + beta }
    case .hardSigmoid(let alpha, let beta):
      Elementwise.clip(x, by: alpha, plus: beta, to: 0...1, into: y, count: count)
    case .scaledTanh(let alpha, let beta): each { alpha * ElementaryFunctions.tanh(beta * $0) }
    case .log(let epsilon):
      let epsilon = Denormals.widened(epsilon)
      each { Float(ElementaryFunctions.log(Double($0) + epsilon)) }
    case .rsqrt(let epsilon):
      let epsilon = Denormals.widened(epsilon)
      each { Float(1 / (Double($0) + epsilon).squareRoot()) }
    case .inverse(let epsilon):
      let epsilon = Denormals.widened(epsilon)
      each { Float(1 / (Double($0) + epsilon)) }
    case .truncate: each { $0.rounded(.towardZero) }
    case .half: each(HalfPrecision.rounded)
    case .truth: each { $0 != 0 ? 1 : 0 }
    case .not: each { $0 == 0 ? 1 : 0 }
    case .wrap(let bits, let isSigned):
      let low: Float = isSigned ? -Float(1 << (bits - 1)) : 0
      let high = Float(1 << (isSigned ? bits - 1 : bits)) - 1
      each {
        let whole = $0.rounded(.towardZero)
        return whole < low ? low : whole > high ? high : whole
      }
    }
  }
}

/// f(x, y) of two tensors, each spread over the result.
struct PairKernel: Kernel {
  private let shared: BlockedTraversal
  private let function: PairFunction

  init(_ function: PairFunction, _ operands: [TensorView], _ result: TensorView) {
    self.function = function
    let steps = operands.map { $0.steps(spreadOver: result.shape) }
    shared = BlockedTraversal(
      StridedTraversal(inOrderOfTheLast: result.shape, steps + [result.steps]), workPerNumber: 2)
  }

  var blocks: Int { shared.blocks }
  var work: Int { shared.traversal.count * 2 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let steps = (shared.traversal.rowSteps[0], shared.traversal.rowSteps[1], shared.traversal.rowSteps[2])
    shared.forEachPiece(block) { first, offsets, count in
      let x = places[0] + offsets[0] + first * steps.0
      let y = places[1] + offsets[1] + first * steps.1
      function.apply(
        x, step: steps.0, y, step: steps.1, into: places[2] + offsets[2] + first * steps.2, step: steps.2, count: count)
    }
  }
}

extension PairFunction {
  /// z = f(x, y) for each of some numbers.
  fileprivate func apply(
    _ x: UnsafePointer<Float>, step xStep: Int, _ y: UnsafePointer<Float>, step yStep: Int,
    into z: UnsafeMutablePointer<Float>, step zStep: Int, count: Int
  ) {
    @inline(__always)
    func each(_ body: (Float, Float) -> Float) {
      // What is constant along the row, or lies together, is told apart so that the loops are vectorised.
      if zStep == 1, xStep == 1, yStep == 1 {
        for index in 0..<count { z[index] = body(x[index], y[index]) }
      } else if zStep == 1, xStep == 1, yStep == 0 {
        let other = y[0]
        for index in 0..<count { z[index] = body(x[index], other) }
      } else {
        for index in 0..<count { z[index * zStep] = body(x[index * xStep], y[index * yStep]) }
      }
    }
    if xStep == 1, yStep == 1, zStep == 1 {
      switch self {
      case .add: return Elementwise.add(x, y, into: z, count: count)
      case .multiply: return Elementwise.multiply(x, y, into: z, count: count)
      default: break
      }
    }
    switch self {
    case .add: each { $0 + $1 }
    case .subtract: each { $0 - $1 }
    case .multiply: each { $0 * $1 }
    case .divide: each { $0 / $1 }
    case .maximum: each { $0 >= $1 ? $0 : $1 }
    case .minimum: each { $0 <= $1 ? $0 : $1 }
    case .floorDivide: each { Float((Double($0) / Double($1)).rounded(.down)) }
    case .remainder: each { Float(Double($0) - (Double($0) / Double($1)).rounded(.down) * Double($1)) }
    case .power: each { ElementaryFunctions.power($0, $1) }
    case .equal: each { $0 == $1 ? 1 : 0 }
    case .notEqual: each { $0 != $1 ? 1 : 0 }
    case .less: each { $0 < $1 ? 1 : 0 }
    case .lessOrEqual: each { $0 <= $1 ? 1 : 0 }
    case .greater: each { $0 > $1 ? 1 : 0 }
    case .greaterOrEqual: each { $0 >= $1 ? 1 : 0 }
    case .and: each { $0 != 0 && $1 != 0 ? 1 : 0 }
    case .or: each { $0 != 0 || $1 != 0 ? 1 : 0 }
    case .exclusiveOr: each { ($0 != 0) != ($1 != 0) ? 1 : 0 }
    case .prelu: each { $0 < 0 ? $0 * $1 : $0 }
    }
  }
}

/// a where the condition is not 0, else b.
struct SelectKernel: Kernel {
  private let shared: BlockedTraversal

  init(_ operands: [TensorView], _ result: TensorView) {
    let steps = operands.map { $0.steps(spreadOver: result.shape) }
    shared = BlockedTraversal(
      StridedTraversal(inOrderOfTheLast: result.shape, steps + [result.steps]), workPerNumber: 2)
  }

  var blocks: Int { shared.blocks }
  var work: Int { shared.traversal.count * 2 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let steps = shared.traversal.rowSteps
    let (conditionStep, aStep, bStep, resultStep) = (steps[0], steps[1], steps[2], steps[3])
    shared.forEachPiece(block) { first, offsets, count in
      let condition = places[0] + offsets[0] + first * conditionStep
      let (a, b) = (places[1] + offsets[1] + first * aStep, places[2] + offsets[2] + first * bStep)
      let result = places[3] + offsets[3] + first * resultStep
      for index in 0..<count {
        result[index * resultStep] = condition[index * conditionStep] != 0 ? a[index * aStep] : b[index * bStep]
      }
    }
  }
}
