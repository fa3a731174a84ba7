import Arithmetic

/// Moves parameters block by block, in the backward pass.
final class ParameterStepper {
  /// Smaller parameters move after the backward pass.
  static let leastCount = 1 << 15

  let arithmetic: StepArithmetic
  private var lent: [ObjectIdentifier: (first: UnsafeMutablePointer<Float>?, second: UnsafeMutablePointer<Float>?)] =
    [:]
  private var moved: Set<ObjectIdentifier> = []

  init(_ arithmetic: StepArithmetic) { self.arithmetic = arithmetic }

  func lend(
    _ parameter: Parameter, _ first: UnsafeMutablePointer<Float>?, _ second: UnsafeMutablePointer<Float>?
  ) {
    lent[ObjectIdentifier(parameter)] = (first, second)
  }

  /// Whether any parameter has begun to move.
  var hasMovedAny: Bool { !moved.isEmpty }

  func hasMoved(_ parameter: Parameter) -> Bool {
    !moved.isEmpty && moved.contains(ObjectIdentifier(parameter))
  }

  /// The step of a parameter that moves by nothing but its gradient: whoever asks takes it, as with `mover`, and needs no place for
  /// the gradient. nil where there is momentum or another rule.
  func descent(of parameter: Parameter) -> MatrixProduct.Descent? {
    guard case .sgd(let rate, momentum: 0, let decay, _) = arithmetic else { return nil }
    moved.insert(ObjectIdentifier(parameter))
    return MatrixProduct.Descent(rate: rate, decay: decay)
  }

  /// What moves a block of this parameter, by that block's gradient; nil where the parameter moves afterwards. Whoever takes
  /// it moves every block once, on any thread, and has no more use for the present values.
  func mover(of parameter: Parameter) -> ParameterMover? {
    guard !lent.isEmpty, let moments = lent[ObjectIdentifier(parameter)] else { return nil }
    moved.insert(ObjectIdentifier(parameter))
    let values = parameter.values.pointer
    // Without momentum there is no velocity, and the kernel leaves it alone.
    return ParameterMover(
      arithmetic: arithmetic, values: values, first: moments.first ?? values, second: moments.second ?? values)
  }
}

/// Moves a parameter block by block.
struct ParameterMover {
  fileprivate let arithmetic: StepArithmetic
  fileprivate let values: UnsafeMutablePointer<Float>
  fileprivate let first: UnsafeMutablePointer<Float>, second: UnsafeMutablePointer<Float>

  /// Moves a block by its gradient.
  func move(_ block: Range<Int>, by gradient: UnsafePointer<Float>) {
    let start = block.lowerBound
    arithmetic.update(values + start, gradient, first + start, second + start, count: block.count)
  }

  /// Whether a block can also move beside a product: plain descent is too short for it.
  var canWait: Bool { if case .adam = arithmetic { true } else { false } }

  /// The same beside a product of the matrix unit; nil where it cannot wait for one.
  func moving(_ block: Range<Int>, by gradient: UnsafePointer<Float>) -> OverlappedWork? {
    guard case .adam(let step) = arithmetic else { return nil }
    let start = block.lowerBound
    return OptimizerKernels.movingByAdam(
      values + start, gradient: gradient, first: first + start, second: second + start, count: block.count, step: step)
  }
}
