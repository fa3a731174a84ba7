public import Networks
public import Tensors

/// How a layer's first parameters are drawn.
public enum ParameterInitialization: String, Sendable, Codable, CaseIterable {
  /// Weights uniform within ±√(6 / fan_in), biases within ±1/√fan_in, as the articles' `make_nn.py` draws them. (He and
  /// others, "Delving deep into rectifiers", 2015, give the bound of the weights.)
  case kaiming
  /// Zeros.
  case zero

  /// Draws the weights of a layer; fan_in is how many numbers feed one output.
  public func weights(shape: [Int], fanIn: Int, from generator: inout SeededGenerator) -> Tensor {
    draw(shape: shape, bound: (6 / Float(max(1, fanIn))).squareRoot(), from: &generator)
  }

  /// Draws the biases of a layer.
  public func biases(count: Int, fanIn: Int, from generator: inout SeededGenerator) -> Tensor {
    draw(shape: [count], bound: 1 / Float(max(1, fanIn)).squareRoot(), from: &generator)
  }

  private func draw(shape: [Int], bound: Float, from generator: inout SeededGenerator) -> Tensor {
    var tensor = Tensor(shape: shape)
    guard self == .kaiming else { return tensor }
    for index in tensor.values.indices { tensor.values[index] = generator.uniform(-bound, bound) }
    return tensor
  }
}

extension LayerDefinition {
  /// Draws the layer's parameters anew, weights first, from the stream that belongs to its name: other layers do not
  /// matter. A layer without weights to learn stays as it is.
  public mutating func initialize(_ initialization: ParameterInitialization, seeds: SeedPlan) {
    var generator = seeds.generator(for: .initialization, named: name)
    switch kind {
    case .innerProduct(var product):
      let fanIn = product.inputChannels
      product.weights = initialization.weights(shape: product.weights.shape, fanIn: fanIn, from: &generator)
      product.bias = product.bias.map { initialization.biases(count: $0.count, fanIn: fanIn, from: &generator) }
      kind = .innerProduct(product)
    case .convolution(var convolution):
      let fanIn = convolution.fanIn
      convolution.weights = initialization.weights(
        shape: convolution.weights.shape, fanIn: fanIn, from: &generator)
      convolution.bias = convolution.bias.map {
        initialization.biases(count: $0.count, fanIn: fanIn, from: &generator)
      }
      kind = .convolution(convolution)
    default: break
    }
  }
}

extension ConvolutionDefinition {
  /// How many numbers feed one output: the kernel's size times the input channels of its group.
  fileprivate var fanIn: Int {
    let shape = weights.shape
    guard shape.count == 4 else { return 1 }
    let channels = isDeconvolution ? shape[0] / max(1, groups) : shape[1]
    return channels * shape[2] * shape[3]
  }
}
