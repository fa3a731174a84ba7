import Arithmetic

/// Runs an activation.
final class ActivationRunner: SamplewiseRunner {
  let place: LayerPlace
  private let function: ActivationFunction
  private let shape: MapShape

  init(_ context: RunnerContext, _ function: ActivationFunction) {
    place = context.place
    self.function = function
    shape = context.input
  }

  /// A guess at a number's cost, in multiplications.
  private var cost: Int { function == .relu ? 1 : 10 }

  func goesBackwardSamplewise(_ samples: Int) -> Bool { true }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    guard function.isPerChannel else {
      return Blocks.forEachRun(space, of: shape, between: [source, target], work: shape.count * cost) {
        sample, from, count in
        function.apply(
          to: source.sample(sample) + source.place(from), into: target.sample(sample) + target.place(from), count: count
        )
      }
    }
    Blocks.forEach(space, of: shape.pixels, atMost: Blocks.size / shape.channels, work: shape.count * cost) {
      sample, pixels in
      for pixel in pixels {
        let from = source.sample(sample) + pixel * source.pixelStep
        let to = target.sample(sample) + pixel * target.pixelStep
        for c in 0..<shape.channels { to[c] = function.value(from[c], c) }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * cost) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let y = target.sample(sample) + pixel * target.pixelStep
        let from = gradient.sample(sample) + pixel * gradient.pixelStep
        let to = below.sample(sample) + pixel * below.pixelStep
        for c in 0..<shape.channels { to[c] += from[c] * function.slope(x[c], y[c], c) }
      }
    }
  }
}
