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
      "convolution", "Convolves feature maps with kernels.",
      outputs("Number of kernels, and of output feature maps."),
      extent("kernel", "Height and width of the kernels.", default: 3),
      extent("stride", "Stride: distance between two positions of a kernel.", default: 1),
      padding("valid, same, or the number of zeros on each side."),
      extent("dilation", "Dilation: distance between the weights of a kernel.", default: 1),
      LayerArgument(groups), bias,
      isActivated: true, examples: ["convolution 32 kernel=3 activation=relu"], kind: WrittenLayer.convolution),
    LayerWord(
      "innerProduct", "Fully connected layer: each output is a weighted sum of all inputs.",
      outputs("Number of outputs."), bias,
      isActivated: true, examples: ["innerProduct 500 activation=relu"], kind: WrittenLayer.innerProduct),
    pooling("maxPool", "Takes the maximum of each window.", .max),
    pooling("averagePool", "Takes the mean of each window.", .average),
    LayerWord("flatten", "Flattens feature maps to a vector.", .flatten(.channelFirst)),
    LayerWord("relu", "Rectified linear unit: max(0, x).", .activation(.relu)),
    LayerWord("sigmoid", "Logistic function: 1 / (1 + e^-x).", .activation(.sigmoid)),
    LayerWord("tanh", "Hyperbolic tangent: tanh(x).", .activation(.tanh)),
    LayerWord("softplus", "Smooth ReLU: ln(1 + e^x).", .activation(.softplus)),
    LayerWord("softmax", "Turns scores into probabilities; the last layer of a classifier.", .softmax),
    LayerWord(
      "leakyRelu", "ReLU with a slope below 0: max(0, x) + alpha · min(0, x).",
      number("alpha", 0...1, "Slope below 0.", default: 0.01)
    ) {
      .activation(.leakyRelu(alpha: $1))
    },
    LayerWord(
      "elu", "Exponential linear unit: x, or alpha · (e^x - 1) below 0.",
      number("alpha", 0...100, "Factor of the part below 0.", default: 1)
    ) {
      .activation(.elu(alpha: $1))
    },
    LayerWord(
      "dropout", "Sets each input to 0 with a probability during training. Core ML has no such layer.",
      place("probability", .decimal(0...0.99), "Probability of setting an input to 0."), examples: ["dropout 0.5"]
    ) { .dropout(probability: Float($1)) },
    combining("concat", "Concatenates the feature maps of several layers.", .concat),
    combining("add", "Adds the outputs of several layers.", .add(constant: 0)),
    combining("multiply", "Multiplies the outputs of several layers.", .multiply(constant: 1)),
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
    "groups", count, "Number of groups the channels are divided into.", default: 1)
  static let bias = key("bias", .bool, "Whether to add a bias to each output.", default: true)

  /// The layer put behind another one; nil for none.
  static let activation = KeyedArgument(
    "activation",
    .choice([("none", nil)] + activations.map { ($0, LayerPart(.activation($1), reads: .previous, suffix: $0)) }),
    "Activation function of the outputs.", default: nil)

  private static let activations: [(word: String, function: ActivationFunction)] = [
    ("relu", .relu), ("sigmoid", .sigmoid), ("tanh", .tanh), ("softplus", .softplus),
    ("leakyRelu", .leakyRelu(alpha: 0.01)), ("elu", .elu(alpha: 1)),
  ]

  static let name = KeyedArgument("name", .newName, "Name of the layer.")
  static let from = KeyedArgument("from", .list(.text), "Layers it reads; by default the one above.")
  static let updatable = KeyedArgument("updatable", .bool, "Whether its weights are trained.", default: true)

  static func combining(_ name: String, _ summary: String, _ kind: LayerKind) -> LayerWord {
    LayerWord(name, summary, examples: ["\(name) from=[left, right]"], kind)
  }

  static func pooling(_ name: String, _ summary: String, _ statistic: PoolingDefinition.Statistic) -> LayerWord {
    LayerWord(
      name, summary, extent(place: "kernel", "Height and width of the window."),
      extent("stride", "Stride: distance between two windows; by default the window's size."),
      padding("valid, same, or the padding on each side."), examples: ["\(name) 2"]
    ) { _, kernel, stride, padding in
      .pooling(
        PoolingDefinition(
          statistic: statistic, kernelSize: kernel, stride: stride ?? kernel, padding: padding, excludesPadding: true))
    }
  }
}
