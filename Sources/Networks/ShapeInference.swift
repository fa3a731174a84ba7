extension NetworkDefinition {
  /// The shape of every tensor, by name; throws the first fact that makes the network impossible.
  func inferShapes() throws(NetworkError) -> [String: MapShape] {
    var shapes: [String: MapShape] = [:]
    for input in inputs {
      try MemoryLimit.check(input.shape, layer: nil)
      guard let shape = MapShape(input.shape) else { throw .invalidInput(name: input.name, shape: input.shape) }
      if shapes.updateValue(shape, forKey: input.name) != nil {
        throw .duplicateTensor(layer: input.name, name: input.name)
      }
    }
    var names: Set<String> = []
    for layer in layers {
      guard names.insert(layer.name).inserted else { throw .duplicateLayer(name: layer.name) }
      var read: [MapShape] = []
      for name in layer.inputs {
        guard let shape = shapes[name] else { throw .unknownTensor(layer: layer.name, name: name) }
        read.append(shape)
      }
      let made = try layer.outputShapes(of: read)
      guard made.count == layer.outputs.count else {
        throw .wrongTensorCount(layer: layer.name, expected: made.count, actual: layer.outputs.count)
      }
      for (name, shape) in zip(layer.outputs, made) {
        try MemoryLimit.check(shape.lengths, layer: layer.name)
        if shapes.updateValue(shape, forKey: name) != nil { throw .duplicateTensor(layer: layer.name, name: name) }
      }
    }
    for name in outputs where shapes[name] == nil { throw .unknownTensor(layer: nil, name: name) }
    return shapes
  }
}

extension LayerDefinition {
  /// The shapes of the tensors this layer makes of tensors of the given shapes. Checks settings and parameters as well.
  func outputShapes(of inputs: [MapShape]) throws(NetworkError) -> [MapShape] {
    switch kind {
    case .convolution(let convolution): try [convolution.outputShape(of: only(inputs), layer: name)]
    case .innerProduct(let product): try [product.outputShape(of: only(inputs), layer: name)]
    case .pooling(let pooling): try [pooling.outputShape(of: only(inputs), layer: name)]
    case .activation(let function): try [function.outputShape(of: only(inputs), layer: name)]
    case .softmax, .dropout: try [only(inputs)]
    case .flatten: try [.vector(only(inputs).count)]
    case .concat: try [concatenated(inputs)]
    case .add, .multiply: try [broadcast(inputs, atLeast: 1)]
    case .average, .maximum, .minimum: try [broadcast(inputs, atLeast: 1)]
    default: throw .unsupported(layer: name, kind: kind.label)
    }
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
  private func broadcast(_ inputs: [MapShape], atLeast count: Int) throws(NetworkError) -> MapShape {
    guard let first = inputs.first else { throw .wrongTensorCount(layer: name, expected: count, actual: 0) }
    for other in inputs.dropFirst() {
      let fits =
        (other.channels == first.channels || other.channels == 1)
        && (other.height == first.height || other.height == 1) && (other.width == first.width || other.width == 1)
      guard fits else { throw .shapeMismatch(layer: name, expected: first.lengths, actual: other.lengths) }
    }
    return first
  }
}

extension LayerKind {
  /// The kind's name in the format.
  public var label: String {
    switch self {
    case .convolution: "convolution"
    case .innerProduct: "innerProduct"
    case .pooling: "pooling"
    case .activation: "activation"
    case .softmax: "softmax"
    case .flatten: "flatten"
    case .concat: "concat"
    case .add: "add"
    case .multiply: "multiply"
    case .dropout: "dropout"
    case .average: "average"
    case .maximum: "max"
    case .minimum: "min"
    case .dot: "dot"
    case .batchNormalization: "batchnorm"
    case .meanVarianceNormalization: "mvn"
    case .l2Normalization: "l2normalize"
    case .localResponseNormalization: "lrn"
    case .padding: "padding"
    case .crop: "crop"
    case .slice: "slice"
    case .split: "split"
    case .permute: "permute"
    case .reshape: "reshape"
    case .reduce: "reduce"
    case .unary: "unary"
    case .scale: "scale"
    case .bias: "bias"
    case .loadConstant: "loadConstant"
    case .upsample: "upsample"
    case .embedding: "embedding"
    }
  }
}
