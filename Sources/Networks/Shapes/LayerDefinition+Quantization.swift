import Arithmetic

extension LayerDefinition {
  /// Whether it can be computed in bytes: a convolution without groups, or a fully connected layer, and no sequence.
  func canBeQuantized(reading input: MapShape) -> Bool {
    guard input.steps == 1 else { return false }
    switch kind {
    case .convolution(let definition):
      let products = definition.kernelSize.height * definition.kernelSize.width * input.channels
      return definition.groups == 1 && !definition.isDeconvolution && products <= QuantizedWeights.mostProducts
    case .innerProduct: return input.pixels == 1 && input.channels <= QuantizedWeights.mostProducts
    default: return false
    }
  }
}
