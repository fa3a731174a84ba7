import Tensors

extension ActivationFunction {
  /// The shape of what comes out; checks parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    switch self {
    case .prelu(let alpha): try check(alpha, "alpha", input, layer)
    case .parametricSoftplus(let alpha, let beta):
      try check(alpha, "alpha", input, layer)
      try check(beta, "beta", input, layer)
    default: break
    }
    return input
  }

  private func check(
    _ parameter: Tensor, _ name: String, _ input: MapShape, _ layer: String
  ) throws(NetworkError) {
    guard parameter.count == 1 || parameter.count == input.channels else {
      throw .parameterMismatch(layer: layer, parameter: name, expected: [input.channels], actual: parameter.shape)
    }
  }
}
