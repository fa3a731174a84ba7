extension NetworkDefinition {
  /// What layers were seen to read, by their names: those that predictions compute in 8 bits.
  public var inputRanges: [String: ClosedRange<Float>] {
    get {
      Dictionary(layers.compactMap { layer in layer.inputRange.map { (layer.name, $0) } }) { first, _ in first }
    }
    set { for index in layers.indices { layers[index].inputRange = newValue[layers[index].name] } }
  }

  /// Whether predictions compute layers in 8 bits.
  public var isQuantized: Bool { layers.contains { $0.inputRange != nil } }

  /// The same network, all of it in single precision.
  public var inSinglePrecision: NetworkDefinition {
    var plain = self
    plain.inputRanges = [:]
    return plain
  }
}
