import CKernels

/// The arithmetic of the optimisers, on one parameter's numbers.
public enum OptimizerKernels {
  /// Stochastic gradient descent: v = momentum · v + g; w −= rate · v, with g = gradient + decay · w. With Nesterov's look
  /// ahead, w −= rate · (g + momentum · v). Without momentum, v is not touched.
  public static func sgd(
    _ w: UnsafeMutablePointer<Float>, gradient: UnsafePointer<Float>, velocity: UnsafeMutablePointer<Float>,
    count: Int, rate: Float, momentum: Float, decay: Float, isNesterov: Bool
  ) {
    whet_sgd(w, gradient, velocity, count, rate, momentum, decay, isNesterov ? 1 : 0)
  }

  /// The numbers of one step of Adam (Kingma and Ba, 2015), the same for every parameter.
  public struct AdamStep {
    fileprivate var step: whet_adam_step

    /// `step` counts from 1. `decay` is added to the gradient as decay · w; `decoupledDecay` shrinks w itself by
    /// rate · decay first (Loshchilov and Hutter, 2019).
    public init(
      rate: Double, beta1: Double, beta2: Double, eps: Double, step: Int, decay: Double, decoupledDecay: Double
    ) {
      let (power1, power2) = (AdamStep.power(beta1, step), AdamStep.power(beta2, step))
      self.step = whet_adam_step(
        size: Float(rate / (1 - power1)), root: Float(1 / (1 - power2).squareRoot()), beta1: Float(beta1),
        rest1: Float(1 - beta1), beta2: Float(beta2), rest2: Float(1 - beta2), eps: Float(eps), decay: Float(decay),
        shrink: Float(1 - rate * decoupledDecay))
    }

    /// base^exponent by squaring: only products, so the same bits everywhere.
    private static func power(_ base: Double, _ exponent: Int) -> Double {
      var (result, factor, rest) = (1.0, base, exponent)
      while rest > 0 {
        if rest & 1 == 1 { result *= factor }
        factor *= factor
        rest >>= 1
      }
      return result
    }
  }

  /// Bias-corrected Adam: w −= rate · m̂ / (√v̂ + eps).
  public static func adam(
    _ w: UnsafeMutablePointer<Float>, gradient: UnsafePointer<Float>, first: UnsafeMutablePointer<Float>,
    second: UnsafeMutablePointer<Float>, count: Int, step: AdamStep
  ) {
    var step = step.step
    whet_adam(w, gradient, first, second, count, &step)
  }

  /// The same beside a product of the matrix unit.
  public static func movingByAdam(
    _ w: UnsafeMutablePointer<Float>, gradient: UnsafePointer<Float>, first: UnsafeMutablePointer<Float>,
    second: UnsafeMutablePointer<Float>, count: Int, step: AdamStep
  ) -> OverlappedWork {
    OverlappedWork(moving: w, gradient: gradient, first: first, second: second, count: count, step: step.step)
  }
}
