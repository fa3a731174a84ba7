extension NetworkDefinition {
  /// How layers are computed in 8 bits in predictions, by their names.
  public var quantizations: [String: LayerQuantization] {
    get { Dictionary(layers.compactMap { layer in layer.quantization.map { (layer.name, $0) } }) { first, _ in first } }
    set { for index in layers.indices { layers[index].quantization = newValue[layers[index].name] } }
  }

  /// Whether predictions compute layers in 8 bits.
  public var isQuantized: Bool { layers.contains { $0.quantization != nil } }

  /// The same network, all of it in single precision.
  public var inSinglePrecision: NetworkDefinition {
    var plain = self
    plain.quantizations = [:]
    return plain
  }
}
