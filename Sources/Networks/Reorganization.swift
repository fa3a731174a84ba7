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

extension ReorganizeDefinition {
  /// The shape of what comes out; checks settings.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    guard blockSize > 1, blockSize < 1 << 12 else {
      throw .invalidSetting(layer: layer, setting: "blockSize", value: blockSize)
    }
    let area = blockSize * blockSize
    if mode == .spaceToDepth {
      guard input.height.isMultiple(of: blockSize), input.width.isMultiple(of: blockSize) else {
        throw .invalidSetting(layer: layer, setting: "blockSize", value: blockSize)
      }
      return MapShape(
        channels: input.channels * area, height: input.height / blockSize, width: input.width / blockSize)
    }
    guard input.channels.isMultiple(of: area) else {
      throw .invalidSetting(layer: layer, setting: "blockSize", value: blockSize)
    }
    return MapShape(
      channels: input.channels / area, height: input.height * blockSize, width: input.width * blockSize)
  }

  /// Where each number comes from.
  func origin(in input: MapShape) -> Origin {
    let (b, channels) = (blockSize, input.channels)
    return { channel, row, column in
      switch mode {
      case .spaceToDepth:
        let block = channel / channels
        return (channel % channels, row * b + block / b, column * b + block % b)
      case .depthToSpace:
        return ((row % b * b + column % b) * (channels / (b * b)) + channel, row / b, column / b)
      case .pixelShuffle: return (channel * b * b + row % b * b + column % b, row / b, column / b)
      }
    }
  }
}
