import Arithmetic
import Tensors

extension Network {
  /// The network with those layers that training does not change computed in 8 bits in predictions: all that can be.
  ///
  /// What the layers read of the pictures says how numbers become bytes (`ReadChannels`), and where rounding weights costs least
  /// (`WeightRounding`).
  ///
  /// - Parameters:
  ///   - definition: Any network.
  ///   - images: Some of the pictures it is made for; without any, no layer is computed in 8 bits.
  ///   - goesOn: Asked before every layer whether to go on.
  /// - Returns: The definition.
  /// - Throws: As `forward`.
  public static func calibrated(
    _ definition: NetworkDefinition, images: [PixelBuffer], goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(NetworkError) -> NetworkDefinition {
    var definition = definition.inSinglePrecision
    let shapes = try definition.inferShapes()
    let layers = try QuantizedLayer.all(of: definition, shapes)
    let tensors = Set(layers.map(\.input)).sorted()
    guard !layers.isEmpty, !images.isEmpty else { return definition }
    let network = try Network(definition)
    func read(_ use: ([String: Tensor], Int) -> Void) throws(NetworkError) {
      for (index, image) in images.enumerated() {
        use(try network.forward(images: [image], outputs: tensors, goesOn: goesOn), index)
      }
    }
    var seen: [String: SeenChannels] = [:]
    try read { read, _ in
      for (name, tensor) in read { seen[name, default: SeenChannels(tensor)].add(tensor) }
    }
    let channels = ReadChannels(definition, shapes, layers, seen)
    var moments = layers.compactMap { layer in
      channels.known[layer.input].map { WindowMoments(layer, $0, samples: images.count) }
    }
    try read { read, index in
      each(&moments, goesOn) { windows in
        if let tensor = read[windows.layer.input] { windows.add(tensor, sample: index) }
      }
    }
    var rounded: [(index: Int, windows: WindowMoments, quantization: LayerQuantization?)] =
      moments.map { ($0.layer.index, $0, nil) }
    each(&rounded, goesOn) { $0.quantization = WeightRounding.quantization($0.windows) }
    if !goesOn() { throw .step(.stopped) }
    for layer in rounded { definition.layers[layer.index].quantization = layer.quantization }
    return definition
  }

  /// Changes each of some values, one by one thread, as long as it is to go on.
  private static func each<Value>(
    _ values: inout [Value], _ goesOn: @Sendable () -> Bool, _ change: (inout Value) -> Void
  ) {
    values.withUnsafeMutableBufferPointer { values in
      WorkerPool.shared.run(values.count) { place, _ in if goesOn() { change(&values[place]) } }
    }
  }
}
