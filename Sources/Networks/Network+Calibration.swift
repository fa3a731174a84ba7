import Tensors

extension Network {
  /// The network with the ranges of what its layers read, which the layers that training does not change are then computed with, in
  /// 8 bits: all that can be. Ranges are the least and the largest numbers seen, and, of an image, those that its pixels can become.
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
    let tensors = Set(candidates.map { definition.layers[$0].inputs[0] }).subtracting(read).sorted()
    let network = try Network(definition)
    var ranges: [String: ClosedRange<Float>] = [:]
    for input in definition.inputs { ranges[input.name] = input.image?.range }
    for image in images where !tensors.isEmpty {
      for (name, tensor) in try network.forward(images: [image], outputs: tensors, goesOn: goesOn) {
        var (least, most) = (Float.infinity, -Float.infinity)
        for value in tensor.values where value.isFinite { (least, most) = (min(least, value), max(most, value)) }
        guard least <= most else { continue }
        let known = ranges[name] ?? least...most
        ranges[name] = min(known.lowerBound, least)...max(known.upperBound, most)
      }
    }
    for index in candidates { definition.layers[index].inputRange = ranges[definition.layers[index].inputs[0]] }
    return definition
  }
}
