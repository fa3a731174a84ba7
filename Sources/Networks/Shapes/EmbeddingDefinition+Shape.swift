import Tensors

extension EmbeddingDefinition {
  /// The shape of what comes out; checks parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    guard input.count == 1 else { throw .shapeMismatch(layer: layer, expected: [1], actual: input.lengths) }
    for (setting, value) in [("inputDim", inputDimension), ("outputChannels", outputChannels)] where value < 1 {
      throw .invalidSetting(layer: layer, setting: setting, value: value)
    }
    let expected = [outputChannels, inputDimension]
    try MemoryLimit.check(expected, layer: layer)
    guard weights.count == outputChannels * inputDimension else {
      throw .parameterMismatch(layer: layer, parameter: "weights", expected: expected, actual: weights.shape)
    }
    if let bias, bias.count != outputChannels {
      throw .parameterMismatch(layer: layer, parameter: "bias", expected: [outputChannels], actual: bias.shape)
    }
    return .vector(outputChannels)
  }
}
