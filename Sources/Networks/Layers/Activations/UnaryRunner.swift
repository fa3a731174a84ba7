import Arithmetic

extension UnaryDefinition {
  /// f(scale · x + shift).
  fileprivate func value(_ x: Float) -> Float {
    let z = scale * x + shift
    return switch function {
    case .squareRoot: z.squareRoot()
    case .reciprocalSquareRoot: 1 / (z + epsilon).squareRoot()
    case .inverse: 1 / (z + epsilon)
    case .power: ElementaryFunctions.power(z, alpha)
    case .exponential: ElementaryFunctions.exp(z)
    case .logarithm: ElementaryFunctions.log(z)
    case .magnitude: abs(z)
    case .threshold: max(z, alpha)
    }
  }

  /// The derivative by x, given y = f(scale · x + shift) as well.
  fileprivate func slope(_ x: Float, _ y: Float) -> Float {
    let z = scale * x + shift
    let outer: Float =
      switch function {
      case .squareRoot: 0.5 / y
      case .reciprocalSquareRoot: -0.5 * y / (z + epsilon)
      case .inverse: -y * y
      case .power: alpha * ElementaryFunctions.power(z, alpha - 1)
      case .exponential: y
      case .logarithm: 1 / z
      case .magnitude: z > 0 ? 1 : z < 0 ? -1 : 0
      case .threshold: z > alpha ? 1 : 0
      }
    return scale * outer
  }
}

/// Runs a unary layer.
final class UnaryRunner: LayerRunner {
  let place: LayerPlace
  private let definition: UnaryDefinition
  private let shape: MapShape

  init(_ context: RunnerContext, _ definition: UnaryDefinition) {
    place = context.place
    self.definition = definition
    shape = context.input
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * 10) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let y = target.sample(sample) + pixel * target.pixelStep
        for c in 0..<shape.channels { y[c] = definition.value(x[c]) }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let (source, target, gradient) = (input(0, space), output(0, space), outputGradient(0, space))
    space.forEachSample(work: shape.count * 10) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let y = target.sample(sample) + pixel * target.pixelStep
        let from = gradient.sample(sample) + pixel * gradient.pixelStep
        let to = below.sample(sample) + pixel * below.pixelStep
        for c in 0..<shape.channels { to[c] += from[c] * definition.slope(x[c], y[c]) }
      }
    }
  }
}
