import CommandLanguage
import Experiments
import Figures
import Networks
import Pictures
import Training
import Views

/// `knn near features=squeezenet.pool10 numberOfNeighbors=3`
struct NeighborsCommand: Command {
  /// How neighbours are searched.
  private enum Index: String, CaseIterable {
    case linear, kdTree
  }

  /// What a pixel is.
  private enum PixelColors: String, CaseIterable {
    case rgb, grayscale
  }

  private static let model = PositionalArgument("name", .newName, "Name of the model.", effect: .makes(.model))
  private static let features = KeyedArgument(
    "features", .firstOf(.extractor),
    "Feature extractor: a network or model file and a layer.",
    usually: "the samples' own numbers", aliases: ["from"])
  private static let size = KeyedArgument(
    "size", .list(.integer(1...1024)), "Without features=: width and height to resize photos to, in pixels.")
  private static let colorSpace = KeyedArgument(
    "colorSpace", .choice, "With size=: whether a pixel has three values or one.", default: PixelColors.rgb)
  private static let standardize = KeyedArgument(
    "standardize", .bool,
    "Whether to standardise each feature to mean 0 and deviation 1 over the training samples.", default: false)
  private static let numberOfNeighbors = KeyedArgument(
    "numberOfNeighbors", .integer(1...1000), "Number of neighbours.", default: 3, aliases: ["k", "n_neighbors"])
  private static let weighting = KeyedArgument(
    "weighting", .choice, "Weight function of the neighbours.", default: NearestNeighbors.Weighting.inverseDistance)
  private static let metric = KeyedArgument(
    "metric", .choice, "Distance metric.", default: DistanceMetric.euclidean)
  private static let index = KeyedArgument(
    "index", .choice, "Search algorithm; the answers are the same.", default: Index.linear)
  private static let leafSize = KeyedArgument(
    "leafSize", .integer(1...100_000), "With index=kdTree: largest number of samples in a leaf.", default: 30)
  private static let pooling = KeyedArgument(
    "pooling", .choice(["meanMax", "none"]), "Pooling of a layer that makes feature maps.", default: "meanMax")
  private static let defaultLabel = KeyedArgument(
    "defaultLabel", .text, "Prediction of a model without samples.", usually: "\"\(usualLabel)\"")
  private static let usualLabel = NeighborsModel.usualLabel

  static let declaration = CommandDeclaration(
    "knn", "Creates a k-nearest-neighbours model: a classifier, or a regressor for numeric targets.",
    discussion: """
      The model stores the training samples and predicts from the nearest ones: by a weighted vote for classes, where \
      the nearest neighbour decides a tie; by a weighted mean for numbers. Training takes no time, and the number of \
      classes is not limited. Run the line again to change numberOfNeighbors, weighting or metric; the stored samples \
      stay as long as features= is the same. The distance is Core ML's squared Euclidean distance unless \
      metric=cosine.

      Without features=, the model compares the samples' own numbers: the columns of a table, or with size=[32, 32] \
      the pixels of photos. standardize=true gives every feature the same weight, whatever its unit; the means and \
      deviations of the stored samples are saved with the model. Without it, train says when few columns of a table \
      outweigh all others.

      With features=, it compares the outputs of a layer of a network or model file; a file alone means the input of \
      its classifier layer. Of feature maps, such as those of squeezenet.fire9, it takes the mean and the maximum of \
      each map, unless pooling=none. features=lenet.innerProduct0 names a layer of a network of the workspace, whose \
      layers and weights are copied. When that network changes, the model keeps its copy and says so; running the line \
      again makes a new copy and forgets the stored samples.
      """,
    positionals: [model],
    arguments: [
      features, size, colorSpace, standardize, numberOfNeighbors, weighting, metric, index, leafSize, pooling,
      CropAndScale.argument, defaultLabel,
    ],
    examples: [
      "knn near features=squeezenet.pool10 numberOfNeighbors=3 weighting=inverseDistance", "knn near standardize=true",
      "knn near size=[32, 32] metric=cosine", "knn deep features=lenet.innerProduct0",
    ])

  private let name: CheckedValue
  private let features: CheckedValue?
  private let pixels: Extractor?
  private let isStandardized: Bool
  private let numberOfNeighbors: Int
  private let weighting: NearestNeighbors.Weighting
  private let metric: DistanceMetric
  private let index: NearestNeighbors.Index
  private let defaultLabel: String
  private let isPooled: Bool
  private let scaling: CropAndScale?

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    features = arguments[Self.features]
    numberOfNeighbors = arguments[Self.numberOfNeighbors]
    weighting = arguments[Self.weighting]
    metric = arguments[Self.metric]
    index =
      arguments[Self.index] == .kdTree ? .kdTree(leafSize: arguments[Self.leafSize]) : .linear
    if index == .linear {
      try arguments.refuse(Self.leafSize, belongingTo: "index=kdTree", "Add index=kdTree, or leave it out.")
    }
    defaultLabel = arguments[Self.defaultLabel]?.word ?? Self.usualLabel
    isStandardized = arguments[Self.standardize]
    pixels = try Self.pixels(arguments)
    isPooled = arguments[Self.pooling] != "none"
    scaling = arguments[CropAndScale.argument]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try workspace.lookup.checkName(name, for: .model)
    var extractor = try extractor(in: workspace)
    extractor.scaling = scaling ?? extractor.scaling
    var memory: NearestNeighbors
    var kept = 0
    if context.replaced != name.word, case .neighbors(let before)? = workspace.models[name.word],
      before.extractor.fingerprint == extractor.fingerprint || extractor.isOpen && before.extractor.isOfTable,
      before.extractor.scaling == extractor.scaling
    {
      if extractor.isOpen { extractor = before.extractor }
      memory = before.memory
      memory.numberOfNeighbors = numberOfNeighbors
      memory.weighting = weighting
      memory.metric = metric
      memory.defaultLabel = defaultLabel
      kept = memory.count
    } else {
      memory = NearestNeighbors(
        dimension: extractor.isOpen ? 1 : try extractor.featureCount(), numberOfNeighbors: numberOfNeighbors,
        weighting: weighting,
        metric: metric, defaultLabel: defaultLabel)
    }
    memory.index = index
    memory.isStandardized = isStandardized
    let model = NeighborsModel(
      name: name.word, extractor: extractor, memory: memory, file: nil, allowedNeighbors: nil)
    try workspace.catalogue.put(.neighbors(model))
    return NeighborsView(model: model).made(remembering: kept)
  }

  private func extractor(in workspace: Workspace) throws -> Extractor {
    guard let features else { return pixels ?? .open }
    let whole = try workspace.lookup.extractor(features)
    return isPooled ? try whole.pooled() : whole
  }

  /// The pixels that size= asks for; nil where it is not given.
  private static func pixels(_ arguments: Arguments) throws -> Extractor? {
    guard let size = arguments[Self.size] else {
      try arguments.refuse(Self.colorSpace, belongingTo: "size=", "Add size=[32, 32], or leave it out.")
      return nil
    }
    if arguments.isGiven(features) {
      try arguments.refuse(Self.size, belongingTo: "models without features=", "A layer reads photos of its own size.")
    }
    guard size.count == 2 else {
      throw Diagnostic(.badSize(size), at: arguments.span(of: Self.size))
    }
    return .pixels(
      width: size[0], height: size[1], colorSpace: arguments[Self.colorSpace] == .grayscale ? .grayscale : .rgb)
  }
}
