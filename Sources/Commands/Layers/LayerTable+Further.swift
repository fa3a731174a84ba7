import Networks

/// Layers beside the usual ones, under Core ML's names.
///
/// These kinds have no word: `split` and `cropResize` make or read several tensors of different sorts; `scale`, `bias` and
/// `loadConstant` hold numbers that nobody types and nothing learns (batchnorm has such that learn); a memory that goes both ways
/// does not learn its way back (two of them, one with reverseInput=true, joined by concat, do); the index of a maximum has no
/// gradient; parametricSoftplus and linear differ from softplus and batchnorm by numbers that do not learn.
extension LayerTable {
  /// Layers that move windows over maps, or make maps of another size.
  static let ofMaps: [CommandDeclaration] = [
    CommandDeclaration(
      "deconvolution", "A convolution backwards, from small maps to large ones.",
      positionals: [PositionalDeclaration("outputChannels", count, "How many maps it makes.")],
      arguments: [
        ArgumentDeclaration("kernel", extent, "The kernels' height and width.", default: "3"),
        ArgumentDeclaration("stride", extent, "How many times as large the maps become.", default: "1"),
        ArgumentDeclaration("padding", .text, "valid, same, or how much is cut off around.", default: "valid"),
        bias, activation,
      ] + common, examples: ["deconvolution 8 kernel=2 stride=2"]),
    pooling("l2Pool", "Takes the root of the sum of squares of each window."),
    plain("globalMaxPool", "Takes the largest number of each map."),
    plain("globalAveragePool", "Takes the mean of each map."),
    CommandDeclaration(
      "upsample", "Enlarges maps by whole factors.",
      positionals: [PositionalDeclaration("factor", extent, "How many times as high and wide.")],
      arguments: [
        ArgumentDeclaration(
          "mode", .choice(["nearest", "bilinear"]), "What stands between numbers.", default: "nearest")
      ] + common, examples: ["upsample 2 mode=bilinear"]),
    CommandDeclaration(
      "resizeBilinear", "Brings maps to a size, linearly between their numbers.",
      positionals: [PositionalDeclaration("size", extent, "The new height and width.")], arguments: common,
      examples: ["resizeBilinear [14, 14]"]),
    CommandDeclaration(
      "padding", "Surrounds maps.",
      positionals: [PositionalDeclaration("amount", margin, "How much: all sides, or [top, bottom, left, right].")],
      arguments: [
        ArgumentDeclaration(
          "mode", .choice(["constant", "reflection", "replication"]), "What stands there.", default: "constant"),
        ArgumentDeclaration("value", .decimal(-1e6...1e6), "With mode=constant: the number.", default: "0"),
      ] + common, examples: ["padding 1 mode=reflection"]),
    CommandDeclaration(
      "crop", "Cuts rows and columns off maps.",
      positionals: [PositionalDeclaration("amount", margin, "How many: all sides, or [top, bottom, left, right].")],
      arguments: common, examples: ["crop [0, 1, 0, 1]"]),
    CommandDeclaration(
      "slice", "Keeps a part of an axis.",
      positionals: [PositionalDeclaration("axis", .choice(["channel", "height", "width"]), "The axis.")],
      arguments: [
        ArgumentDeclaration("start", place, "The first entry kept; negative ones count from the end.", default: "0"),
        ArgumentDeclaration("end", place, "The entry before which it ends; the axis' length when left out."),
        ArgumentDeclaration("stride", count, "From one entry kept to the next.", default: "1"),
      ] + common, examples: ["slice channel start=0 end=3"]),
    CommandDeclaration(
      "reorganizeData", "Moves numbers between the channels and the map, block by block.",
      positionals: [
        PositionalDeclaration("mode", .choice(["spaceToDepth", "depthToSpace", "pixelShuffle"]), "Which way.")
      ],
      arguments: [
        ArgumentDeclaration("blockSize", .integer(2...4000), "The height and width of a block.", default: "2")
      ] + common, examples: ["reorganizeData pixelShuffle blockSize=2"]),
  ]

  /// Layers that bring numbers to a common measure.
  static let ofMeasure: [CommandDeclaration] = [
    CommandDeclaration(
      "batchnorm", "Brings each channel to mean 0 and variance 1, then times and plus a number it learns.",
      discussion: "Training takes the statistics of each mini-batch and lets stored ones follow, which answers use.",
      arguments: [
        ArgumentDeclaration("epsilon", .decimal(1e-10...1), "What is added to the variance.", default: "1e-5")
      ] + common, examples: ["batchnorm"]),
    CommandDeclaration(
      "mvn", "Brings each sample's maps to mean 0 and variance 1.",
      arguments: [
        ArgumentDeclaration("acrossChannels", .bool, "Whether all maps have one mean and variance.", default: "false"),
        ArgumentDeclaration("normalizeVariance", .bool, "Whether the variance is made 1.", default: "true"),
      ] + common),
    plain("l2normalize", "Divides each sample by its length."),
    CommandDeclaration(
      "lrn", "Divides each number by what stands in the channels around it.",
      arguments: [
        ArgumentDeclaration("alpha", .decimal(0...100), "The weight of the squares.", default: "1e-4"),
        ArgumentDeclaration("beta", .decimal(0...10), "The exponent.", default: "0.75"),
        ArgumentDeclaration("localSize", .integer(1...10_000), "How many channels.", default: "5"),
        ArgumentDeclaration("k", .decimal(1e-6...100), "What is added.", default: "1"),
      ] + common),
    CommandDeclaration(
      "prelu", "alpha · x below 0; the slope does not learn.",
      arguments: [ArgumentDeclaration("alpha", .decimal(-10...10), "The slope below 0.", default: "0.25")] + common),
    CommandDeclaration(
      "thresholdedRelu", "x from alpha on, else 0.",
      arguments: [ArgumentDeclaration("alpha", .decimal(-1e6...1e6), "From where on.", default: "1")] + common),
    CommandDeclaration(
      "hardSigmoid", "alpha · x + beta, held between 0 and 1.",
      arguments: [
        ArgumentDeclaration("alpha", .decimal(-100...100), "The slope.", default: "0.2"),
        ArgumentDeclaration("beta", .decimal(-100...100), "The number at 0.", default: "0.5"),
      ] + common),
    CommandDeclaration(
      "scaledTanh", "alpha · tanh(beta · x)",
      arguments: [
        ArgumentDeclaration("alpha", .decimal(-100...100), "The height.", default: "1.7159"),
        ArgumentDeclaration("beta", .decimal(-100...100), "The steepness.", default: "0.6667"),
      ] + common),
    plain("softsign", "x / (1 + |x|)"),
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
      ] + common, examples: ["unary power alpha=2"]),
    CommandDeclaration(
      "reduce", "One number in place of all along some axes.",
      positionals: [PositionalDeclaration("mode", .choice(statistics.map(\.name)), "What is taken of them.")],
      arguments: [
        ArgumentDeclaration("axis", .choice(["CHW", "HW", "C", "H", "W"]), "The axes.", default: "CHW")
      ] + common, examples: ["reduce max axis=HW"]),
    combining("average", "The mean of what several layers make."), combining("max", "The largest of what they make."),
    combining("min", "The smallest of what several layers make."),
    CommandDeclaration(
      "dot", "Multiplies two layers' channels and adds them up.",
      arguments: [
        ArgumentDeclaration("cosineSimilarity", .bool, "Whether it is divided by their lengths.", default: "false")
      ] + common, examples: ["dot from=[left, right]"]),
  ]

  /// Layers that lay numbers out otherwise, and those that go through sequences.
  static let ofSequences: [CommandDeclaration] = [
    CommandDeclaration(
      "reshape", "The same numbers in another shape, or as a sequence of such.",
      positionals: [
        PositionalDeclaration("shape", .list(.integer(1...1_000_000)), "[C, H, W], or [Seq, C, H, W] for a sequence.")
      ], arguments: common, examples: ["reshape [28, 28, 1, 1]"]),
    CommandDeclaration(
      "permute", "Takes the axes Seq, C, H, W, which are 0 to 3, in another order.",
      positionals: [PositionalDeclaration("axes", .list(.integer(0...3)), "The axes, in their new order.")],
      arguments: common, examples: ["permute [2, 3, 0, 1]"]),
    CommandDeclaration(
      "embedding", "A row of numbers for each whole number from 0 on.",
      positionals: [PositionalDeclaration("outputChannels", count, "How many numbers a row has.")],
      arguments: [
        ArgumentDeclaration("inputDim", count, "How many rows there are.", isRequired: true),
        ArgumentDeclaration("bias", .bool, "Whether a number is added to each output.", default: "false"),
      ] + common, examples: ["embedding 16 inputDim=1000"]),
    memory("simpleRecurrent", "Goes through a sequence with its last output: tanh(W x + R y + b)."),
    memory("gru", "Goes through a sequence with gates that update and reset its last output."),
    memory(
      "uniDirectionalLSTM", "Goes through a sequence with a long short-term memory.",
      ArgumentDeclaration("forgetBias", .bool, "Whether 1 is added to what the forget gate sums up.", default: "false")),
    CommandDeclaration(
      "sequenceRepeat", "A sequence so many times over.",
      positionals: [PositionalDeclaration("nRepetitions", .integer(1...10_000), "How many times.")], arguments: common,
      examples: ["sequenceRepeat 3"]),
    combining("sequenceConcat", "The sequences of several layers, one after the other."),
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

  private static let margin = ArgumentKind.list(.integer(0...10_000))
  private static let place = ArgumentKind.integer(-1_000_000...1_000_000)

  private static func memory(
    _ name: String, _ summary: String, _ further: ArgumentDeclaration...
  ) -> CommandDeclaration {
    CommandDeclaration(
      name, summary, positionals: [PositionalDeclaration("outputVectorSize", count, "How many numbers it makes.")],
      arguments: [
        ArgumentDeclaration(
          "sequenceOutput", .bool, "Whether every step's output comes out, not only the last one's.", default: "false"),
        ArgumentDeclaration("reverseInput", .bool, "Whether it begins at the sequence's end.", default: "false"), bias,
      ] + further + common, examples: ["\(name) 32"])
  }
}
