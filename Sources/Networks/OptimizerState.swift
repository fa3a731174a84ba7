import Arithmetic

/// What an optimiser remembers from step to step: a value, so that training can be written down and taken up again with the
/// same bits.
public struct OptimizerState: Sendable, Equatable, Codable {
  /// The moving averages of one parameter's gradient, laid out as the parameter.
  public struct Moments: Sendable, Equatable, Codable {
    /// Whose they are.
    public let key: ParameterKey
    /// Momentum's velocity, or Adam's mean of the gradient.
    public internal(set) var first: [Float]
    /// Adam's mean of the squared gradient; empty otherwise.
    public internal(set) var second: [Float]
  }

  /// How a gradient becomes a step. May be changed between steps.
  public var settings: OptimizerSettings
  /// How many steps were made.
  public internal(set) var step = 0
  /// One entry per parameter, in the network's order; empty before the first step.
  public internal(set) var moments: [Moments] = []

  /// The state before the first step.
  public init(_ settings: OptimizerSettings) { self.settings = settings }
}

extension OptimizerState {
  /// Makes room for the moments of these parameters, forgetting those of any others.
  mutating func prepare(for parameters: [Parameter]) {
    let isReady =
      moments.count == parameters.count
      && parameters.indices.allSatisfy {
        // In their places: copied, each would be counted in and out, which a small head's step notices.
        moments[$0].key == parameters[$0].key && hasRoom(moments[$0], for: parameters[$0])
      }
    if isReady { return }
    moments = parameters.map { parameter in
      let known = moments.first { $0.key == parameter.key && hasRoom($0, for: parameter) }
      return known ?? fresh(for: parameter)
    }
  }

  private var momentCounts: (first: Bool, second: Bool) {
    switch settings.rule {
    case .sgd(let momentum, _): (momentum != 0, false)
    case .adam: (true, true)
    }
  }

  private func hasRoom(_ moments: Moments, for parameter: Parameter) -> Bool {
    let needed = momentCounts
    return (!needed.first || moments.first.count == parameter.count)
      && (!needed.second || moments.second.count == parameter.count)
  }

  private func fresh(for parameter: Parameter) -> Moments {
    let needed = momentCounts
    return Moments(
      key: parameter.key, first: [Float](repeating: 0, count: needed.first ? parameter.count : 0),
      second: [Float](repeating: 0, count: needed.second ? parameter.count : 0))
  }

  /// One step: every parameter moves by its gradient, which `backward` computes. Layers may let a large parameter move piece
  /// by piece with the stepper they are given, while each piece of the gradient is near; the others move afterwards.
  ///
  /// - Returns: Whether `backward` came to its end; where it did not, no parameter may have moved, and none does.
  mutating func update(
    _ parameters: [Parameter], workers: WorkerPool, backward: (ParameterStepper) -> Bool
  ) -> Bool {
    prepare(for: parameters)
    let stepper = ParameterStepper(StepArithmetic(settings, step: step + 1))
    var isDone = false
    lend(parameters[...], to: stepper) { isDone = backward(stepper) }
    guard isDone else { return false }
    step += 1
    for index in parameters.indices {
      if !stepper.hasMoved(parameters[index]) {
        stepper.arithmetic.update(parameters[index], &moments[index], workers: workers)
      }
      parameters[index].hasChanged()
    }
    return true
  }

  /// Lets the stepper reach the moments of the parameters that are large enough to move piece by piece.
  private mutating func lend(_ parameters: ArraySlice<Parameter>, to stepper: ParameterStepper, _ body: () -> Void) {
    guard let index = parameters.firstIndex(where: { $0.count >= ParameterStepper.leastCount }) else { return body() }
    var (first, second): ([Float], [Float]) = ([], [])
    swap(&first, &moments[index].first)
    swap(&second, &moments[index].second)
    first.withUnsafeMutableBufferPointer { first in
      second.withUnsafeMutableBufferPointer { second in
        stepper.lend(parameters[index], first.baseAddress, second.baseAddress)
        lend(parameters[(index + 1)...], to: stepper, body)
      }
    }
    swap(&first, &moments[index].first)
    swap(&second, &moments[index].second)
  }
}

/// Moves parameters piece by piece, on the way back.
final class ParameterStepper {
  /// Smaller parameters move after the way back.
  static let leastCount = 1 << 15

  fileprivate let arithmetic: StepArithmetic
  private var lent: [ObjectIdentifier: (first: UnsafeMutablePointer<Float>?, second: UnsafeMutablePointer<Float>?)] =
    [:]
  private var moved: Set<ObjectIdentifier> = []

  fileprivate init(_ arithmetic: StepArithmetic) { self.arithmetic = arithmetic }

  fileprivate func lend(
    _ parameter: Parameter, _ first: UnsafeMutablePointer<Float>?, _ second: UnsafeMutablePointer<Float>?
  ) {
    lent[ObjectIdentifier(parameter)] = (first, second)
  }

  /// Whether any parameter has begun to move.
  var hasMovedAny: Bool { !moved.isEmpty }

  fileprivate func hasMoved(_ parameter: Parameter) -> Bool {
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
  func mover(of parameter: Parameter) -> ((_ piece: Range<Int>, _ gradient: UnsafePointer<Float>) -> Void)? {
    guard !lent.isEmpty, let moments = lent[ObjectIdentifier(parameter)] else { return nil }
    moved.insert(ObjectIdentifier(parameter))
    let (values, arithmetic) = (parameter.values.pointer, arithmetic)
    // Without momentum there is no velocity, and the kernel leaves it alone.
    let (first, second) = (moments.first ?? values, moments.second ?? values)
    return { piece, gradient in
      let start = piece.lowerBound
      arithmetic.update(values + start, gradient, first + start, second + start, count: piece.count)
    }
  }
}

/// The numbers of one step, the same for every parameter.
private enum StepArithmetic {
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
