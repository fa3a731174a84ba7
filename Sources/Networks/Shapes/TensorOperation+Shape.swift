import Operations

extension TensorForm {
  /// The shape of the tensor in a network: a vector, or maps one after the other.
  var mapShape: MapShape {
    isMap ? MapShape(channels: shape[1], height: shape[2], width: shape[3]).repeated(shape[0]) : .vector(count)
  }
}

extension TensorOperation {
  func outputShapes(of inputs: [MapShape], layer: String) throws(NetworkError) -> [MapShape] {
    let expected = self.inputs.map(\.mapShape)
    guard inputs.count == expected.count else {
      throw .wrongTensorCount(layer: layer, expected: expected.count, actual: inputs.count)
    }
    for (own, given) in zip(expected, inputs) where own != given {
      throw .shapeMismatch(layer: layer, expected: own.lengths, actual: given.lengths)
    }
    for form in results where form.shape.contains(where: { $0 < 1 }) {
      throw .shapeMismatch(layer: layer, expected: [], actual: form.shape)
    }
    return results.map(\.mapShape)
  }
}
