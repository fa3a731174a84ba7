public import Networks
import Operations
public import Tensors

/// How a layer's first parameters are drawn: all from uniform distributions around 0.
public enum ParameterInitialization: String, Sendable, Codable, CaseIterable {
  /// Weights within ±√(6 / fan_in), biases within ±1/√fan_in, as the articles' `make_nn.py` draws them. (He and others,
  /// "Delving deep into rectifiers", 2015, give the bound of the weights.)
  case kaiming
  /// Weights within ±√(6 / (fan_in + fan_out)), biases within ±1/√fan_in: PyTorch's layers after `xavier_uniform_`.
  case xavier
  /// Weights as `xavier`, biases 0, as Keras's layers start. (Glorot and Bengio, "Understanding the
  /// difficulty of training deep feedforward neural networks", 2010.)
  case glorot
  /// Weights and biases within ±1/√fan_in, as PyTorch's layers start.
  case pytorch
  /// Weights within ±√(3 / fan_in), biases 0. (LeCun and others, "Efficient BackProp", 1998.)
  case lecun
  /// Zeros.
  case zero

  /// Whether anything is drawn, so that a seed matters.
  public var isRandom: Bool { self != .zero }

  /// Draws the weights of a layer; the fan says how many numbers feed one output, and how many one number feeds.
  public func weights(shape: [Int], fan: Fan, from generator: inout SeededGenerator) -> Tensor {
    let (into, out) = (Float(max(1, fan.into)), Float(max(1, fan.out)))
    let bound: Float =
      switch self {
      case .kaiming: (6 / into).squareRoot()
      case .pytorch: 1 / into.squareRoot()
      case .xavier, .glorot: (6 / (into + out)).squareRoot()
      case .lecun: (3 / into).squareRoot()
      case .zero: 0
      }
    return draw(shape: shape, bound: bound, from: &generator)
  }

  /// Draws the biases of a layer.
  public func biases(count: Int, fan: Fan, from generator: inout SeededGenerator) -> Tensor {
    let bound: Float =
      switch self {
      case .kaiming, .xavier, .pytorch: 1 / Float(max(1, fan.into)).squareRoot()
      case .glorot, .lecun, .zero: 0
      }
    return draw(shape: [count], bound: bound, from: &generator)
  }

  private func draw(shape: [Int], bound: Float, from generator: inout SeededGenerator) -> Tensor {
    var tensor = Tensor(shape: shape)
    guard bound > 0 else { return tensor }
    for index in tensor.values.indices { tensor.values[index] = generator.uniform(-bound, bound) }
    return tensor
  }

  /// How many numbers feed one output of a layer, and how many outputs one number feeds.
  public struct Fan: Sendable, Equatable {
    /// How many numbers feed one output.
    public var into: Int
    /// How many outputs one number feeds.
    public var out: Int

    /// States a layer's fan.
    public init(into: Int, out: Int) {
      self.into = into
      self.out = out
    }
  }
}

extension LayerDefinition {
  /// Draws the layer's parameters anew, weights first, from the stream that belongs to its name: other layers do not
  /// matter. A layer without weights to learn stays as it is.
  public mutating func initialize(_ initialization: ParameterInitialization, seeds: SeedPlan) {
    var generator = seeds.generator(for: .initialization, named: name)
    let fan: ParameterInitialization.Fan
    switch kind {
    case .innerProduct(let product):
      fan = ParameterInitialization.Fan(into: product.inputChannels, out: product.outputChannels)
    case .convolution(let convolution): fan = convolution.fan
    case .embedding(let embedding):
      fan = ParameterInitialization.Fan(into: embedding.inputDimension, out: embedding.outputChannels)
    case .recurrent(var layer):
      layer.parameters = layer.draw(layer.parameters, initialization, &generator)
      layer.backward = layer.backward.map { layer.draw($0, initialization, &generator) }
      kind = .recurrent(layer)
      return
    case .operation(let operation):
      guard operation.kind == .linear, let shape = weights?.shape else { return }
      fan = ParameterInitialization.Fan(into: shape[1], out: shape[0])
    case .pooling, .activation, .softmax, .flatten, .concat, .add, .multiply, .dropout, .average, .maximum, .minimum,
      .dot, .batchNormalization, .meanVarianceNormalization, .l2Normalization, .localResponseNormalization, .padding,
      .crop, .slice, .split, .permute, .reshape, .reduce, .unary, .scale, .bias, .loadConstant, .upsample, .resample,
      .cropResize, .reorganize, .sequenceConcat, .sequenceRepeat:
      return
    }
    weights = weights.map { initialization.weights(shape: $0.shape, fan: fan, from: &generator) }
    bias = bias.map { initialization.biases(count: $0.count, fan: fan, from: &generator) }
  }
}

extension RecurrentDefinition {
  /// Each gate is a layer that reads the input, and another that reads the last output; peepholes stay as they are.
  fileprivate func draw(
    _ weights: RecurrentWeights, _ initialization: ParameterInitialization, _ generator: inout SeededGenerator
  ) -> RecurrentWeights {
    var drawn = weights
    let input = ParameterInitialization.Fan(into: inputSize, out: outputSize)
    let recursion = ParameterInitialization.Fan(into: outputSize, out: outputSize)
    drawn.input = initialization.weights(shape: weights.input.shape, fan: input, from: &generator)
    drawn.recursion = initialization.weights(shape: weights.recursion.shape, fan: recursion, from: &generator)
    drawn.bias = weights.bias.map { initialization.biases(count: $0.count, fan: recursion, from: &generator) }
    return drawn
  }
}

extension ConvolutionDefinition {
  /// The kernel's size times the input channels of its group, and times all output channels, as Keras counts them.
  fileprivate var fan: ParameterInitialization.Fan {
    let shape = weights.shape
    guard shape.count == 4 else { return ParameterInitialization.Fan(into: 1, out: 1) }
    let channels = isDeconvolution ? shape[0] / max(1, groups) : shape[1]
    let area = shape[2] * shape[3]
    return ParameterInitialization.Fan(into: channels * area, out: outputChannels * area)
  }
}
