extension Node {
  /// What runs this node where it is computed in bytes, or passes bytes on; nil for others.
  func quantizedRunner(_ context: RunnerContext, _ bytes: ByteMaps) throws(NetworkError) -> (any LayerRunner)? {
    guard case .layer(let layer) = work else { return nil }
    if case .pooling(let definition) = layer.kind, bytes.scales[inputs[0]] != nil {
      return try QuantizedPoolingRunner(context, definition)
    }
    guard isQuantized, let quantization else { return nil }
    guard let windows = try WindowGeometry(ofBytes: layer, over: context.input) else { return nil }
    return QuantizedConvolutionRunner(context, windows, quantization, scales: bytes.scales)
  }
}
