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
  /// passed over; only a bias can be taken away.
  public subscript(part: ParameterKey.Part) -> Tensor? {
    get {
      switch (kind, part) {
      case (.convolution(let own), .weights): own.weights
      case (.convolution(let own), .bias): own.bias
      case (.innerProduct(let own), .weights): own.weights
      case (.innerProduct(let own), .bias): own.bias
      case (.embedding(let own), .weights): own.weights
      case (.embedding(let own), .bias): own.bias
      case (.recurrent(let own), _): own.parameters[part]
      case (.batchNormalization(let own), _): own[part]
      default: nil
      }
    }
    set {
      guard newValue != nil || part == .bias else { return }
      switch kind {
      case .convolution(var own):
        if part == .bias { own.bias = newValue } else if let newValue, part == .weights { own.weights = newValue }
        kind = .convolution(own)
      case .innerProduct(var own):
        if part == .bias { own.bias = newValue } else if let newValue, part == .weights { own.weights = newValue }
        kind = .innerProduct(own)
      case .embedding(var own):
        if part == .bias { own.bias = newValue } else if let newValue, part == .weights { own.weights = newValue }
        kind = .embedding(own)
      case .recurrent(var own):
        own.parameters[part] = newValue
        kind = .recurrent(own)
      case .batchNormalization(var own):
        own[part] = newValue
        kind = .batchNormalization(own)
      default: break
      }
    }
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

extension BatchNormalizationDefinition {
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
