extension CropDefinition {
  /// The shape of what comes out; checks settings. A second input gives the size of the window.
  func outputShape(of inputs: [MapShape], layer: String) throws(NetworkError) -> MapShape {
    guard let input = inputs.first, inputs.count <= 2 else {
      throw .wrongTensorCount(layer: layer, expected: 1, actual: inputs.count)
    }
    var shape = input
    let corner = corner(inputs)
    for side in [margins.top, margins.bottom, margins.left, margins.right, offset.height, offset.width]
    where side < 0 || side > 1 << 28 {
      throw .invalidSetting(layer: layer, setting: "cropAmounts", value: side)
    }
    if inputs.count == 2 {
      (shape.height, shape.width) = (inputs[1].height, inputs[1].width)
    } else {
      shape.height -= margins.top + margins.bottom
      shape.width -= margins.left + margins.right
    }
    guard shape.height > 0, shape.width > 0, corner.height + shape.height <= input.height,
      corner.width + shape.width <= input.width
    else { throw .emptyOutput(layer: layer, input: input.lengths) }
    return shape
  }

  private func corner(_ inputs: [MapShape]) -> Extent {
    inputs.count == 2 ? offset : Extent(margins.top, margins.left)
  }

  /// Where each number comes from.
  func origin(in inputs: [MapShape]) -> Origin {
    let corner = corner(inputs)
    return { channel, row, column in (channel, row + corner.height, column + corner.width) }
  }
}

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
