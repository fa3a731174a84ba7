import Arithmetic
import Tensors

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

extension LayerQuantization {
  /// Whether it is of a layer that can be computed in bytes of this input, with as many weights as that has.
  func fits(_ layer: LayerDefinition, reading input: MapShape) -> Bool {
    guard layer.canBeQuantized(reading: input), let own = layer.weights, own.shape.first == steps.count else {
      return false
    }
    return weights.count == own.count && bias.count == steps.count
      && [factors, offsets].allSatisfy { $0.isEmpty || $0.count == input.channels }
  }
}

extension WindowGeometry {
  /// Where the windows lie of a layer that can be computed in bytes: those of a fully connected layer on a map of one pixel; nil for others.
  init?(ofBytes layer: LayerDefinition, over input: MapShape) throws(NetworkError) {
    switch layer.kind {
    case .convolution(let definition): self = try definition.geometry(of: input, layer: layer.name)
    case .innerProduct:
      let point = WindowAxis(input: 1, output: 1, kernel: 1, stride: 1, dilation: 1, before: 0, after: 0)
      self.init(rows: point, columns: point)
    default: return nil
    }
  }
}
