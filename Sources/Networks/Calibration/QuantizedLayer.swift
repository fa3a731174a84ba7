import Tensors

/// A layer that can be computed in bytes: which, and what its windows lie on.
struct QuantizedLayer {
  /// Its place among the definition's layers.
  let index: Int
  /// The tensor it reads. A fully connected layer reads a map of one pixel.
  let input: String
  let shape: MapShape
  let windows: WindowGeometry
  /// [output][channel][tap].
  let weights: [Float]
  let bias: [Float]

  var taps: Int { windows.rows.kernel * windows.columns.kernel }
  /// How many numbers a window has.
  var count: Int { shape.channels * taps }
  var outputs: Int { bias.count }

  /// All layers of a network that can be: whose parameters are numbers, and which training does not change.
  static func all(
    of definition: NetworkDefinition, _ shapes: [String: MapShape]
  ) throws(NetworkError) -> [QuantizedLayer] {
    var found: [QuantizedLayer] = []
    for (index, layer) in definition.layers.enumerated() where !layer.isUpdatable {
      guard let input = layer.inputs.first, var shape = shapes[input] else { continue }
      if case .innerProduct = layer.kind { shape = .vector(shape.count).repeated(shape.steps) }
      guard layer.canBeQuantized(reading: shape), let windows = try WindowGeometry(ofBytes: layer, over: shape),
        let weights = layer.weights?.values, weights.allSatisfy(\.isFinite)
      else { continue }
      let count = shape.channels * windows.rows.kernel * windows.columns.kernel
      let bias = layer.bias?.values ?? [Float](repeating: 0, count: weights.count / max(count, 1))
      guard bias.allSatisfy(\.isFinite), bias.count * count == weights.count else { continue }
      found.append(
        QuantizedLayer(index: index, input: input, shape: shape, windows: windows, weights: weights, bias: bias))
    }
    return found
  }

  /// The weights of an output.
  func weights(of output: Int) -> ArraySlice<Float> { weights[output * count..<(output + 1) * count] }

  /// How large the weights of each channel are at most, as a share of the largest of their output.
  var shares: [Float] {
    var shares = [Float](repeating: 0, count: shape.channels)
    for output in 0..<outputs {
      let own = weights(of: output)
      let largest = own.reduce(0) { max($0, abs($1)) }
      guard largest > 0 else { continue }
      for (place, weight) in own.enumerated() {
        shares[place / taps] = max(shares[place / taps], abs(weight) / largest)
      }
    }
    return shares
  }
}
