/// The layers that can stand in a network's block. A new one is one line here and one case in `LayerBuilder`.
enum LayerTable {
  /// The declarations, in the order help lists them.
  static let all: [CommandDeclaration] =
    [
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
        ] + common, examples: ["convolution 32 kernel=3 activation=relu"]),
      CommandDeclaration(
        "innerProduct", "Connects every number with every output.",
        positionals: [PositionalDeclaration("outputChannels", count, "How many numbers it makes.")],
        arguments: [bias, activation] + common, examples: ["innerProduct 500 activation=relu"]),
      pooling("maxPool", "Takes the largest number of each window."),
      pooling("averagePool", "Takes the mean of each window."),
      plain("flatten", "Lays the maps out as one row of numbers."),
      plain("relu", "max(0, x)"), plain("sigmoid", "1 / (1 + e^-x)"), plain("tanh", "The hyperbolic tangent."),
      plain("softplus", "ln(1 + e^x)"),
      plain("softmax", "Makes probabilities of scores; the last layer of a classifier."),
      CommandDeclaration(
        "leakyRelu", "alpha · x below 0.",
        arguments: [ArgumentDeclaration("alpha", .decimal(0...1), "The slope below 0.", default: "0.01")] + common),
      CommandDeclaration(
        "elu", "alpha · (e^x - 1) below 0.",
        arguments: [ArgumentDeclaration("alpha", .decimal(0...100), "The depth below 0.", default: "1")] + common),
      CommandDeclaration(
        "dropout", "While training, puts each number to 0 with this probability. Core ML has no such layer.",
        positionals: [PositionalDeclaration("probability", .decimal(0...0.99), "How probable it is.")],
        arguments: common,
        examples: ["dropout 0.5"]),
      combining("concat", "Stacks maps of several layers."), combining("add", "Adds what several layers make."),
      combining("multiply", "Multiplies what several layers make."),
    ] + ofMaps + ofMeasure + ofSequences

  /// The names of the layers, and the other words for them.
  static let names = all.map(\.name)

  /// Other words for layers, as other tools have them.
  static let aliases = [
    "dense": "innerProduct", "linear": "innerProduct", "conv2d": "convolution", "lstm": "uniDirectionalLSTM",
    "rnn": "simpleRecurrent", "batchNorm": "batchnorm", "resize": "resizeBilinear",
  ]

  /// The declaration of a layer, by its name or another word for it.
  static func declaration(_ name: String) -> CommandDeclaration? {
    let proper = aliases[name] ?? name
    return all.first { $0.name == proper }
  }

  static let count = ArgumentKind.integer(1...1_000_000)
  static let extent = ArgumentKind.list(.integer(1...10_000))
  static let bias = ArgumentDeclaration(
    "bias", .bool, "Whether a number is added to each output.", default: "true")
  static let activation = ArgumentDeclaration(
    "activation", .choice(["none"] + LayerBuilder.activations), "What is done to each number behind it.",
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
