extension LayerKind {
  /// Whether training here can change the parameters of a layer of this kind: convolution, fully connected, embedding, batch
  /// normalisation, and memories that go one way.
  public var isTrainable: Bool {
    switch self {
    case .convolution, .innerProduct, .embedding, .batchNormalization: true
    case .recurrent(let definition): definition.backward == nil
    default: false
    }
  }

  /// Whether no gradient passes through the layer to what it reads. Its own parameters may learn all the same: an embedding's
  /// table does.
  public var isInferenceOnly: Bool {
    switch self {
    case .embedding, .cropResize: true
    case .reduce(let definition): definition.statistic == .argumentOfMaximum
    default: false
    }
  }
}
