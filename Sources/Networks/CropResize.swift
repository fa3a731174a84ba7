/// How a layer cuts boxes out of a map and brings them to one size (format message `CropResizeLayerParams`).
///
/// Its second input holds the boxes: a sequence of four numbers each, or of five, the first of which picks an image of a
/// batch and is not looked at: here every sample has boxes of its own. The boxes of a sample come out as a sequence.
public struct CropResizeDefinition: Sendable, Equatable, Codable {
  /// What a box's four numbers are.
  public enum Coordinates: Sendable, Equatable, Codable {
    /// Top, left, bottom, right; or the same with the horizontal ones first.
    case corners, cornersWidthFirst
    /// Middle row, middle column, height, width; or the same with the horizontal ones first.
    case center, centerWidthFirst
  }

  /// How many rows and columns come out of each box.
  public var targetSize: Extent
  /// Whether the numbers run from 0 to 1 over the map, instead of from 0 to its last row or column.
  public var isNormalized: Bool
  /// Which places of a box the new ones are.
  public var grid: ResampleDefinition.Grid
  /// What a box's four numbers are.
  public var coordinates: Coordinates
  /// What they are multiplied by.
  public var spatialScale: Float

  /// Describes a layer.
  public init(
    targetSize: Extent, isNormalized: Bool = false, grid: ResampleDefinition.Grid = .strictEndpoints,
    coordinates: Coordinates = .corners, spatialScale: Float = 1
  ) {
    self.targetSize = targetSize
    self.isNormalized = isNormalized
    self.grid = grid
    self.coordinates = coordinates
    self.spatialScale = spatialScale
  }
}

extension CropResizeDefinition {
  /// The shape of what comes out; checks settings.
  func outputShape(of inputs: [MapShape], layer: String) throws(NetworkError) -> MapShape {
    guard inputs.count == 2 else { throw .wrongTensorCount(layer: layer, expected: 2, actual: inputs.count) }
    guard inputs[0].steps == 1 else {
      throw .shapeMismatch(layer: layer, expected: inputs[0].step.lengths, actual: inputs[0].lengths)
    }
    guard [4, 5].contains(inputs[1].count), inputs[1].pixels == 1 else {
      throw .shapeMismatch(layer: layer, expected: [0, 4], actual: inputs[1].lengths)
    }
    for length in [targetSize.height, targetSize.width] where length < 1 || length > 1 << 24 {
      throw .invalidSetting(layer: layer, setting: "targetSize", value: length)
    }
    return MapShape(channels: inputs[0].channels, height: targetSize.height, width: targetSize.width)
      .repeated(inputs[1].steps)
  }
}

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
