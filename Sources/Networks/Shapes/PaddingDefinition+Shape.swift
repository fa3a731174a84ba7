extension PaddingDefinition {
  /// The shape of what comes out; checks settings.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    let sides = [
      (margins.top, input.height), (margins.bottom, input.height), (margins.left, input.width),
      (margins.right, input.width),
    ]
    for (side, length) in sides {
      // A mirror shows no more than there is in front of it.
      let most = filling == .reflection ? length - 1 : 1 << 24
      guard side >= 0, side <= most else { throw .invalidSetting(layer: layer, setting: "padding", value: side) }
    }
    return MapShape(
      channels: input.channels, height: input.height + margins.top + margins.bottom,
      width: input.width + margins.left + margins.right)
  }

  /// Where each number comes from.
  func origin(in input: MapShape) -> Origin {
    { channel, row, column in
      guard let y = place(row - margins.top, input.height), let x = place(column - margins.left, input.width) else {
        return nil
      }
      return (channel, y, x)
    }
  }

  private func place(_ index: Int, _ length: Int) -> Int? {
    if (0..<length).contains(index) { return index }
    switch filling {
    case .constant: return nil
    case .reflection: return index < 0 ? -index : 2 * (length - 1) - index
    case .replication: return index < 0 ? 0 : length - 1
    }
  }

  /// The number that fills what has no origin.
  var constant: Float { if case .constant(let value) = filling { value } else { 0 } }
}
