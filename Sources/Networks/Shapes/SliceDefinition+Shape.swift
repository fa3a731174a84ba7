extension SliceDefinition {
  /// The shape of what comes out; checks settings.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    guard stride >= 1 else { throw .invalidSetting(layer: layer, setting: "stride", value: stride) }
    let length = length(input)
    let first = place(start, length)
    let last = place(end, length)
    guard (0..<length).contains(first) else {
      throw .invalidSetting(layer: layer, setting: "startIndex", value: start)
    }
    guard last > first, last <= length else { throw .invalidSetting(layer: layer, setting: "endIndex", value: end) }
    let kept = (last - first - 1) / stride + 1
    var shape = input
    switch axis {
    case .channel: shape.channels = kept
    case .height: shape.height = kept
    case .width: shape.width = kept
    }
    return shape
  }

  /// A place counted from the start, or, when negative, from the end.
  private func place(_ index: Int, _ length: Int) -> Int { index < 0 ? length + index : index }

  private func length(_ input: MapShape) -> Int {
    switch axis {
    case .channel: input.channels
    case .height: input.height
    case .width: input.width
    }
  }

  /// Where each number comes from.
  func origin(in input: MapShape) -> Origin {
    let first = place(start, length(input))
    return { channel, row, column in
      switch axis {
      case .channel: (first + channel * stride, row, column)
      case .height: (channel, first + row * stride, column)
      case .width: (channel, row, first + column * stride)
      }
    }
  }
}
