import Networks
import Tensors
import Testing

/// A layer of every kind, for the gradient by its inputs.
struct GradientCase: Sendable, CustomTestStringConvertible {
  var name: String
  var kind: LayerKind
  var shapes: [[Int]] = [[3, 4, 5]]
  var outputs = 1
  /// The range of weights and inputs: positive where a function asks for it.
  var lower: Float = -1
  var testDescription: String { name }

  static let activations: [GradientCase] =
    ([
      ("relu", .relu), ("leaky", .leakyRelu(alpha: 0.3)),
      ("prelu", .prelu(alpha: Tensor(shape: [3], values: [0.1, 0.2, 0.3]))),
      ("shared prelu", .prelu(alpha: Tensor(shape: [1], values: [0.4]))), ("linear", .linear(alpha: 2, beta: 1)),
      ("tanh", .tanh), ("scaled tanh", .scaledTanh(alpha: 1.5, beta: 0.7)), ("sigmoid", .sigmoid),
      ("hard sigmoid", .hardSigmoid(alpha: 0.2, beta: 0.5)), ("elu", .elu(alpha: 0.8)), ("softsign", .softsign),
      ("softplus", .softplus),
      (
        "parametric softplus",
        .parametricSoftplus(
          alpha: Tensor(shape: [3], values: [1, 2, 0.5]), beta: Tensor(shape: [3], values: [0.5, 1, 2]))
      ),
    ] as [(String, ActivationFunction)]).map { GradientCase(name: $0.0, kind: .activation($0.1)) }

  static let unary: [GradientCase] = [
    UnaryDefinition.Function.squareRoot, .reciprocalSquareRoot, .inverse, .power, .exponential, .logarithm, .magnitude,
    .threshold,
  ].map { function in
    GradientCase(
      name: "unary \(function)",
      kind: .unary(UnaryDefinition(function: function, alpha: 1.5, epsilon: 1e-3, shift: 0.25, scale: 2)), lower: 0.2)
  }

  static let reductions: [GradientCase] = [
    ReduceDefinition.Axes.channelHeightWidth, .heightWidth, .channel, .height, .width,
  ].flatMap { axes in
    [
      ReduceDefinition.Statistic.sum, .average, .product, .logSum, .sumOfSquares, .l1, .l2, .maximum, .minimum,
    ].map { statistic in
      GradientCase(
        name: "reduce \(statistic) over \(axes)",
        kind: .reduce(ReduceDefinition(statistic: statistic, axes: axes, epsilon: 1e-3)), shapes: [[2, 3, 2]],
        lower: statistic == .logSum || statistic == .product ? 0.3 : -1)
    }
  }

  static let normalizations: [GradientCase] = {
    let (gamma, beta) = (Tensor(shape: [3], values: [0.5, 1.5, -1]), Tensor(shape: [3], values: [0.1, 0, -0.2]))
    let (mean, variance) = (Tensor(shape: [3], values: [0.2, 0, -0.3]), Tensor(shape: [3], values: [0.5, 1, 2]))
    let kinds: [(String, LayerKind)] = [
      (
        "batchnorm",
        .batchNormalization(
          BatchNormalizationDefinition(channels: 3, gamma: gamma, beta: beta, mean: mean, variance: variance))
      ),
      (
        "instance norm",
        .batchNormalization(
          BatchNormalizationDefinition(
            channels: 3, gamma: gamma, beta: beta, computesStatistics: true, isInstance: true))
      ),
      ("mvn", .meanVarianceNormalization(MeanVarianceNormalizationDefinition())),
      ("mvn across", .meanVarianceNormalization(MeanVarianceNormalizationDefinition(acrossChannels: true))),
      (
        "mvn without variance",
        .meanVarianceNormalization(MeanVarianceNormalizationDefinition(normalizesVariance: false))
      ),
      ("l2 normalise", .l2Normalization(epsilon: 1e-3)),
      (
        "lrn",
        .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: 0.5, beta: 0.75, localSize: 3, k: 1))
      ),
      (
        "lrn of even size",
        .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: 0.5, beta: 0.5, localSize: 2, k: 2))
      ),
      ("scale by channel", .scale(scale: gamma, bias: beta)),
      ("scale by one", .scale(scale: Tensor(shape: [1], values: [2]), bias: nil)),
      ("scale by map", .scale(scale: random([1, 4, 5], seed: 7), bias: random([3, 4, 5], seed: 8))),
      ("bias", .bias(random([3, 4, 5], seed: 9))),
    ]
    return kinds.map { GradientCase(name: $0.0, kind: $0.1) }
  }()

  static let rearrangements: [GradientCase] =
    ([
      ("flatten", .flatten(.channelFirst)), ("flatten last", .flatten(.channelLast)), ("softmax", .softmax),
      (
        "padding",
        .padding(PaddingDefinition(filling: .constant(0.5), margins: Margins(top: 1, bottom: 2, left: 0, right: 1)))
      ),
      (
        "reflection",
        .padding(PaddingDefinition(filling: .reflection, margins: Margins(top: 1, bottom: 2, left: 3, right: 1)))
      ),
      (
        "replication",
        .padding(PaddingDefinition(filling: .replication, margins: Margins(top: 1, bottom: 2, left: 3, right: 1)))
      ),
      ("crop", .crop(CropDefinition(margins: Margins(top: 1, bottom: 1, left: 0, right: 2)))),
      ("slice channels", .slice(SliceDefinition(axis: .channel, start: 1, end: 3))),
      ("slice rows", .slice(SliceDefinition(axis: .height, start: 0, end: -1, stride: 2))),
      ("slice columns", .slice(SliceDefinition(axis: .width, start: 1, end: 5, stride: 3))),
      ("permute", .permute(axes: [0, 2, 3, 1])), ("reshape", .reshape(targetShape: [5, 3, 4], order: .channelFirst)),
      ("reshape last", .reshape(targetShape: [6, 2, 5], order: .channelLast)),
      ("upsample", .upsample(factor: Extent(2, 3), interpolation: .nearest)),
      ("upsample bilinear", .upsample(factor: Extent(2, 3), interpolation: .bilinear)),
    ] as [(String, LayerKind)]).map { GradientCase(name: $0.0, kind: $0.1) }

  static let combinations: [GradientCase] = {
    let pair = [[3, 2, 4], [3, 2, 4]]
    let stretched = [[3, 2, 4], [3, 1, 1], [1, 2, 4], [1, 1, 1]]
    return [
      GradientCase(name: "add", kind: .add(constant: 0), shapes: pair),
      GradientCase(name: "add constant", kind: .add(constant: 2), shapes: [[3, 2, 4]]),
      GradientCase(name: "add stretched", kind: .add(constant: 0), shapes: stretched),
      GradientCase(name: "multiply", kind: .multiply(constant: 0), shapes: pair),
      GradientCase(name: "multiply by constant", kind: .multiply(constant: -3), shapes: [[3, 2, 4]]),
      GradientCase(name: "multiply stretched", kind: .multiply(constant: 0), shapes: stretched, lower: 0.3),
      GradientCase(name: "average", kind: .average, shapes: pair + [[3, 2, 4]]),
      GradientCase(name: "maximum", kind: .maximum, shapes: pair),
      GradientCase(name: "minimum", kind: .minimum, shapes: pair + [[3, 2, 4]]),
      GradientCase(name: "dot", kind: .dot(cosine: false), shapes: pair),
      GradientCase(name: "cosine", kind: .dot(cosine: true), shapes: pair, lower: 0.1),
      GradientCase(name: "concat", kind: .concat, shapes: [[3, 2, 4], [2, 2, 4], [1, 2, 4]]),
      GradientCase(name: "split", kind: .split, shapes: [[4, 2, 3]], outputs: 2),
      GradientCase(
        name: "crop to another", kind: .crop(CropDefinition(offset: Extent(1, 2))), shapes: [[2, 4, 5], [1, 2, 2]]),
    ]
  }()
}

@Suite struct LayerGradientTests {
  @Test(
    arguments: GradientCase.activations + GradientCase.unary + GradientCase.reductions + GradientCase.normalizations
      + GradientCase.rearrangements + GradientCase.combinations)
  func `the gradient by the inputs is that of finite differences`(example: GradientCase) throws {
    var check = GradientCheck()
    check.lower = example.lower
    try check.checkInputs(example.shapes, example.kind, outputs: example.outputs, label: example.name)
  }

  @Test func `no gradient passes through an index`() throws {
    let layer = LayerKind.reduce(ReduceDefinition(statistic: .argumentOfMaximum, axes: .channel))
    #expect(throws: NetworkError.step(.notDifferentiable(layer: "layer", kind: "argmax"))) {
      try GradientCheck().checkInputs([[3, 2, 2]], layer)
    }
  }
}
