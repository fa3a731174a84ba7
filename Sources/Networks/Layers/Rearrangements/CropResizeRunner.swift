/// Runs a crop-and-resize.
final class CropResizeRunner: LayerRunner {
  let place: LayerPlace
  private let definition: CropResizeDefinition
  private let image: MapShape
  private let boxes: MapShape

  init(_ context: RunnerContext, _ definition: CropResizeDefinition) {
    place = context.place
    self.definition = definition
    image = context.inputs[0].shape
    boxes = context.inputs[1].shape
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let each = space.unrolled(boxes.steps)
    let (source, box, target) = (input(0, space), input(1, each), output(0, each))
    each.forEachSample(work: definition.targetSize.height * definition.targetSize.width * image.channels * 8) { index in
      let (rows, columns) = axes(box.sample(index) + (boxes.channels - 4))
      let (from, to) = (source.sample(index / boxes.steps), target.sample(index))
      for (y, row) in rows.enumerated() {
        for (x, column) in columns.enumerated() {
          let pixel = to + (y * columns.count + x) * target.pixelStep
          for c in 0..<image.channels {
            func number(_ row: Int, _ column: Int) -> Float {
              from[row * source.rowStep + column * source.pixelStep + c]
            }
            let above =
              (1 - column.share) * number(row.first, column.first) + column.share * number(row.first, column.second)
            let below =
              (1 - column.share) * number(row.second, column.first) + column.share * number(row.second, column.second)
            pixel[c] = (1 - row.share) * above + row.share * below
          }
        }
      }
    }
  }

  func backward(_ space: Workspace) {}

  /// The places of a box's grid. A box that is no number takes the first place.
  private func axes(_ box: UnsafePointer<Float>) -> (rows: [AxisSample], columns: [AxisSample]) {
    var numbers = (0..<4).map { box[$0].isFinite ? Double(box[$0]) * Double(definition.spatialScale) : 0 }
    if definition.coordinates == .cornersWidthFirst || definition.coordinates == .centerWidthFirst {
      numbers = [numbers[1], numbers[0], numbers[3], numbers[2]]
    }
    if definition.coordinates == .center || definition.coordinates == .centerWidthFirst {
      let (high, wide) = (numbers[2] / 2, numbers[3] / 2)
      numbers = [numbers[0] - high, numbers[1] - wide, numbers[0] + high, numbers[1] + wide]
    }
    let (rows, columns) = (definition.targetSize.height, definition.targetSize.width)
    return (
      axis(numbers[0], numbers[2], count: rows, length: image.height),
      axis(numbers[1], numbers[3], count: columns, length: image.width)
    )
  }

  private func axis(_ start: Double, _ end: Double, count: Int, length: Int) -> [AxisSample] {
    let unit = definition.isNormalized ? Double(length - 1) : 1
    return (0..<count).map {
      AxisSample(
        start * unit + definition.grid.place($0, of: count, span: (end - start) * unit), length: length)
    }
  }
}
