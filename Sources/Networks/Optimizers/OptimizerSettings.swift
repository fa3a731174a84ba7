/// How a gradient becomes a step. Values may change between steps: schedules set `learningRate`.
public struct OptimizerSettings: Sendable, Equatable, Codable {
  /// The rule, with the settings only it has.
  public enum Rule: Sendable, Equatable, Codable {
    /// v = momentum · v + g; w −= rate · v. With Nesterov's look ahead, w −= rate · (g + momentum · v).
    case sgd(momentum: Double, isNesterov: Bool)
    /// Bias-corrected Adam (Kingma and Ba, 2015): w −= rate · m̂ / (√v̂ + eps).
    case adam(beta1: Double, beta2: Double, eps: Double)
  }

  /// The learning rate: the size of a step.
  public var learningRate: Double
  /// The rule.
  public var rule: Rule
  /// The pull of every parameter towards 0, per unit of rate; 0 for none.
  public var weightDecay: Double
  /// Whether the decay shrinks the parameters themselves (AdamW; Loshchilov and Hutter, 2019) rather than being added to
  /// the gradient.
  public var isDecayDecoupled: Bool

  /// Makes settings.
  public init(learningRate: Double, rule: Rule, weightDecay: Double = 0, isDecayDecoupled: Bool = false) {
    self.learningRate = learningRate
    self.rule = rule
    self.weightDecay = weightDecay
    self.isDecayDecoupled = isDecayDecoupled
  }

  /// Stochastic gradient descent.
  public static func sgd(
    learningRate: Double, momentum: Double = 0, isNesterov: Bool = false, weightDecay: Double = 0
  ) -> OptimizerSettings {
    OptimizerSettings(
      learningRate: learningRate, rule: .sgd(momentum: momentum, isNesterov: isNesterov), weightDecay: weightDecay)
  }

  /// Adam.
  public static func adam(
    learningRate: Double = 0.001, beta1: Double = 0.9, beta2: Double = 0.999, eps: Double = 1e-8,
    weightDecay: Double = 0
  ) -> OptimizerSettings {
    OptimizerSettings(
      learningRate: learningRate, rule: .adam(beta1: beta1, beta2: beta2, eps: eps), weightDecay: weightDecay)
  }

  /// Adam with decoupled weight decay.
  public static func adamW(
    learningRate: Double = 0.001, beta1: Double = 0.9, beta2: Double = 0.999, eps: Double = 1e-8,
    weightDecay: Double = 0.01
  ) -> OptimizerSettings {
    OptimizerSettings(
      learningRate: learningRate, rule: .adam(beta1: beta1, beta2: beta2, eps: eps), weightDecay: weightDecay,
      isDecayDecoupled: true)
  }
}
