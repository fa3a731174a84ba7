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
