import CommandLanguage
import Experiments
import Networks
import Tensors

/// Layers of numbers each by itself, or brought to a common measure, under Core ML's names.
///
/// These kinds have no word: `split` and `cropResize` make or read several tensors of different sorts; `scale`, `bias` and
/// `loadConstant` hold numbers that nobody types and nothing learns (batchnorm has such that learn); a recurrent layer of two
/// directions does not learn the backward one (two of them, one with reverseInput=true, joined by concat, do); the index of a maximum has no
/// gradient; parametricSoftplus and linear differ from softplus and batchnorm by numbers that do not learn.
extension LayerTable {
  /// Layers of numbers each by itself, or brought to a common measure, and those that combine several layers.
  static let ofMeasures: [LayerWord] = [
    LayerWord(
      "batchnorm", "Normalises each channel to mean 0 and variance 1, then scales and shifts it.",
      discussion:
        "Training uses the statistics of each mini-batch and updates running averages, which predictions use.",
      number("epsilon", 1e-10...1, "Small constant added to the variance.", default: 1e-5), examples: ["batchnorm"]
    ) { .batchNormalization($0.batchNormalization(epsilon: $1)) },
    LayerWord(
      "mvn", "Normalises each sample's feature maps to mean 0 and variance 1.",
      key("acrossChannels", .bool, "Whether to normalise all channels together.", default: false),
      key("normalizeVariance", .bool, "Whether to divide by the standard deviation.", default: true)
    ) {
      .meanVarianceNormalization(MeanVarianceNormalizationDefinition(acrossChannels: $1, normalizesVariance: $2))
    },
    LayerWord("l2normalize", "Divides each sample by its L2 norm.", .l2Normalization(epsilon: 1e-6)),
    LayerWord(
      "lrn", "Local response normalisation over neighbouring channels.",
      number("alpha", 0...100, "Factor of the sum of squares.", default: 1e-4),
      number("beta", 0...10, "Exponent.", default: 0.75),
      key("localSize", .integer(1...10_000), "Number of channels in the sum.", default: 5),
      number("k", 1e-6...100, "Constant added to the sum.", default: 1)
    ) {
      .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: $1, beta: $2, localSize: $3, k: $4))
    },
    LayerWord(
      "prelu", "ReLU with a slope below 0, which is not trained.",
      number("alpha", -10...10, "Slope below 0.", default: 0.25)
    ) { .activation(.prelu(alpha: Tensor(shape: [1], values: [$1]))) },
    LayerWord(
      "thresholdedRelu", "x if it is at least alpha, else 0.", number("alpha", -1e6...1e6, "Threshold.", default: 1)
    ) { .activation(.thresholdedRelu(alpha: $1)) },
    LayerWord(
      "hardSigmoid", "alpha · x + beta, limited to 0 … 1.", number("alpha", -100...100, "Slope.", default: 0.2),
      number("beta", -100...100, "Value at 0.", default: 0.5)
    ) { .activation(.hardSigmoid(alpha: $1, beta: $2)) },
    LayerWord(
      "scaledTanh", "Scaled hyperbolic tangent: alpha · tanh(beta · x).",
      number("alpha", -100...100, "Factor of the output.", default: 1.7159),
      number("beta", -100...100, "Factor of the input.", default: 0.6667)
    ) { .activation(.scaledTanh(alpha: $1, beta: $2)) },
    LayerWord("softsign", "Softsign: x / (1 + |x|).", .activation(.softsign)),
    LayerWord(
      "unary", "Applies a function to scale · x + shift.", place("function", .choice(functions), "The function."),
      number("alpha", -100...100, "Exponent of power; lower bound of threshold.", default: 1),
      number("scale", -1e6...1e6, "Factor of x.", default: 1),
      number("shift", -1e6...1e6, "Constant added to scale · x.", default: 0),
      number("epsilon", 0...1, "For rsqrt and inverse: small constant that prevents a division by 0.", default: 1e-6),
      examples: ["unary power alpha=2"]
    ) { .unary(UnaryDefinition(function: $1, alpha: $2, epsilon: $5, shift: $4, scale: $3)) },
    LayerWord(
      "reduce", "Reduces some axes to one value.",
      place("mode", .choice(statistics), "Reduction."),
      key(
        "axis",
        .choice([
          ("CHW", .channelHeightWidth), ("HW", .heightWidth), ("C", .channel), ("H", .height), ("W", .width),
        ]), "Axes to reduce.", default: ReduceDefinition.Axes.channelHeightWidth), examples: ["reduce max axis=HW"]
    ) { .reduce(ReduceDefinition(statistic: $1, axes: $2)) },
    combining("average", "Takes the mean of several layers' outputs.", .average),
    combining("max", "Takes the maximum of several layers' outputs.", .maximum),
    combining("min", "Takes the minimum of several layers' outputs.", .minimum),
    LayerWord(
      "dot", "Dot product of two layers' outputs over the channels.",
      key("cosineSimilarity", .bool, "Whether to divide by both L2 norms.", default: false),
      examples: ["dot from=[left, right]"]
    ) { .dot(cosine: $1) },
  ]

  /// The functions of `unary`, under the format's names.
  static let functions: [(word: String, value: UnaryDefinition.Function)] = [
    ("sqrt", .squareRoot), ("rsqrt", .reciprocalSquareRoot), ("inverse", .inverse), ("power", .power),
    ("exp", .exponential), ("log", .logarithm), ("abs", .magnitude), ("threshold", .threshold),
  ]

  /// What `reduce` takes, under the format's names.
  static let statistics: [(word: String, value: ReduceDefinition.Statistic)] = [
    ("sum", .sum), ("avg", .average), ("prod", .product), ("logsum", .logSum), ("sumsquare", .sumOfSquares),
    ("L1", .l1), ("L2", .l2), ("max", .maximum), ("min", .minimum),
  ]
}

extension WrittenLayer {
  fileprivate func batchNormalization(epsilon: Float) -> BatchNormalizationDefinition {
    let channels = shape.first ?? 1
    let zeros = Tensor(shape: [channels])
    let ones = Tensor(shape: [channels], values: [Float](repeating: 1, count: channels))
    return BatchNormalizationDefinition(
      channels: channels, gamma: ones, beta: zeros, mean: zeros, variance: ones, epsilon: epsilon)
  }
}
