import Tensors

extension Network {
  /// The network with what its layers were seen to read, with which those that training does not change are then computed in 8 bits:
  /// all that can be.
  ///
  /// - Parameters:
  ///   - definition: Any network.
  ///   - images: Some of the pictures it is made for.
  ///   - goesOn: Asked before every layer whether to go on.
  /// - Returns: The definition.
  /// - Throws: As `forward`.
  public static func calibrated(
    _ definition: NetworkDefinition, images: [PixelBuffer], goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(NetworkError) -> NetworkDefinition {
    var definition = definition.inSinglePrecision
    let shapes = try definition.inferShapes()
    let read = Set(definition.inputs.map(\.name))
    func isFinite(_ tensor: Tensor?) -> Bool { tensor?.values.allSatisfy(\.isFinite) ?? true }
    let candidates = definition.layers.indices.filter { index in
      let layer = definition.layers[index]
      guard let input = layer.inputs.first, var shape = shapes[input] else { return false }
      if case .innerProduct = layer.kind { shape = .vector(shape.count).repeated(shape.steps) }
      return !layer.isUpdatable && layer.canBeQuantized(reading: shape) && isFinite(layer.weights)
        && isFinite(layer.bias)
    }
    let tensors = Set(candidates.map { definition.layers[$0].inputs[0] }).sorted()
    let network = try Network(definition)
    var seen: [String: SeenNumbers] = [:]
    for image in images where !tensors.isEmpty {
      for (name, tensor) in try network.forward(images: [image], outputs: tensors, goesOn: goesOn) {
        seen[name, default: SeenNumbers(count: tensor.count)].add(tensor)
      }
    }
    for index in candidates {
      let layer = definition.layers[index]
      let (name, known) = (layer.inputs[0], seen[layer.inputs[0]])
      let pixels = definition.inputs.first { $0.name == name }?.image?.range
      let means = known?.means(channels: layer.kind.channelsRead) ?? []
      definition.layers[index].observedInput = (read.contains(name) ? pixels : known?.range)
        .map { ObservedInput(range: $0, channelMeans: means) }
    }
    return definition
  }
}

/// What a tensor held in some samples.
private struct SeenNumbers {
  private var least = Float.infinity, most = -Float.infinity
  private var sums: [Double]
  private var samples = 0.0

  init(count: Int) { sums = [Double](repeating: 0, count: count) }

  /// Adds the numbers of a sample, [channel][row][column]; of those that are none only their place is known.
  mutating func add(_ sample: Tensor) {
    samples += 1
    for (index, value) in sample.values.enumerated() where value.isFinite {
      (least, most) = (min(least, value), max(most, value))
      sums[index] += Double(value)
    }
  }

  /// The least and the largest number; nil where none was one.
  var range: ClosedRange<Float>? { least <= most ? least...most : nil }

  /// The mean of each of so many channels.
  func means(channels: Int) -> [Float] {
    guard channels > 0, samples > 0 else { return [] }
    let pixels = sums.count / channels
    return (0..<channels).map { channel in
      Float(sums[channel * pixels..<(channel + 1) * pixels].reduce(0, +) / (samples * Double(max(pixels, 1))))
    }
  }
}

extension LayerKind {
  /// How many channels it reads, where it can be computed in bytes.
  fileprivate var channelsRead: Int {
    switch self {
    case .convolution(let definition):
      (definition.weights.shape.count > 1 ? definition.weights.shape[1] : 0) * definition.groups
    case .innerProduct(let definition): definition.inputChannels
    default: 0
    }
  }
}
