import CommandLanguage
import Language
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
      CommandDeclaration(
        "batchnorm", "Brings each channel to mean 0 and variance 1, then times and plus a number it learns.",
        discussion: "Training takes the statistics of each mini-batch and lets stored ones follow, which answers use.",
        arguments: [
          ArgumentDeclaration("epsilon", .decimal(1e-10...1), "What is added to the variance.", default: "1e-5")
        ] + common, examples: ["batchnorm"])
    ) { .batchNormalization($0.batchNormalization) },
    LayerWord(
      CommandDeclaration(
        "mvn", "Brings each sample's maps to mean 0 and variance 1.",
        arguments: [
          ArgumentDeclaration(
            "acrossChannels", .bool, "Whether all maps have one mean and variance.", default: "false"),
          ArgumentDeclaration("normalizeVariance", .bool, "Whether the variance is made 1.", default: "true"),
        ] + common)
    ) {
      .meanVarianceNormalization(
        MeanVarianceNormalizationDefinition(
          acrossChannels: $0.arguments.bool("acrossChannels") ?? false,
          normalizesVariance: $0.arguments.bool("normalizeVariance") ?? true))
    },
    LayerWord(plain("l2normalize", "Divides each sample by its length."), .l2Normalization(epsilon: 1e-6)),
    LayerWord(
      CommandDeclaration(
        "lrn", "Divides each number by what stands in the channels around it.",
        arguments: [
          ArgumentDeclaration("alpha", .decimal(0...100), "The weight of the squares.", default: "1e-4"),
          ArgumentDeclaration("beta", .decimal(0...10), "The exponent.", default: "0.75"),
          ArgumentDeclaration("localSize", .integer(1...10_000), "How many channels.", default: "5"),
          ArgumentDeclaration("k", .decimal(1e-6...100), "What is added.", default: "1"),
        ] + common)
    ) {
      .localResponseNormalization(
        LocalResponseNormalizationDefinition(
          alpha: $0.number("alpha", 1e-4), beta: $0.number("beta", 0.75),
          localSize: $0.arguments.integer("localSize") ?? 5, k: $0.number("k", 1)))
    },
    LayerWord(
      CommandDeclaration(
        "prelu", "alpha · x below 0; the slope does not learn.",
        arguments: [ArgumentDeclaration("alpha", .decimal(-10...10), "The slope below 0.", default: "0.25")] + common)
    ) { .activation(.prelu(alpha: Tensor(shape: [1], values: [$0.number("alpha", 0.25)]))) },
    LayerWord(
      CommandDeclaration(
        "thresholdedRelu", "x from alpha on, else 0.",
        arguments: [ArgumentDeclaration("alpha", .decimal(-1e6...1e6), "From where on.", default: "1")] + common)
    ) { .activation(.thresholdedRelu(alpha: $0.number("alpha", 1))) },
    LayerWord(
      CommandDeclaration(
        "hardSigmoid", "alpha · x + beta, held between 0 and 1.",
        arguments: [
          ArgumentDeclaration("alpha", .decimal(-100...100), "The slope.", default: "0.2"),
          ArgumentDeclaration("beta", .decimal(-100...100), "The number at 0.", default: "0.5"),
        ] + common)
    ) { .activation(.hardSigmoid(alpha: $0.number("alpha", 0.2), beta: $0.number("beta", 0.5))) },
    LayerWord(
      CommandDeclaration(
        "scaledTanh", "alpha · tanh(beta · x)",
        arguments: [
          ArgumentDeclaration("alpha", .decimal(-100...100), "The height.", default: "1.7159"),
          ArgumentDeclaration("beta", .decimal(-100...100), "The steepness.", default: "0.6667"),
        ] + common)
    ) { .activation(.scaledTanh(alpha: $0.number("alpha", 1.7159), beta: $0.number("beta", 0.6667))) },
    LayerWord(plain("softsign", "x / (1 + |x|)"), .activation(.softsign)),
    LayerWord(
      CommandDeclaration(
        "unary", "A function of scale · x + shift.",
        positionals: [PositionalDeclaration("function", .choice(functions.map(\.name)), "The function.")],
        arguments: [
          ArgumentDeclaration(
            "alpha", .decimal(-100...100), "The exponent of power, the least of threshold.", default: "1"),
          ArgumentDeclaration("scale", .decimal(-1e6...1e6), "What x is multiplied by.", default: "1"),
          ArgumentDeclaration("shift", .decimal(-1e6...1e6), "What is added to it.", default: "0"),
          ArgumentDeclaration(
            "epsilon", .decimal(0...1), "What keeps rsqrt and inverse from a division by 0.", default: "1e-6"),
        ] + common, examples: ["unary power alpha=2"])
    ) { .unary($0.unary) },
    LayerWord(
      CommandDeclaration(
        "reduce", "One number in place of all along some axes.",
        positionals: [PositionalDeclaration("mode", .choice(statistics.map(\.name)), "What is taken of them.")],
        arguments: [
          ArgumentDeclaration("axis", .choice(["CHW", "HW", "C", "H", "W"]), "The axes.", default: "CHW")
        ] + common, examples: ["reduce max axis=HW"])
    ) { .reduce($0.reduction) },
    LayerWord(combining("average", "The mean of what several layers make."), .average),
    LayerWord(combining("max", "The largest of what they make."), .maximum),
    LayerWord(combining("min", "The smallest of what several layers make."), .minimum),
    LayerWord(
      CommandDeclaration(
        "dot", "Multiplies two layers' channels and adds them up.",
        arguments: [
          ArgumentDeclaration("cosineSimilarity", .bool, "Whether it is divided by their lengths.", default: "false")
        ] + common, examples: ["dot from=[left, right]"])
    ) { .dot(cosine: $0.arguments.bool("cosineSimilarity") ?? false) },
  ]

  /// The functions of `unary`, under the format's names.
  static let functions: [(name: String, function: UnaryDefinition.Function)] = [
    ("sqrt", .squareRoot), ("rsqrt", .reciprocalSquareRoot), ("inverse", .inverse), ("power", .power),
    ("exp", .exponential), ("log", .logarithm), ("abs", .magnitude), ("threshold", .threshold),
  ]

  /// What `reduce` takes, under the format's names.
  static let statistics: [(name: String, statistic: ReduceDefinition.Statistic)] = [
    ("sum", .sum), ("avg", .average), ("prod", .product), ("logsum", .logSum), ("sumsquare", .sumOfSquares),
    ("L1", .l1),
    ("L2", .l2), ("max", .maximum), ("min", .minimum),
  ]
}

extension WrittenLayer {
  fileprivate var batchNormalization: BatchNormalizationDefinition {
    let channels = shape.first ?? 1
    let (zeros, ones) = (
      Tensor(shape: [channels]), Tensor(shape: [channels], values: [Float](repeating: 1, count: channels))
    )
    return BatchNormalizationDefinition(
      channels: channels, gamma: ones, beta: zeros, mean: zeros, variance: ones, epsilon: number("epsilon", 1e-5))
  }

  fileprivate var unary: UnaryDefinition {
    let function = LayerTable.functions.first { $0.name == arguments.positionals[0].word }?.function ?? .magnitude
    return UnaryDefinition(
      function: function, alpha: number("alpha", 1), epsilon: number("epsilon", 1e-6), shift: number("shift", 0),
      scale: number("scale", 1))
  }

  fileprivate var reduction: ReduceDefinition {
    let axes: ReduceDefinition.Axes =
      switch arguments.word("axis") {
      case "HW": .heightWidth
      case "C": .channel
      case "H": .height
      case "W": .width
      default: .channelHeightWidth
      }
    let statistic = LayerTable.statistics.first { $0.name == arguments.positionals[0].word }?.statistic ?? .sum
    return ReduceDefinition(statistic: statistic, axes: axes)
  }
}
