import CommandLanguage
import Experiments
import Networks

/// The words for layers that can stand in a network's block. A new one is one row of a family: what may be written behind
/// it, and which layers it makes.
enum LayerTable {
  /// The words, family by family, in the order help lists them.
  static let all = usual + ofMaps + ofMeasures + ofSequences

  /// What they declare.
  static let declarations = all.map(\.declaration)

  /// The layers of most networks.
  private static let usual: [LayerWord] = [
    LayerWord(
      "convolution", "Slides so many small kernels over the maps.",
      outputs("How many kernels, and so how many maps it makes."),
      extent("kernel", "The kernels' height and width.", default: 3),
      extent("stride", "The steps from one place to the next.", default: 1),
      padding("valid, same, or how many zeros go around."),
      extent("dilation", "The steps between a kernel's own numbers.", default: 1),
      LayerArgument(groups), bias,
      isActivated: true, examples: ["convolution 32 kernel=3 activation=relu"], kind: WrittenLayer.convolution),
    LayerWord(
      "innerProduct", "Connects every number with every output.", outputs("How many numbers it makes."), bias,
      isActivated: true, examples: ["innerProduct 500 activation=relu"], kind: WrittenLayer.innerProduct),
    pooling("maxPool", "Takes the largest number of each window.", .max),
    pooling("averagePool", "Takes the mean of each window.", .average),
    LayerWord("flatten", "Lays the maps out as one row of numbers.", .flatten(.channelFirst)),
    LayerWord("relu", "max(0, x)", .activation(.relu)),
    LayerWord("sigmoid", "1 / (1 + e^-x)", .activation(.sigmoid)),
    LayerWord("tanh", "The hyperbolic tangent.", .activation(.tanh)),
    LayerWord("softplus", "ln(1 + e^x)", .activation(.softplus)),
    LayerWord("softmax", "Makes probabilities of scores; the last layer of a classifier.", .softmax),
    LayerWord("leakyRelu", "alpha · x below 0.", number("alpha", 0...1, "The slope below 0.", default: 0.01)) {
      .activation(.leakyRelu(alpha: $1))
    },
    LayerWord("elu", "alpha · (e^x - 1) below 0.", number("alpha", 0...100, "The depth below 0.", default: 1)) {
      .activation(.elu(alpha: $1))
    },
    LayerWord(
      "dropout", "While training, puts each number to 0 with this probability. Core ML has no such layer.",
      place("probability", .decimal(0...0.99), "How probable it is."), examples: ["dropout 0.5"]
    ) { .dropout(probability: Float($1)) },
    combining("concat", "Stacks maps of several layers.", .concat),
    combining("add", "Adds what several layers make.", .add(constant: 0)),
    combining("multiply", "Multiplies what several layers make.", .multiply(constant: 1)),
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

  // MARK: What several words take

  static let groups = KeyedArgument(
    "groups", count, "Into how many separate groups the maps are split.", default: 1)
  static let bias = key("bias", .bool, "Whether a number is added to each output.", default: true)

  /// The layer put behind another one; nil for none.
  static let activation = KeyedArgument(
    "activation",
    .choice([("none", nil)] + activations.map { ($0, LayerPart(.activation($1), reads: .previous, suffix: $0)) }),
    "What is done to each number behind it.", default: nil)

  private static let activations: [(word: String, function: ActivationFunction)] = [
    ("relu", .relu), ("sigmoid", .sigmoid), ("tanh", .tanh), ("softplus", .softplus),
    ("leakyRelu", .leakyRelu(alpha: 0.01)), ("elu", .elu(alpha: 1)),
  ]

  static let name = KeyedArgument("name", .newName, "What the layer is called.")
  static let from = KeyedArgument("from", .list(.text), "The layers it reads; the one above unless said.")
  static let updatable = KeyedArgument("updatable", .bool, "Whether training may change it.", default: true)

  static func combining(_ name: String, _ summary: String, _ kind: LayerKind) -> LayerWord {
    LayerWord(name, summary, examples: ["\(name) from=[left, right]"], kind)
  }

  static func pooling(_ name: String, _ summary: String, _ statistic: PoolingDefinition.Statistic) -> LayerWord {
    LayerWord(
      name, summary, extent(place: "kernel", "The window's height and width."),
      extent("stride", "The steps from one window to the next; the window's size unless said."),
      padding("valid, same, or how much goes around."), examples: ["\(name) 2"]
    ) { _, kernel, stride, padding in
      .pooling(
        PoolingDefinition(
          statistic: statistic, kernelSize: kernel, stride: stride ?? kernel, padding: padding, excludesPadding: true))
    }
  }
}
