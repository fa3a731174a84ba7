import Arithmetic

/// Moves parameters piece by piece, on the way back.
final class ParameterStepper {
  /// Smaller parameters move after the way back.
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

  /// What moves a piece of this parameter, by that piece's gradient; nil where the parameter moves afterwards. Whoever takes
  /// it moves every piece once, on any thread, and has no more use for the present values.
  func mover(of parameter: Parameter) -> ParameterMover? {
    guard !lent.isEmpty, let moments = lent[ObjectIdentifier(parameter)] else { return nil }
    moved.insert(ObjectIdentifier(parameter))
    let values = parameter.values.pointer
    // Without momentum there is no velocity, and the kernel leaves it alone.
    return ParameterMover(
      arithmetic: arithmetic, values: values, first: moments.first ?? values, second: moments.second ?? values)
  }
}

/// Moves a parameter piece by piece.
struct ParameterMover {
  fileprivate let arithmetic: StepArithmetic
  fileprivate let values: UnsafeMutablePointer<Float>
  fileprivate let first: UnsafeMutablePointer<Float>, second: UnsafeMutablePointer<Float>

  /// Moves a piece by its gradient.
  func move(_ piece: Range<Int>, by gradient: UnsafePointer<Float>) {
    let start = piece.lowerBound
    arithmetic.update(values + start, gradient, first + start, second + start, count: piece.count)
  }

  /// Whether a piece can also move beside a product: plain descent is too short for it.
  var canWait: Bool { if case .adam = arithmetic { true } else { false } }

  /// The same beside a product of the matrix unit; nil where it cannot wait for one.
  func moving(_ piece: Range<Int>, by gradient: UnsafePointer<Float>) -> Meanwhile? {
    guard case .adam(let step) = arithmetic else { return nil }
    let start = piece.lowerBound
    return OptimizerKernels.movingByAdam(
      values + start, gradient: gradient, first: first + start, second: second + start, count: piece.count, step: step)
  }
}

/// The numbers of one step, the same for every parameter.
enum StepArithmetic {
  case sgd(rate: Float, momentum: Float, decay: Float, isNesterov: Bool)
  case adam(OptimizerKernels.AdamStep)

  /// Pieces in which threads share a large parameter.
  static let pieceLength = 32768

  init(_ settings: OptimizerSettings, step: Int) {
    switch settings.rule {
    case .sgd(let momentum, let isNesterov):
      self = .sgd(
        rate: Float(settings.learningRate), momentum: Float(momentum), decay: Float(settings.weightDecay),
        isNesterov: isNesterov)
    case .adam(let beta1, let beta2, let eps):
      let decoupled = settings.isDecayDecoupled
      self = .adam(
        OptimizerKernels.AdamStep(
          rate: settings.learningRate, beta1: beta1, beta2: beta2, eps: eps, step: step,
          decay: decoupled ? 0 : settings.weightDecay, decoupledDecay: decoupled ? settings.weightDecay : 0))
    }
  }

  func update(_ parameter: Parameter, _ moments: inout OptimizerState.Moments, workers: WorkerPool) {
    let (values, gradient) = (parameter.values.pointer, parameter.gradient.pointer)
    let pieces = (parameter.count + StepArithmetic.pieceLength - 1) / StepArithmetic.pieceLength
    moments.first.withUnsafeMutableBufferPointer { first in
      moments.second.withUnsafeMutableBufferPointer { second in
        // Without momentum there is no velocity, and the kernel leaves it alone.
        let first = first.baseAddress ?? values
        let second = second.baseAddress ?? values
        workers.run(pieces) { piece, _ in
          let start = piece * StepArithmetic.pieceLength
          let count = min(parameter.count - start, StepArithmetic.pieceLength)
          update(values + start, gradient + start, first + start, second + start, count: count)
        }
      }
    }
  }

  func update(
    _ values: UnsafeMutablePointer<Float>, _ gradient: UnsafePointer<Float>, _ first: UnsafeMutablePointer<Float>,
    _ second: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch self {
    case .sgd(let rate, let momentum, let decay, let isNesterov):
      OptimizerKernels.sgd(
        values, gradient: gradient, velocity: first, count: count, rate: rate, momentum: momentum, decay: decay,
        isNesterov: isNesterov)
    case .adam(let step):
      OptimizerKernels.adam(values, gradient: gradient, first: first, second: second, count: count, step: step)
    }
  }
}
