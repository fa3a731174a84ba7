import Tensors

extension InnerProductDefinition {
  /// The shape of what comes out; checks settings and parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    guard outputChannels >= 1 else {
      throw .invalidSetting(layer: layer, setting: "outputChannels", value: outputChannels)
    }
    let expected = [outputChannels, inputChannels]
    try MemoryLimit.check(expected, layer: layer)
    guard input.count == inputChannels else {
      throw .shapeMismatch(layer: layer, expected: [inputChannels], actual: input.lengths)
    }
    guard weights.count == outputChannels * inputChannels, weights.shape.first == outputChannels else {
      throw .parameterMismatch(layer: layer, parameter: "weights", expected: expected, actual: weights.shape)
    }
    if let bias, bias.count != outputChannels {
      throw .parameterMismatch(layer: layer, parameter: "bias", expected: [outputChannels], actual: bias.shape)
    }
    return .vector(outputChannels)
  }
}
