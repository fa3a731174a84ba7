extension Node {
  /// What runs this node where it is computed in bytes, or passes bytes on; nil for others.
  func quantizedRunner(
    _ context: RunnerContext, _ blueprint: Blueprint, _ bytes: ByteMaps
  ) throws(NetworkError) -> (any LayerRunner)? {
    guard case .layer(let layer) = work else { return nil }
    if case .pooling(let definition) = layer.kind, bytes.scales[inputs[0]] != nil {
      return try QuantizedPoolingRunner(context, definition)
    }
    guard isQuantized, let observed = observedInput else { return nil }
    switch (layer.kind, blueprint.layerParameters[layer.name]) {
    case (.convolution(let definition), .convolution(let own)?):
      return QuantizedConvolutionRunner(
        context, (own.weights, own.bias), try definition.geometry(of: context.input, layer: name), observed: observed,
        scales: bytes.scales)
    case (.innerProduct, .innerProduct(let own)?):
      let point = WindowAxis(input: 1, output: 1, kernel: 1, stride: 1, dilation: 1, before: 0, after: 0)
      return QuantizedConvolutionRunner(
        context, (own.weights, own.bias), WindowGeometry(rows: point, columns: point), observed: observed,
        scales: bytes.scales)
    default: return nil
    }
  }
}
