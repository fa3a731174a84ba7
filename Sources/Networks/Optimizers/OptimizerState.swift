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

  /// One step: every parameter moves by its gradient, which `backward` computes. Layers may let a large parameter move block
  /// by block with the stepper they are given, while each block of the gradient is near; the others move afterwards.
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

  /// Lets the stepper reach the moments of the parameters that are large enough to move block by block.
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
