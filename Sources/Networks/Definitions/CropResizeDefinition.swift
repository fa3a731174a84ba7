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
