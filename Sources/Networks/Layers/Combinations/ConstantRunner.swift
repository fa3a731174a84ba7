import Arithmetic
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
    tensor.values.withUnsafeBufferPointer { values in
      guard let from = values.baseAddress else { return }
      for sample in 0..<space.batch {
        Elementwise.transpose(
          from, step: shape.pixels, into: target.sample(sample), step: target.pixelStep, rows: shape.channels,
          columns: shape.pixels)
      }
    }
  }

  func backward(_ space: Workspace) {}
}
