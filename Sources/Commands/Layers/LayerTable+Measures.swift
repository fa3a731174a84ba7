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
      "batchnorm", "Brings each channel to mean 0 and variance 1, then times and plus a number it learns.",
      discussion: "Training takes the statistics of each mini-batch and lets stored ones follow, which answers use.",
      number("epsilon", 1e-10...1, "What is added to the variance.", default: 1e-5), examples: ["batchnorm"]
    ) { .batchNormalization($0.batchNormalization(epsilon: $1)) },
    LayerWord(
      "mvn", "Brings each sample's maps to mean 0 and variance 1.",
      key("acrossChannels", .bool, "Whether all maps have one mean and variance.", default: false),
      key("normalizeVariance", .bool, "Whether the variance is made 1.", default: true)
    ) {
      .meanVarianceNormalization(MeanVarianceNormalizationDefinition(acrossChannels: $1, normalizesVariance: $2))
    },
    LayerWord("l2normalize", "Divides each sample by its length.", .l2Normalization(epsilon: 1e-6)),
    LayerWord(
      "lrn", "Divides each number by what stands in the channels around it.",
      number("alpha", 0...100, "The weight of the squares.", default: 1e-4),
      number("beta", 0...10, "The exponent.", default: 0.75),
      key("localSize", .integer(1...10_000), "How many channels.", default: 5),
      number("k", 1e-6...100, "What is added.", default: 1)
    ) {
      .localResponseNormalization(LocalResponseNormalizationDefinition(alpha: $1, beta: $2, localSize: $3, k: $4))
    },
    LayerWord(
      "prelu", "alpha · x below 0; the slope does not learn.",
      number("alpha", -10...10, "The slope below 0.", default: 0.25)
    ) { .activation(.prelu(alpha: Tensor(shape: [1], values: [$1]))) },
    LayerWord(
      "thresholdedRelu", "x from alpha on, else 0.", number("alpha", -1e6...1e6, "From where on.", default: 1)
    ) { .activation(.thresholdedRelu(alpha: $1)) },
    LayerWord(
      "hardSigmoid", "alpha · x + beta, held between 0 and 1.", number("alpha", -100...100, "The slope.", default: 0.2),
      number("beta", -100...100, "The number at 0.", default: 0.5)
    ) { .activation(.hardSigmoid(alpha: $1, beta: $2)) },
    LayerWord(
      "scaledTanh", "alpha · tanh(beta · x)", number("alpha", -100...100, "The height.", default: 1.7159),
      number("beta", -100...100, "The steepness.", default: 0.6667)
    ) { .activation(.scaledTanh(alpha: $1, beta: $2)) },
    LayerWord("softsign", "x / (1 + |x|)", .activation(.softsign)),
    LayerWord(
      "unary", "A function of scale · x + shift.", place("function", .choice(functions), "The function."),
      number("alpha", -100...100, "The exponent of power, the least of threshold.", default: 1),
      number("scale", -1e6...1e6, "What x is multiplied by.", default: 1),
      number("shift", -1e6...1e6, "What is added to it.", default: 0),
      number("epsilon", 0...1, "What keeps rsqrt and inverse from a division by 0.", default: 1e-6),
      examples: ["unary power alpha=2"]
    ) { .unary(UnaryDefinition(function: $1, alpha: $2, epsilon: $5, shift: $4, scale: $3)) },
    LayerWord(
      "reduce", "One number in place of all along some axes.",
      place("mode", .choice(statistics), "What is taken of them."),
      key(
        "axis",
        .choice([
          ("CHW", .channelHeightWidth), ("HW", .heightWidth), ("C", .channel), ("H", .height), ("W", .width),
        ]), "The axes.", default: ReduceDefinition.Axes.channelHeightWidth), examples: ["reduce max axis=HW"]
    ) { .reduce(ReduceDefinition(statistic: $1, axes: $2)) },
    combining("average", "The mean of what several layers make.", .average),
    combining("max", "The largest of what they make.", .maximum),
    combining("min", "The smallest of what several layers make.", .minimum),
    LayerWord(
      "dot", "Multiplies two layers' channels and adds them up.",
      key("cosineSimilarity", .bool, "Whether it is divided by their lengths.", default: false),
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
