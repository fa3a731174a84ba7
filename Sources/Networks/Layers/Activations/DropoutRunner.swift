import Tensors

/// Zeroes numbers by chance while training and scales the others up by 1 / (1 − probability).
///
/// The draw follows from the step's seed, the layer and the sample alone: the same bits on any number of threads, and the same mask
/// in the backward pass without keeping it.
final class DropoutRunner: LayerRunner {
  let place: LayerPlace
  private let probability: Float
  private let shape: MapShape

  init(_ context: RunnerContext, probability: Float) {
    place = context.place
    self.probability = probability
    shape = context.input
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * 4) { sample in
      var generator = generator(space, sample)
      for pixel in 0..<shape.pixels {
        let (from, to) = (
          source.sample(sample) + pixel * source.pixelStep, target.sample(sample) + pixel * target.pixelStep
        )
        for c in 0..<shape.channels { to[c] = from[c] * factor(&generator) }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    space.forEachSample(work: shape.count * 4) { sample in
      var generator = generator(space, sample)
      for pixel in 0..<shape.pixels {
        let (from, to) = (
          gradient.sample(sample) + pixel * gradient.pixelStep, below.sample(sample) + pixel * below.pixelStep
        )
        for c in 0..<shape.channels { to[c] += from[c] * factor(&generator) }
      }
    }
  }

  private func generator(_ space: Workspace, _ sample: Int) -> SeededGenerator {
    SeededGenerator(
      seed: space.miniBatch.seed &* 0x1_0000_0001 ^ UInt64(place.index) << 48 ^ UInt64(
        space.miniBatch.firstSample + sample) << 24)
  }

  private func factor(_ generator: inout SeededGenerator) -> Float {
    generator.uniform(0, 1) < probability ? 0 : 1 / (1 - probability)
  }
}
