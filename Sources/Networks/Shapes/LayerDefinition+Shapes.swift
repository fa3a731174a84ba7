import Tensors

extension LayerDefinition {
  /// The shapes of the tensors this layer makes of tensors of the given shapes. Checks settings and parameters as well.
  ///
  /// Most layers treat the steps of a sequence one by one; what they read together is of one length.
  func outputShapes(of inputs: [MapShape]) throws(NetworkError) -> [MapShape] {
    if kind.isSequential { return try shapes(of: inputs) }
    let steps = inputs.first?.steps ?? 1
    for input in inputs where input.steps != steps {
      throw .shapeMismatch(layer: name, expected: inputs[0].lengths, actual: input.lengths)
    }
    return try shapes(of: inputs.map(\.step)).map { $0.repeated(steps) }
  }

  /// The shapes of one step, or, of a layer that sees a sequence as a whole, of all of it.
  private func shapes(of inputs: [MapShape]) throws(NetworkError) -> [MapShape] {
    switch kind {
    case .convolution(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .innerProduct(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .pooling(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .activation(let function): try [function.outputShape(of: only(inputs), layer: name)]
    case .dropout(let probability): try [checked(probability, only(inputs))]
    case .flatten: try [.vector(only(inputs).count)]
    case .concat: try [concatenated(inputs)]
    case .add, .multiply, .average, .maximum, .minimum: try [broadcast(inputs)]
    case .dot: try [dotted(inputs)]
    case .batchNormalization(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .softmax, .meanVarianceNormalization, .l2Normalization, .unary: try [only(inputs)]
    case .localResponseNormalization(let definition): try [checked(definition, only(inputs))]
    case .padding(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .crop(let definition): try [definition.outputShape(of: inputs, layer: name)]
    case .slice(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .split: try Reshaping.split(only(inputs), into: outputs.count, layer: name)
    case .permute(let axes): try [Reshaping.permuted(only(inputs), axes: axes, layer: name)]
    case .reshape(let target, _): try [Reshaping.reshaped(only(inputs), to: target, layer: name)]
    case .reduce(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .scale(let scale, let bias):
      try [spread([("scale", scale)] + (bias.map { [("bias", $0)] } ?? []), only(inputs))]
    case .bias(let bias): try [spread([("bias", bias)], only(inputs))]
    case .loadConstant(let tensor): try [constant(tensor, inputs)]
    case .upsample(let factor, _): try [Reshaping.enlarged(only(inputs), by: factor, layer: name)]
    case .resample(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .cropResize(let definition): try [definition.outputShape(of: inputs, layer: name)]
    case .reorganize(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .embedding(let definition): try [definition.outputShape(of: only(inputs), layer: name)]
    case .recurrent(let definition):
      try definition.outputShapes(of: inputs, outputs: outputs.count, layer: name)
    case .sequenceConcat: try [joined(inputs)]
    case .sequenceRepeat(let count): try [repeated(only(inputs), count)]
    case .operation(let operation): try operation.outputShapes(of: inputs, layer: name)
    }
  }

  /// Sequences of one shape, one after the other.
  private func joined(_ inputs: [MapShape]) throws(NetworkError) -> MapShape {
    guard let first = inputs.first else { throw .wrongTensorCount(layer: name, expected: 1, actual: 0) }
    for input in inputs where input.step != first.step {
      throw .shapeMismatch(layer: name, expected: first.step.lengths, actual: input.step.lengths)
    }
    return first.repeated(inputs.reduce(0) { $0 + $1.steps })
  }

  private func repeated(_ input: MapShape, _ count: Int) throws(NetworkError) -> MapShape {
    guard count >= 1, count <= 1 << 24 else {
      throw .invalidSetting(layer: name, setting: "nRepetitions", value: count)
    }
    return input.repeated(input.steps * count)
  }

  /// Parameters spread over a map leave its shape.
  private func spread(_ parameters: [(String, Tensor)], _ input: MapShape) throws(NetworkError) -> MapShape {
    for (parameter, tensor) in parameters { _ = try SpreadTable(tensor, named: parameter, over: input, layer: name) }
    return input
  }

  /// Two maps of one shape, one channel in place of all.
  private func dotted(_ inputs: [MapShape]) throws(NetworkError) -> MapShape {
    guard inputs.count == 2 else { throw .wrongTensorCount(layer: name, expected: 2, actual: inputs.count) }
    guard inputs[0].count == inputs[1].count, inputs[0].channels == inputs[1].channels else {
      throw .shapeMismatch(layer: name, expected: inputs[0].lengths, actual: inputs[1].lengths)
    }
    var shape = inputs[0]
    shape.channels = 1
    return shape
  }

  private func constant(_ tensor: Tensor, _ inputs: [MapShape]) throws(NetworkError) -> MapShape {
    guard inputs.isEmpty else { throw .wrongTensorCount(layer: name, expected: 0, actual: inputs.count) }
    guard let shape = MapShape(tensor.shape) else {
      throw .parameterMismatch(layer: name, parameter: "data", expected: [0, 0, 0], actual: tensor.shape)
    }
    return shape
  }

  private func checked(
    _ definition: LocalResponseNormalizationDefinition, _ input: MapShape
  ) throws(NetworkError) -> MapShape {
    guard definition.localSize >= 1, definition.localSize <= 1 << 28 else {
      throw .invalidSetting(layer: name, setting: "localSize", value: definition.localSize)
    }
    return input
  }

  private func checked(_ probability: Float, _ input: MapShape) throws(NetworkError) -> MapShape {
    guard (0..<1).contains(probability) else {
      let whole = probability.isFinite && abs(probability) < 1e9 ? Int(probability) : Int.max
      throw .invalidSetting(layer: name, setting: "probability", value: whole)
    }
    return input
  }

  /// The one tensor a layer of this kind reads.
  private func only(_ inputs: [MapShape]) throws(NetworkError) -> MapShape {
    guard inputs.count == 1 else { throw .wrongTensorCount(layer: name, expected: 1, actual: inputs.count) }
    return inputs[0]
  }

  /// Maps of one height and width, stacked along the channels.
  private func concatenated(_ inputs: [MapShape]) throws(NetworkError) -> MapShape {
    guard var shape = inputs.first else { throw .wrongTensorCount(layer: name, expected: 1, actual: 0) }
    shape.channels = 0
    for input in inputs {
      guard input.height == shape.height, input.width == shape.width else {
        throw .shapeMismatch(layer: name, expected: [0, shape.height, shape.width], actual: input.lengths)
      }
      shape.channels += input.channels
    }
    return shape
  }

  /// The first shape, when every other one is equal to it or has lengths of 1 in its place: [C, 1, 1], [1, H, W] …
  private func broadcast(_ inputs: [MapShape]) throws(NetworkError) -> MapShape {
    guard let first = inputs.first else { throw .wrongTensorCount(layer: name, expected: 1, actual: 0) }
    for other in inputs.dropFirst() {
      let fits =
        (other.channels == first.channels || other.channels == 1)
        && (other.height == first.height || other.height == 1) && (other.width == first.width || other.width == 1)
      guard fits else { throw .shapeMismatch(layer: name, expected: first.lengths, actual: other.lengths) }
    }
    return first
  }
}
