extension NetworkDefinition {
  /// What layers were seen to read, by their names: those that predictions compute in 8 bits.
  public var observedInputs: [String: ObservedInput] {
    get {
      Dictionary(layers.compactMap { layer in layer.observedInput.map { (layer.name, $0) } }) { first, _ in first }
    }
    set { for index in layers.indices { layers[index].observedInput = newValue[layers[index].name] } }
  }

  /// Whether predictions compute layers in 8 bits.
  public var isQuantized: Bool { layers.contains { $0.observedInput != nil } }

  /// The same network, all of it in single precision.
  public var inSinglePrecision: NetworkDefinition {
    var plain = self
    plain.observedInputs = [:]
    return plain
  }
}
