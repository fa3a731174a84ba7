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
