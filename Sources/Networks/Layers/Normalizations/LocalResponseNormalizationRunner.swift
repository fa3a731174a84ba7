import Arithmetic

/// Runs a local response normalisation: x / s^beta with s = k + alpha / localSize · Σ x² over the channels around x's.
final class LocalResponseNormalizationRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let definition: LocalResponseNormalizationDefinition

  init(_ context: RunnerContext, _ definition: LocalResponseNormalizationDefinition) {
    place = context.place
    shape = context.input
    self.definition = definition
  }

  /// The channels around one: as many before it as after it, or with an even size one more after it.
  private func neighbors(_ c: Int) -> Range<Int> {
    let first = c - (definition.localSize - 1) / 2
    return max(first, 0)..<min(first + definition.localSize, shape.channels)
  }

  /// The channels that have one among their neighbours.
  private func neighborhoods(_ c: Int) -> Range<Int> {
    let last = c + (definition.localSize - 1) / 2
    return max(last - definition.localSize + 1, 0)..<min(last + 1, shape.channels)
  }

  private func divisor(_ x: UnsafePointer<Float>, _ c: Int) -> Float {
    let sum = neighbors(c).reduce(Float(0)) { $0 + x[$1] * x[$1] }
    return definition.k + definition.alpha / Float(definition.localSize) * sum
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * (definition.localSize + 10)) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let y = target.sample(sample) + pixel * target.pixelStep
        for c in 0..<shape.channels { y[c] = x[c] * ElementaryFunctions.power(divisor(x, c), -definition.beta) }
      }
    }
  }

  /// The own share, g · s^-beta, less what the number does to its neighbours' divisors.
  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let (source, gradient) = (input(0, space), outputGradient(0, space))
    let factor = 2 * definition.alpha * definition.beta / Float(definition.localSize)
    space.forEachSample(work: shape.count * (definition.localSize + 20)) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let g = gradient.sample(sample) + pixel * gradient.pixelStep
        let to = below.sample(sample) + pixel * below.pixelStep
        for c in 0..<shape.channels {
          var sum: Float = 0
          for other in neighborhoods(c) {
            sum += g[other] * x[other] * ElementaryFunctions.power(divisor(x, other), -definition.beta - 1)
          }
          to[c] += g[c] * ElementaryFunctions.power(divisor(x, c), -definition.beta) - factor * x[c] * sum
        }
      }
    }
  }
}
