import Arithmetic

/// Runs a softmax over the channels of every place.
final class SoftmaxRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape

  init(_ context: RunnerContext) {
    place = context.place
    shape = context.input
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * 10) { sample in
      for pixel in 0..<shape.pixels {
        Elementwise.softmax(
          source.sample(sample) + pixel * source.pixelStep, into: target.sample(sample) + pixel * target.pixelStep,
          count: shape.channels)
      }
    }
  }

  /// dx = y · (dy − Σ dy · y).
  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let (gradient, target) = (outputGradient(0, space), output(0, space))
    space.forEachSample(work: shape.count * 4) { sample in
      for pixel in 0..<shape.pixels {
        let y = target.sample(sample) + pixel * target.pixelStep
        let from = gradient.sample(sample) + pixel * gradient.pixelStep
        let to = below.sample(sample) + pixel * below.pixelStep
        let mean = Elementwise.dot(from, y, count: shape.channels)
        for c in 0..<shape.channels { to[c] += y[c] * (from[c] - mean) }
      }
    }
  }
}
