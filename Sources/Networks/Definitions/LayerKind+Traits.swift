import Operations

/// What the engine has to know of a kind of layer beside what it computes.
private struct LayerTraits {
  /// The kind's name in the format.
  let label: String
  /// Whether training can change its parameters.
  var isTrainable = false
  /// Whether no gradient passes through it.
  var isInferenceOnly = false
  /// Whether it sees a sequence as a whole.
  var isSequential = false

  init(_ label: String, isTrainable: Bool = false, isInferenceOnly: Bool = false, isSequential: Bool = false) {
    self.label = label
    self.isTrainable = isTrainable
    self.isInferenceOnly = isInferenceOnly
    self.isSequential = isSequential
  }
}

extension LayerKind {
  /// The kind's name in the format, for example `innerProduct`.
  public var label: String { traits.label }

  /// Whether training here can change the parameters of a layer of this kind: convolution, fully connected, embedding, batch
  /// normalisation, recurrent layers of one direction, and operations with constants that can be trained.
  public var isTrainable: Bool { traits.isTrainable }

  /// Whether no gradient passes through the layer to what it reads. Its own parameters may learn all the same: an embedding's
  /// table does.
  public var isInferenceOnly: Bool { traits.isInferenceOnly }

  /// Whether the layer sees a sequence as a whole instead of step by step.
  var isSequential: Bool { traits.isSequential }

  private var traits: LayerTraits {
    switch self {
    case .convolution: LayerTraits("convolution", isTrainable: true)
    case .innerProduct: LayerTraits("innerProduct", isTrainable: true)
    case .pooling: LayerTraits("pooling")
    case .activation: LayerTraits("activation")
    case .softmax: LayerTraits("softmax")
    case .flatten: LayerTraits("flatten")
    case .concat: LayerTraits("concat")
    case .add: LayerTraits("add")
    case .multiply: LayerTraits("multiply")
    case .dropout: LayerTraits("dropout")
    case .average: LayerTraits("average")
    case .maximum: LayerTraits("max")
    case .minimum: LayerTraits("min")
    case .dot: LayerTraits("dot")
    case .batchNormalization: LayerTraits("batchnorm", isTrainable: true)
    case .meanVarianceNormalization: LayerTraits("mvn")
    case .l2Normalization: LayerTraits("l2normalize")
    case .localResponseNormalization: LayerTraits("lrn")
    case .padding: LayerTraits("padding")
    case .crop: LayerTraits("crop")
    case .slice: LayerTraits("slice")
    case .split: LayerTraits("split")
    case .permute(let axes): LayerTraits("permute", isSequential: axes.first != 0)
    case .reshape(let target, _): LayerTraits("reshape", isSequential: target.count == 4)
    case .reduce(let definition):
      LayerTraits("reduce", isInferenceOnly: definition.statistic == .argumentOfMaximum)
    case .unary: LayerTraits("unary")
    case .scale: LayerTraits("scale")
    case .bias: LayerTraits("bias")
    case .loadConstant: LayerTraits("loadConstant")
    case .upsample: LayerTraits("upsample")
    case .resample(let definition): LayerTraits(definition.label)
    case .cropResize: LayerTraits("cropResize", isInferenceOnly: true, isSequential: true)
    case .reorganize: LayerTraits("reorganizeData")
    case .embedding: LayerTraits("embedding", isTrainable: true, isInferenceOnly: true)
    case .recurrent(let definition):
      LayerTraits(definition.label, isTrainable: definition.backward == nil, isSequential: true)
    case .sequenceConcat: LayerTraits("concat", isSequential: true)
    case .sequenceRepeat: LayerTraits("sequenceRepeat", isSequential: true)
    case .operation(let operation):
      LayerTraits(
        operation.label, isTrainable: operation.learnable.weights != nil,
        isInferenceOnly: !operation.inputsWithGradient.contains(true), isSequential: true)
    }
  }
}

extension ResampleDefinition {
  fileprivate var label: String { if case .target = size { "resizeBilinear" } else { "upsample" } }
}
