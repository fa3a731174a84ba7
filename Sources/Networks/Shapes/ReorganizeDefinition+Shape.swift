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
