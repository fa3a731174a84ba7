import Tensors

/// Runs a layer that makes the same tensor for every sample.
final class ConstantRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let tensor: Tensor

  init(_ context: RunnerContext, _ tensor: Tensor) {
    place = context.place
    shape = context.output
    self.tensor = tensor
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let target = output(0, space)
    for sample in 0..<space.batch {
      for pixel in 0..<shape.pixels {
        let to = target.sample(sample) + pixel * target.pixelStep
        for c in 0..<shape.channels { to[c] = tensor.values[c * shape.pixels + pixel] }
      }
    }
  }

  func backward(_ space: Workspace) {}
}
