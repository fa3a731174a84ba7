import Figures
import Pictures
import Training

/// `knn near features=squeezenet.pool10 numberOfNeighbors=3`
struct NeighborsCommand: Command {
  static let declaration = CommandDeclaration(
    "knn", "Makes a k-nearest-neighbours classifier that looks at photos through a layer of a network.",
    discussion: """
      It remembers the photos it is trained on and answers with the classes of those nearest to the one asked about. \
      Training is immediate, any number of classes is welcome, and numberOfNeighbors, weighting and metric can be \
      changed by running the line again: what it remembers stays as long as features= is the same. The distance is the \
      squared Euclidean one of Core ML unless metric=cosine. Of a layer that makes maps, such as squeezenet.fire9, the \
      mean and the maximum of each map are taken, unless pooling=none. Of a file alone it is what the file's own \
      classifier layer reads. A network that was loaded from a file can be named in its place.
      """,
    positionals: [PositionalDeclaration("name", .newName, "What the model is to be called.", effect: .makes(.model))],
    arguments: [
      ArgumentDeclaration(
        "features", .firstOf(.extractor),
        "A model file and the layer whose output is compared; of several in brackets the first that is here.",
        isRequired: true, aliases: ["from"]),
      ArgumentDeclaration(
        "numberOfNeighbors", .integer(1...1000), "How many neighbours are asked.", default: "3",
        aliases: ["k", "n_neighbors"]),
      ArgumentDeclaration(
        "weighting", .choice(NearestNeighbors.Weighting.allCases.map(\.rawValue)),
        "Whether near neighbours weigh more.", default: "inverseDistance"),
      ArgumentDeclaration(
        "metric", .choice(NearestNeighbors.Metric.allCases.map(\.rawValue)), "What distance is.", default: "euclidean"),
      ArgumentDeclaration(
        "index", .choice(["linear", "kdTree"]), "How neighbours are searched; the answers are the same.",
        default: "linear"),
      ArgumentDeclaration(
        "leafSize", .integer(1...100_000), "With index=kdTree: how many samples a leaf of the tree holds at most.",
        default: "30"),
      ArgumentDeclaration(
        "pooling", .choice(["meanMax", "none"]), "What is taken of a layer that makes maps.", default: "meanMax"),
      CropAndScale.declaration,
      ArgumentDeclaration(
        "defaultLabel", .text, "The answer of a model that remembers nothing.", default: "\"???\""),
    ],
    examples: ["knn near features=squeezenet.pool10 numberOfNeighbors=3 weighting=inverseDistance"])

  private let name: CheckedValue
  private let features: CheckedValue
  private let numberOfNeighbors: Int
  private let weighting: NearestNeighbors.Weighting
  private let metric: NearestNeighbors.Metric
  private let index: NearestNeighbors.Index
  private let defaultLabel: String
  private let isPooled: Bool
  private let scaling: CropAndScale?

  init(_ arguments: Arguments) throws(Fault) {
    guard let features = arguments["features"] else { preconditionFailure("features is required") }
    name = arguments.positionals[0]
    self.features = features
    numberOfNeighbors = arguments.integer("numberOfNeighbors") ?? 3
    weighting = arguments.word("weighting").flatMap(NearestNeighbors.Weighting.init) ?? .inverseDistance
    metric = arguments.word("metric").flatMap(NearestNeighbors.Metric.init) ?? .euclidean
    index =
      arguments.word("index") == "kdTree" ? .kdTree(leafSize: arguments.integer("leafSize") ?? 30) : .linear
    if index == .linear, let leafSize = arguments["leafSize"] {
      throw Fault(
        .keyOfOther(
          key: "leafSize", given: leafSize.text, belongsTo: "index=kdTree", remedy: "Add index=kdTree, or leave it out."
        ),
        at: leafSize.span)
    }
    defaultLabel = arguments.word("defaultLabel") ?? "???"
    isPooled = arguments.word("pooling") != "none"
    scaling = arguments.word("cropAndScale").flatMap(CropAndScale.init)
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    try session.checkName(name, for: .model)
    let whole = try session.extractor(features)
    var extractor = isPooled ? try whole.pooled() : whole
    extractor.scaling = scaling
    var memory: NearestNeighbors
    var kept = 0
    if session.replaced != name.word, case .neighbors(let before)? = session.models[name.word],
      before.extractor.fingerprint == extractor.fingerprint, before.extractor.scaling == scaling
    {
      memory = before.memory
      memory.numberOfNeighbors = numberOfNeighbors
      memory.weighting = weighting
      memory.metric = metric
      memory.defaultLabel = defaultLabel
      kept = memory.count
    } else {
      memory = NearestNeighbors(
        dimension: try extractor.featureCount(), numberOfNeighbors: numberOfNeighbors, weighting: weighting,
        metric: metric, defaultLabel: defaultLabel)
    }
    memory.index = index
    let model = NeighborsModel(
      name: name.word, extractor: extractor, memory: memory, file: nil, allowedNeighbors: nil)
    try session.put(.neighbors(model))
    return NeighborsView(model: model).made(remembering: kept)
  }
}
