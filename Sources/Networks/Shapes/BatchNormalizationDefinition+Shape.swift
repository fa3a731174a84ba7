import Tensors

extension BatchNormalizationDefinition {
  /// The shape of what comes out, that of what goes in; checks parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    guard input.channels == channels else {
      throw .shapeMismatch(layer: layer, expected: [channels, 0, 0], actual: input.lengths)
    }
    for (name, parameter) in [("gamma", gamma), ("beta", beta), ("mean", mean), ("variance", variance)] {
      if let parameter, parameter.count != channels {
        throw .parameterMismatch(layer: layer, parameter: name, expected: [channels], actual: parameter.shape)
      }
    }
    if !computesStatistics, mean == nil || variance == nil {
      let missing = mean == nil ? "mean" : "variance"
      throw .parameterMismatch(layer: layer, parameter: missing, expected: [channels], actual: [])
    }
    return input
  }
}
