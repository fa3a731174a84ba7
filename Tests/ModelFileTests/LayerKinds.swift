import Networks
import Tensors

/// One layer of every kind the format has, with settings unlike the defaults, for tests that go through all of them.
enum LayerKinds {
  static func numbers(_ shape: Int...) -> Tensor {
    let count = shape.reduce(1, *)
    return Tensor(shape: shape, values: (0..<count).map { Float(($0 * 7 + 3) % 23) / 8 - 1.25 })
  }

  static let all: [LayerDefinition] = kinds.enumerated().map { index, kind in
    LayerDefinition(name: "layer\(index)", inputs: inputs(of: kind), outputs: outputs(of: kind), kind: kind)
  }

  private static func inputs(of kind: LayerKind) -> [String] {
    switch kind {
    case .loadConstant: []
    case .concat, .sequenceConcat, .add, .multiply, .average, .maximum, .minimum, .dot, .cropResize: ["a", "b"]
    default: ["a"]
    }
  }

  private static func outputs(of kind: LayerKind) -> [String] { kind == .split ? ["y", "z"] : ["y"] }

  private static let kinds: [LayerKind] =
    learning + windows + activations + elementwise + normalizing + rearranging + resizing + recurrent

  private static let learning: [LayerKind] = [
    .convolution(
      ConvolutionDefinition(
        outputChannels: 4, kernelSize: Extent(3, 2), stride: Extent(2, 1), dilation: Extent(1, 3), groups: 2,
        padding: .valid(Margins(top: 1, bottom: 2, left: 3, right: 4)), weights: numbers(4, 3, 3, 2), bias: numbers(4))),
    .convolution(
      ConvolutionDefinition(
        outputChannels: 2, kernelSize: Extent(1, 1), padding: .same(topLeftHeavy: true), weights: numbers(2, 3, 1, 1),
        bias: nil)),
    .convolution(
      ConvolutionDefinition(
        outputChannels: 4, kernelSize: Extent(2, 2), groups: 2, padding: .same(topLeftHeavy: false),
        weights: numbers(6, 2, 2, 2), bias: numbers(4), isDeconvolution: true, outputShape: Extent(9, 8))),
    .innerProduct(
      InnerProductDefinition(inputChannels: 5, outputChannels: 3, weights: numbers(3, 5), bias: numbers(3))),
    .innerProduct(InnerProductDefinition(inputChannels: 2, outputChannels: 1, weights: numbers(1, 2), bias: nil)),
    .embedding(
      EmbeddingDefinition(inputDimension: 5, outputChannels: 3, weights: numbers(3, 5), bias: numbers(3))),
  ]

  private static let windows: [LayerKind] = [
    .pooling(
      PoolingDefinition(
        statistic: .max, kernelSize: Extent(3, 2), stride: Extent(2, 1),
        padding: .includeLastPixel(rows: 1, columns: 0))),
    .pooling(
      PoolingDefinition(
        statistic: .average, kernelSize: Extent(2, 2), stride: Extent(2, 2), padding: .same(topLeftHeavy: false),
        excludesPadding: true)),
    .pooling(
      PoolingDefinition(
        statistic: .l2, kernelSize: Extent(2, 2), stride: Extent(1, 1), padding: .valid(Margins(top: 1)))),
    .pooling(
      PoolingDefinition(statistic: .average, kernelSize: Extent(0, 0), stride: Extent(1, 1), isGlobal: true)),
    .crop(CropDefinition(margins: Margins(top: 1, bottom: 2, left: 3, right: 4), offset: Extent(5, 6))),
    .padding(PaddingDefinition(filling: .constant(1.5), margins: Margins(top: 1, bottom: 2, left: 3, right: 4))),
    .padding(PaddingDefinition(filling: .reflection, margins: Margins(left: 1))),
    .padding(PaddingDefinition(filling: .replication, margins: Margins(bottom: 1))),
    .upsample(factor: Extent(2, 3), interpolation: .nearest),
    .upsample(factor: Extent(2, 2), interpolation: .bilinear),
  ]

  private static let activations: [LayerKind] = [
    .relu, .leakyRelu(alpha: 0.1), .thresholdedRelu(alpha: 0.2), .prelu(alpha: numbers(3)),
    .linear(alpha: 2, beta: -1), .tanh, .scaledTanh(alpha: 2, beta: 3), .sigmoid, .hardSigmoid(alpha: 0.2, beta: 0.5),
    .elu(alpha: 0.7), .softsign, .softplus, .parametricSoftplus(alpha: numbers(3), beta: numbers(3)),
  ].map(LayerKind.activation)

  private static let elementwise: [LayerKind] =
    [
      .softmax, .add(constant: 1.5), .multiply(constant: -2), .average, .maximum, .minimum, .dot(cosine: true),
      .dot(cosine: false), .scale(scale: numbers(3), bias: numbers(3, 2, 2)), .scale(scale: numbers(1), bias: nil),
      .bias(numbers(1, 2, 2)), .loadConstant(numbers(2, 2, 3)),
    ]
    + [
      .squareRoot, .reciprocalSquareRoot, .inverse, .power, .exponential, .logarithm, .magnitude, .threshold,
    ].map { .unary(UnaryDefinition(function: $0, alpha: 2.5, epsilon: 0.01, shift: 3, scale: 0.5)) }

  private static let normalizing: [LayerKind] = [
    .batchNormalization(
      BatchNormalizationDefinition(
        channels: 3, gamma: numbers(3), beta: numbers(3), mean: numbers(3), variance: numbers(3), epsilon: 0.01)),
    .batchNormalization(
      BatchNormalizationDefinition(channels: 3, gamma: numbers(3), computesStatistics: true, isInstance: true)),
    .meanVarianceNormalization(
      MeanVarianceNormalizationDefinition(acrossChannels: true, normalizesVariance: true, epsilon: 0.01)),
    .l2Normalization(epsilon: 0.01),
    .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: 0.1, beta: 0.75, localSize: 5, k: 2)),
  ]

  private static let rearranging: [LayerKind] =
    [
      .flatten(.channelFirst), .flatten(.channelLast), .concat, .split, .permute(axes: [0, 3, 1, 2]),
      .reshape(targetShape: [2, 3, 4], order: .channelLast),
      .slice(SliceDefinition(axis: .width, start: 1, end: -1, stride: 2)),
    ]
    + [
      .sum, .average, .product, .logSum, .sumOfSquares, .l1, .l2, .maximum, .minimum, .argumentOfMaximum,
    ].map { .reduce(ReduceDefinition(statistic: $0, axes: .width, epsilon: 0.01)) }
    + [ReduceDefinition.Axes.channelHeightWidth, .heightWidth, .channel, .height]
    .map { .reduce(ReduceDefinition(statistic: .sum, axes: $0)) }

  private static let resizing: [LayerKind] =
    [ResampleDefinition.Grid.strictEndpoints, .endpoints, .upsample, .regions].map {
      .resample(ResampleDefinition(size: .target(Extent(5, 7)), grid: $0))
    }
    + [
      (2.5, 1.5, ResampleDefinition.Grid.nearest), (2.5, 1.5, .upsample), (2, 3, .strictEndpoints), (2, 3, .centers),
      (0.5, 1.25, .centers),
    ].map { .resample(ResampleDefinition(size: .factor(height: $0.0, width: $0.1), grid: $0.2)) }
    + [CropResizeDefinition.Coordinates.corners, .cornersWidthFirst, .center, .centerWidthFirst].map {
      .cropResize(
        CropResizeDefinition(
          targetSize: Extent(3, 2), isNormalized: $0 == .corners, grid: .regions, coordinates: $0, spatialScale: 0.5))
    }
    + [ReorganizeDefinition.Mode.spaceToDepth, .depthToSpace, .pixelShuffle].map {
      .reorganize(ReorganizeDefinition(mode: $0, blockSize: 2))
    } + [.sequenceConcat, .sequenceRepeat(count: 3), .reshape(targetShape: [2, 3, 4, 1], order: .channelFirst)]

  private static func weights(gates: Int, hasPeepholes: Bool = false) -> RecurrentWeights {
    RecurrentWeights(
      input: numbers(gates * 2, 3), recursion: numbers(gates * 2, 2), bias: numbers(gates * 2),
      peepholes: hasPeepholes ? numbers(6) : nil)
  }

  private static let recurrent: [LayerKind] = [
    RecurrentDefinition(
      cell: .simple(.scaledTanh(alpha: 1.5, beta: 0.5)), inputSize: 3, outputSize: 2, returnsSequence: true,
      parameters: weights(gates: 1)),
    RecurrentDefinition(
      cell: .gated(gate: .hardSigmoid(alpha: 0.2, beta: 0.5), output: .tanh), inputSize: 3, outputSize: 2,
      isReversed: true, parameters: weights(gates: 3)),
    RecurrentDefinition(
      cell: .longShortTerm(LongShortTermDefinition(addsForgetBias: true, isCoupled: true, cellClip: 3)), inputSize: 3,
      outputSize: 2, returnsSequence: true, parameters: weights(gates: 4, hasPeepholes: true)),
    RecurrentDefinition(
      cell: .longShortTerm(LongShortTermDefinition()), inputSize: 3, outputSize: 2, parameters: weights(gates: 4),
      backward: weights(gates: 4, hasPeepholes: false)),
  ].map(LayerKind.recurrent)
}
