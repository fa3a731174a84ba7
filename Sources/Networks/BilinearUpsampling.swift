/// Runs an upsampling that draws straight lines between the given numbers: output i samples the input at i / factor, beyond the
/// last number the last.
final class BilinearUpsamplingRunner: LayerRunner {
  let place: LayerPlace
  private let input: MapShape
  private let output: MapShape
  private let rows: [Sample]
  private let columns: [Sample]

  /// Between which two places a sample lies, and how near to the second.
  private struct Sample {
    let first: Int
    let second: Int
    let share: Float

    init(_ index: Int, factor: Int, length: Int) {
      first = min(index / factor, length - 1)
      second = min(first + 1, length - 1)
      share = Float(index % factor) / Float(factor)
    }
  }

  init(_ context: RunnerContext, factor: Extent) {
    place = context.place
    input = context.input
    output = context.output
    let (height, width) = (input.height, input.width)
    rows = (0..<output.height).map { Sample($0, factor: factor.height, length: height) }
    columns = (0..<output.width).map { Sample($0, factor: factor.width, length: width) }
  }

  func forward(_ space: Workspace) {
    let (source, target) = (self.input(0, space), output(0, space))
    space.forEachSample(work: output.count * 4) { sample in
      let (from, to) = (source.sample(sample), target.sample(sample))
      forEachCorner { pixel, corner, share, isFirst in
        let (x, y) = (from + corner * source.pixelStep, to + pixel * target.pixelStep)
        for c in 0..<output.channels { y[c] = (isFirst ? 0 : y[c]) + share * x[c] }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    space.forEachSample(work: output.count * 4) { sample in
      let (from, to) = (gradient.sample(sample), below.sample(sample))
      forEachCorner { pixel, corner, share, _ in
        let (g, x) = (from + pixel * gradient.pixelStep, to + corner * below.pixelStep)
        for c in 0..<output.channels { x[c] += share * g[c] }
      }
    }
  }

  /// Every output pixel with the four input pixels around it and their shares.
  private func forEachCorner(_ body: (_ pixel: Int, _ corner: Int, _ share: Float, _ isFirst: Bool) -> Void) {
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        let pixel = y * output.width + x
        let above = row.first * input.width
        let beneath = row.second * input.width
        body(pixel, above + column.first, (1 - row.share) * (1 - column.share), true)
        body(pixel, above + column.second, (1 - row.share) * column.share, false)
        body(pixel, beneath + column.first, row.share * (1 - column.share), false)
        body(pixel, beneath + column.second, row.share * column.share, false)
      }
    }
  }
}
