import CommandLanguage
import Networks

/// The words for layers that can stand in a network's block. A new one is one row of a family: what may be written behind it, and which
/// layers it makes.
enum LayerTable {
  /// The words, family by family, in the order help lists them.
  static let all = usual + ofMaps + ofMeasures + ofSequences

  /// What they declare.
  static let declarations = all.map(\.declaration)

  /// The layers of most networks.
  private static let usual: [LayerWord] = [
    LayerWord(
      CommandDeclaration(
        "convolution", "Slides so many small kernels over the maps.",
        positionals: [
          PositionalDeclaration("outputChannels", count, "How many kernels, and so how many maps it makes.")
        ],
        arguments: [
          ArgumentDeclaration("kernel", extent, "The kernels' height and width.", default: "3"),
          ArgumentDeclaration("stride", extent, "The steps from one place to the next.", default: "1"),
          ArgumentDeclaration("padding", .text, "valid, same, or how many zeros go around.", default: "valid"),
          ArgumentDeclaration("dilation", extent, "The steps between a kernel's own numbers.", default: "1"),
          ArgumentDeclaration("groups", count, "Into how many separate groups the maps are split.", default: "1"),
          bias, activation,
        ] + common, examples: ["convolution 32 kernel=3 activation=relu"])
    ) { (layer) throws(Fault) in .convolution(try layer.convolution()) },
    LayerWord(
      CommandDeclaration(
        "innerProduct", "Connects every number with every output.",
        positionals: [PositionalDeclaration("outputChannels", count, "How many numbers it makes.")],
        arguments: [bias, activation] + common, examples: ["innerProduct 500 activation=relu"])
    ) { (layer) throws(Fault) in .innerProduct(try layer.innerProduct()) },
    LayerWord(pooling("maxPool", "Takes the largest number of each window.")) { (layer) throws(Fault) in
      .pooling(try layer.pooling(.max))
    },
    LayerWord(pooling("averagePool", "Takes the mean of each window.")) { (layer) throws(Fault) in
      .pooling(try layer.pooling(.average))
    },
    LayerWord(plain("flatten", "Lays the maps out as one row of numbers."), .flatten(.channelFirst)),
    LayerWord(plain("relu", "max(0, x)"), .activation(.relu)),
    LayerWord(plain("sigmoid", "1 / (1 + e^-x)"), .activation(.sigmoid)),
    LayerWord(plain("tanh", "The hyperbolic tangent."), .activation(.tanh)),
    LayerWord(plain("softplus", "ln(1 + e^x)"), .activation(.softplus)),
    LayerWord(plain("softmax", "Makes probabilities of scores; the last layer of a classifier."), .softmax),
    LayerWord(
      CommandDeclaration(
        "leakyRelu", "alpha · x below 0.",
        arguments: [ArgumentDeclaration("alpha", .decimal(0...1), "The slope below 0.", default: "0.01")] + common)
    ) { .activation(.leakyRelu(alpha: $0.number("alpha", 0.01))) },
    LayerWord(
      CommandDeclaration(
        "elu", "alpha · (e^x - 1) below 0.",
        arguments: [ArgumentDeclaration("alpha", .decimal(0...100), "The depth below 0.", default: "1")] + common)
    ) { .activation(.elu(alpha: $0.number("alpha", 1))) },
    LayerWord(
      CommandDeclaration(
        "dropout", "While training, puts each number to 0 with this probability. Core ML has no such layer.",
        positionals: [PositionalDeclaration("probability", .decimal(0...0.99), "How probable it is.")],
        arguments: common,
        examples: ["dropout 0.5"])
    ) { .dropout(probability: Float($0.arguments.positionals[0].decimal)) },
    LayerWord(combining("concat", "Stacks maps of several layers."), .concat),
    LayerWord(combining("add", "Adds what several layers make."), .add(constant: 0)),
    LayerWord(combining("multiply", "Multiplies what several layers make."), .multiply(constant: 1)),
  ]

  /// The names of the layers, and the other words for them.
  static let names = declarations.map(\.name)

  /// Other words for layers, as other tools have them.
  static let aliases = [
    "dense": "innerProduct", "linear": "innerProduct", "conv2d": "convolution", "lstm": "uniDirectionalLSTM",
    "rnn": "simpleRecurrent", "batchNorm": "batchnorm", "resize": "resizeBilinear",
  ]

  /// The word of a layer, by its name or another word for it.
  static func word(_ name: String) -> LayerWord? { byName[aliases[name] ?? name] }

  /// The declaration of a layer, by its name or another word for it.
  static func declaration(_ name: String) -> CommandDeclaration? { word(name)?.declaration }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.declaration.name, $0) })

  static let count = ArgumentKind.integer(1...1_000_000)
  static let extent = ArgumentKind.list(.integer(1...10_000))
  static let bias = ArgumentDeclaration(
    "bias", .bool, "Whether a number is added to each output.", default: "true")
  static let activation = ArgumentDeclaration(
    "activation", .choice(["none"] + LayerBuilder.activations.map(\.word)), "What is done to each number behind it.",
    default: "none")
  static let common = [
    ArgumentDeclaration("name", .newName, "What the layer is called."),
    ArgumentDeclaration("from", .list(.text), "The layers it reads; the one above unless said."),
    ArgumentDeclaration("updatable", .bool, "Whether training may change it.", default: "true"),
  ]

  static func plain(_ name: String, _ summary: String) -> CommandDeclaration {
    CommandDeclaration(name, summary, arguments: common)
  }

  static func combining(_ name: String, _ summary: String) -> CommandDeclaration {
    CommandDeclaration(name, summary, arguments: common, examples: ["\(name) from=[left, right]"])
  }

  static func pooling(_ name: String, _ summary: String) -> CommandDeclaration {
    CommandDeclaration(
      name, summary, positionals: [PositionalDeclaration("kernel", extent, "The window's height and width.")],
      arguments: [
        ArgumentDeclaration("stride", extent, "The steps from one window to the next; the window's size unless said."),
        ArgumentDeclaration("padding", .text, "valid, same, or how much goes around.", default: "valid"),
      ] + common, examples: ["\(name) 2"])
  }
}
