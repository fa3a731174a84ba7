/// Runs a resampling: each new number is a mean of the four around its place, the nearer the heavier.
final class ResamplingRunner: LayerRunner {
  let place: LayerPlace
  private let inputShape: MapShape
  private let outputShape: MapShape
  private let rows: [AxisSample]
  private let columns: [AxisSample]

  init(_ context: RunnerContext, _ definition: ResampleDefinition) {
    place = context.place
    let (input, output, grid) = (context.input, context.output, definition.grid)
    inputShape = input
    outputShape = output
    rows = (0..<output.height).map {
      AxisSample(grid.place($0, of: output.height, length: input.height), length: input.height)
    }
    columns = (0..<output.width).map {
      AxisSample(grid.place($0, of: output.width, length: input.width), length: input.width)
    }
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: outputShape.count * 4) { sample in
      let (from, to) = (source.sample(sample), target.sample(sample))
      forEachCorner { pixel, corner, share, isFirst in
        let (x, y) = (from + corner * source.pixelStep, to + pixel * target.pixelStep)
        for c in 0..<outputShape.channels { y[c] = (isFirst ? 0 : y[c]) + share * x[c] }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    space.forEachSample(work: outputShape.count * 4) { sample in
      let (from, to) = (gradient.sample(sample), below.sample(sample))
      forEachCorner { pixel, corner, share, _ in
        let (g, x) = (from + pixel * gradient.pixelStep, to + corner * below.pixelStep)
        for c in 0..<outputShape.channels { x[c] += share * g[c] }
      }
    }
  }

  /// Every output pixel with the input pixels around it and their shares; one of no share is left out.
  private func forEachCorner(_ body: (_ pixel: Int, _ corner: Int, _ share: Float, _ isFirst: Bool) -> Void) {
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        let pixel = y * outputShape.width + x
        let above = row.first * inputShape.width
        let beneath = row.second * inputShape.width
        body(pixel, above + column.first, (1 - row.share) * (1 - column.share), true)
        if column.share > 0 { body(pixel, above + column.second, (1 - row.share) * column.share, false) }
        guard row.share > 0 else { continue }
        body(pixel, beneath + column.first, row.share * (1 - column.share), false)
        if column.share > 0 { body(pixel, beneath + column.second, row.share * column.share, false) }
      }
    }
  }
}
