import Arithmetic

/// Makes a map of a vector [C, H, W]: a transposition, for the engine's maps lie as [H, W, C].
final class UnflattenRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape

  init(_ context: RunnerContext) {
    place = context.place
    shape = context.output
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let perBlock = max(Blocks.size / shape.channels / 16, 1) * 16
    Blocks.forEach(space, of: shape.pixels, atMost: perBlock, work: shape.count) { sample, pixels in
      Elementwise.transpose(
        source.sample(sample) + pixels.lowerBound, step: shape.pixels,
        into: target.sample(sample) + pixels.lowerBound * target.pixelStep, step: target.pixelStep,
        rows: shape.channels, columns: pixels.count)
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    space.forEachSample(work: shape.count * 2) { sample in
      let to = below.sample(sample)
      for pixel in 0..<shape.pixels {
        let from = gradient.sample(sample) + pixel * gradient.pixelStep
        for c in 0..<shape.channels { to[c * shape.pixels + pixel] += from[c] }
      }
    }
  }
}
