import Operations
public import Tensors

extension NetworkDefinition {
  /// The parameters of all layers that have any training could change.
  public var parameters: [ParameterKey: Tensor] {
    var all: [ParameterKey: Tensor] = [:]
    for layer in layers {
      for part in ParameterKey.Part.allCases {
        if let tensor = layer[part] { all[ParameterKey(layer: layer.name, part: part)] = tensor }
      }
    }
    return all
  }

  /// Puts a parameter's numbers in place of the present ones; nothing happens when there is no such parameter.
  public mutating func setParameter(_ key: ParameterKey, to tensor: Tensor) {
    guard let index = layers.firstIndex(where: { $0.name == key.layer }) else { return }
    layers[index][key.part] = tensor
  }
}

extension LayerDefinition {
  /// The weights of a layer that has some: of a convolution, a fully connected layer, an embedding, the input matrices of a
  /// recurrent layer, a batch normalisation's gamma. Setting them on other kinds does nothing.
  public var weights: Tensor? {
    get { self[.weights] }
    set { self[.weights] = newValue }
  }

  /// The bias of a layer that has one; nil for others. Setting it on kinds without does nothing.
  public var bias: Tensor? {
    get { self[.bias] }
    set { self[.bias] = newValue }
  }

  /// How many numbers a gradient could change: all of the layer's parameters but running statistics.
  public var learnableCount: Int {
    let parts: [ParameterKey.Part] = [.weights, .bias, .recursion, .peepholes]
    return parts.reduce(0) { $0 + (self[$1]?.count ?? 0) }
  }

  /// One of the layer's parameters, in the form training sees it; nil where it has none. A setting other kinds do not have is
  /// passed over; only a bias can be taken away. With other numbers the layer is in single precision: its whole weights are of the
  /// earlier ones.
  public subscript(part: ParameterKey.Part) -> Tensor? {
    get { kind.parameters?[part] }
    set {
      guard newValue != nil || part == .bias, var own = kind.parameters else { return }
      own[part] = newValue
      kind.parameters = own
      quantization = nil
    }
  }
}

/// What has parameters, each under its part; a part that there is not is nil, and setting it does nothing.
private protocol ParameterHolder {
  subscript(part: ParameterKey.Part) -> Tensor? { get set }
}

extension LayerKind {
  /// The definition with the parameters; nil for kinds without. Setting those of another kind does nothing.
  fileprivate var parameters: (any ParameterHolder)? {
    get {
      switch self {
      case .convolution(let own): own
      case .innerProduct(let own): own
      case .embedding(let own): own
      case .recurrent(let own): own
      case .batchNormalization(let own): own
      case .operation(let own): own
      case .pooling, .activation, .softmax, .flatten, .concat, .add, .multiply, .dropout, .average, .maximum, .minimum,
        .dot, .meanVarianceNormalization, .l2Normalization, .localResponseNormalization, .padding, .crop, .slice,
        .split, .permute, .reshape, .reduce, .unary, .scale, .bias, .loadConstant, .upsample, .resample, .cropResize,
        .reorganize, .sequenceConcat, .sequenceRepeat:
        nil
      }
    }
    set {
      if let own = newValue as? ConvolutionDefinition { self = .convolution(own) }
      if let own = newValue as? InnerProductDefinition { self = .innerProduct(own) }
      if let own = newValue as? EmbeddingDefinition { self = .embedding(own) }
      if let own = newValue as? RecurrentDefinition { self = .recurrent(own) }
      if let own = newValue as? BatchNormalizationDefinition { self = .batchNormalization(own) }
      if let own = newValue as? TensorOperation { self = .operation(own) }
    }
  }
}

/// What has weights, and a bias or none.
private protocol WeightsAndBias: ParameterHolder {
  var weights: Tensor { get set }
  var bias: Tensor? { get set }
}

extension WeightsAndBias {
  subscript(part: ParameterKey.Part) -> Tensor? {
    get {
      switch part {
      case .weights: weights
      case .bias: bias
      case .recursion, .peepholes, .mean, .variance: nil
      }
    }
    set {
      switch part {
      case .weights: if let newValue { weights = newValue }
      case .bias: bias = newValue
      case .recursion, .peepholes, .mean, .variance: break
      }
    }
  }
}

extension ConvolutionDefinition: WeightsAndBias {}
extension InnerProductDefinition: WeightsAndBias {}
extension EmbeddingDefinition: WeightsAndBias {}

extension RecurrentDefinition: ParameterHolder {
  subscript(part: ParameterKey.Part) -> Tensor? {
    get { parameters[part] }
    set { parameters[part] = newValue }
  }
}

extension RecurrentWeights {
  /// One of the parameters.
  subscript(part: ParameterKey.Part) -> Tensor? {
    get {
      switch part {
      case .weights: input
      case .recursion: recursion
      case .bias: bias
      case .peepholes: peepholes
      case .mean, .variance: nil
      }
    }
    set {
      switch part {
      case .weights: if let newValue { input = newValue }
      case .recursion: if let newValue { recursion = newValue }
      case .bias: bias = newValue
      case .peepholes: if let newValue { peepholes = newValue }
      case .mean, .variance: break
      }
    }
  }
}

extension BatchNormalizationDefinition: ParameterHolder {
  /// One of the parameters.
  subscript(part: ParameterKey.Part) -> Tensor? {
    get {
      switch part {
      case .weights: gamma
      case .bias: beta
      case .mean: mean
      case .variance: variance
      case .recursion, .peepholes: nil
      }
    }
    set {
      guard let newValue else { return }
      switch part {
      case .weights: gamma = newValue
      case .bias: beta = newValue
      case .mean: mean = newValue
      case .variance: variance = newValue
      case .recursion, .peepholes: break
      }
    }
  }
}

extension TensorOperation {
  /// The operand that is one of a layer's parameters.
  func operand(of part: ParameterKey.Part) -> Int? {
    switch part {
    case .weights: learnable.weights
    case .bias: learnable.bias
    case .recursion, .peepholes, .mean, .variance: nil
    }
  }
}

extension TensorOperation: ParameterHolder {
  /// One of the parameters.
  subscript(part: ParameterKey.Part) -> Tensor? {
    get {
      guard let operand = operand(of: part), case .constant(let tensor) = operands[operand] else { return nil }
      return tensor
    }
    set {
      guard let operand = operand(of: part), let newValue else { return }
      operands[operand] = .constant(newValue)
    }
  }
}
