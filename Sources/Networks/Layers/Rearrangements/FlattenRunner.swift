import Arithmetic

/// Unrolls a map into a vector, [C, H, W] or [H, W, C]. The engine's maps lie as [H, W, C], so one of the two is a copy and
/// the other a transposition; where the map has no gaps the copy is left out altogether.
final class FlattenRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let order: AxisOrder

  init(_ context: RunnerContext, _ order: AxisOrder) {
    place = context.place
    shape = context.input
    self.order = order
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count) { sample in
      let (from, to) = (source.sample(sample), target.sample(sample))
      if order == .channelFirst {
        Elementwise.transpose(
          from, step: source.pixelStep, into: to, step: shape.pixels, rows: shape.pixels, columns: shape.channels)
      } else {
        source.forEachRun { offset, count in (to + offset).update(from: from + source.place(offset), count: count) }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    space.forEachSample(work: shape.count * 2) { sample in
      let from = gradient.sample(sample)
      for pixel in 0..<shape.pixels {
        let to = below.sample(sample) + pixel * below.pixelStep
        for c in 0..<shape.channels {
          to[c] += from[order == .channelFirst ? c * shape.pixels + pixel : pixel * shape.channels + c]
        }
      }
    }
  }
}
