/// How a layer moves numbers between the channels and the map (format message `ReorganizeDataLayerParams`).
public struct ReorganizeDefinition: Sendable, Equatable, Codable {
  /// The directions.
  public enum Mode: Sendable, Equatable, Codable {
    /// Each block of the map becomes one place with as many times the channels, block row by block row.
    case spaceToDepth
    /// The reverse.
    case depthToSpace
    /// From the channels to the map, the block's numbers lying together: channel c · b² + row · b + column.
    case pixelShuffle
  }

  /// The direction.
  public var mode: Mode
  /// The height and width b of a block; at least 2.
  public var blockSize: Int

  /// Describes a reorganisation.
  public init(mode: Mode, blockSize: Int) {
    self.mode = mode
    self.blockSize = blockSize
  }
}
