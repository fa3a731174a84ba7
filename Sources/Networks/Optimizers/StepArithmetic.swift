import Arithmetic

/// The numbers of one step, the same for every parameter.
enum StepArithmetic {
  case sgd(rate: Float, momentum: Float, decay: Float, isNesterov: Bool)
  case adam(OptimizerKernels.AdamStep)

  /// Blocks in which threads share a large parameter.
  static let blockLength = 32768

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
    let blocks = (parameter.count + StepArithmetic.blockLength - 1) / StepArithmetic.blockLength
    moments.first.withUnsafeMutableBufferPointer { first in
      moments.second.withUnsafeMutableBufferPointer { second in
        // Without momentum there is no velocity, and the kernel leaves it alone.
        let first = first.baseAddress ?? values
        let second = second.baseAddress ?? values
        workers.run(blocks) { block, _ in
          let start = block * StepArithmetic.blockLength
          let count = min(parameter.count - start, StepArithmetic.blockLength)
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
