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
    let pixelsPerBlock = max(Blocks.size / shape.channels / 16, 1) * 16
    Blocks.forEach(space, of: shape.pixels, atMost: pixelsPerBlock, work: shape.count) { sample, pixels in
      let from = source.sample(sample) + pixels.lowerBound * source.pixelStep
      let to = target.sample(sample)
      if order == .channelFirst {
        Elementwise.transpose(
          from, step: source.pixelStep, into: to + pixels.lowerBound, step: shape.pixels, rows: pixels.count,
          columns: shape.channels)
      } else {
        let runs = source.isDense ? 1 : pixels.count
        let (start, length) = (to + pixels.lowerBound * shape.channels, pixels.count / runs * shape.channels)
        for run in 0..<runs { (start + run * length).update(from: from + run * source.pixelStep, count: length) }
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
