import Tensors

extension RecurrentDefinition {
  /// The shapes of what comes out; checks settings and parameters.
  func outputShapes(of inputs: [MapShape], outputs: Int, layer: String) throws(NetworkError) -> [MapShape] {
    for (setting, value) in [("inputVectorSize", inputSize), ("outputVectorSize", outputSize)]
    where value < 1 || value > 1 << 28 {
      throw .invalidSetting(layer: layer, setting: setting, value: value)
    }
    let given = states * directions
    guard let input = inputs.first, inputs.count == 1 || inputs.count == 1 + given else {
      throw .wrongTensorCount(layer: layer, expected: 1, actual: inputs.count)
    }
    guard input.count == inputSize else {
      throw .shapeMismatch(layer: layer, expected: [inputSize], actual: input.step.lengths)
    }
    for state in inputs.dropFirst() where state.total != outputSize {
      throw .shapeMismatch(layer: layer, expected: [outputSize], actual: state.lengths)
    }
    try check(parameters, layer)
    if let backward { try check(backward, layer) }
    let steps = returnsSequence ? input.steps : 1
    let state = MapShape.vector(outputSize)
    return [.vector(outputSize * directions).repeated(steps)]
      + [MapShape](repeating: state, count: outputs == 1 ? 0 : given)
  }

  private func check(_ weights: RecurrentWeights, _ layer: String) throws(NetworkError) {
    let rows = gates * outputSize
    for (name, tensor, shape) in [
      ("weightMatrix", weights.input, [rows, inputSize]), ("recursionMatrix", weights.recursion, [rows, outputSize]),
      ("biasVector", weights.bias, [rows]), ("peepholeVector", weights.peepholes, [3, outputSize]),
    ] as [(String, Tensor?, [Int])] {
      try MemoryLimit.check(shape, layer: layer)
      // Vectors are read number by number, matrices row by row.
      if let tensor, tensor.count != shape.reduce(1, *) || name.hasSuffix("Matrix") && tensor.shape != shape {
        throw .parameterMismatch(layer: layer, parameter: name, expected: shape, actual: tensor.shape)
      }
    }
  }
}
