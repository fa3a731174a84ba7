import CommandLanguage
import Experiments
import Figures
import Networks
import Tensors
import Views

/// `features hands from=squeezenet layer=pool10`
struct FeaturesCommand: Command {
  private static let selection = PositionalArgument("dataset", .split, "A dataset, or one of its splits.")
  private static let from = KeyedArgument(
    "from", .firstOf(.extractor), "Feature extractor: a network or model file, with or without its layer.",
    usually: "squeezenet")
  private static let layer = KeyedArgument(
    "layer", .layer, "Layer whose output is used; by default the classifier layer's input.")
  private static let precision = KeyedArgument(
    "precision", .choice(["float32", "8"]),
    "Precision of the layers from now on; 8 takes the scales of training photos.",
    usually: "as before, at first float32")
  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the photos.", usually: "this machine")

  static let declaration = CommandDeclaration(
    "features", "Computes and caches the features of a dataset's photos, by the frozen layers of a network.",
    discussion: """
      All models that use the same layer share the features, so each photo passes through the network once. Models \
      compute missing features when they need them; this command computes them beforehand and shows how long it took. \
      With cluster=, the workers of a cluster share the photos, with the same bits.

      precision=8 computes the layers in 8 bits; features differ a little, and near ties of k-NN can turn: the line \
      below the table tells how much. Scales are those of up to 64 of the dataset's training photos. Models that are \
      made of this network from then on use its layers in 8 bits, for training, evaluation and prediction; models that exist stay as they are. precision=float32 \
      ends it. Convolutions without groups and fully connected layers take part, unless they are trained. save writes \
      single precision.
      """,
    positionals: [selection],
    arguments: [from, layer, precision, cluster],
    examples: [
      "features hands from=squeezenet layer=pool10", "features hands from=squeezenet layer=pool10 precision=8",
      "features hands cluster=lab",
    ])

  private let selection: CheckedValue
  private let from: CheckedValue?
  private let layer: CheckedValue?
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    selection = arguments[Self.selection]
    from = arguments[Self.from]
    layer = arguments[Self.layer]
    self.arguments = arguments
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let photos = try workspace.lookup.photos(selection)
    var extractor = try self.extractor(in: workspace)
    var agreement: FeatureAgreement?
    if let precision = arguments[Self.precision] {
      extractor = try self.extractor(in: workspace, extractor, inBytes: precision == "8", photos)
      if precision == "8" { agreement = try self.agreement(of: extractor, on: photos, in: workspace) }
    }
    let live = context.live()
    let start = ContinuousClock.now
    let result: (tensor: Tensor, account: FeatureCache.Account)
    do {
      result = try FeatureWait.sharing(arguments[Self.cluster], for: arguments.statement, in: workspace, on: context) {
        try workspace.featureCache.features(of: photos.photos, through: extractor) { done, count in
          if count > 64 { live.update { Self.progress(photos.text, done, count, live.timeLeft(done, of: count)) } }
          return !context.isInterrupted
        }
      }
    } catch {
      throw error.placed(at: selection.span)
    }
    let seconds = (ContinuousClock.now - start).seconds
    if live.isShown { live.finish(Self.progress(photos.text, result.account.computed, result.account.computed)) }
    return FeaturesView(
      selection: photos, extractor: extractor, features: result.tensor, account: result.account, seconds: seconds,
      agreement: agreement
    ).summary
  }

  private func extractor(in workspace: Workspace) throws -> Extractor {
    do {
      guard let from else { return try workspace.library.extractor(of: "squeezenet", layer: layer?.word) }
      // Without layer= the file may name one itself: squeezenet.pool10.
      guard let layer else { return try workspace.lookup.extractor(from) }
      return try workspace.library.extractor(of: from.word, layer: layer.word)
    } catch {
      if case .experiment(.name(.unknownLayer))? = error.mistake {
        throw error.placed(at: layer?.span ?? selection.span)
      }
      throw error.placed(at: from?.span ?? selection.span)
    }
  }

  /// The same extractor in the precision that is asked for, in which its network is used from now on.
  private func extractor(
    in workspace: Workspace, _ extractor: Extractor, inBytes: Bool, _ selection: PhotoSelection
  ) throws -> Extractor {
    let source = from?.word ?? "squeezenet"
    let network = try Self.network(behind: source, in: workspace)
    guard inBytes else {
      workspace.library.precisions.use([:], for: network)
      return try self.extractor(in: workspace)
    }
    do {
      let layers = try workspace.featureCache.quantizations(of: extractor, on: Self.examples(selection))
      guard !layers.isEmpty else { throw ExperimentError.model(.nothingToQuantize(extractor.word)) }
      workspace.library.precisions.use(layers, for: network)
    } catch {
      throw error.placed(at: arguments.span(of: Self.precision) ?? self.selection.span)
    }
    return try self.extractor(in: workspace)
  }

  /// The network that a word names, with or without a layer: of the workspace, or of a file.
  private static func network(behind word: String, in workspace: Workspace) throws -> NetworkDefinition {
    let source = try workspace.library.split(word).source
    if case .network(let model)? = workspace.models[source] { return model.definition }
    return try workspace.library.network(workspace.library.modelFile(of: source))
  }

  /// Up to 64 photos to train on, from all over them.
  private static func examples(_ selection: PhotoSelection) -> [Photo] {
    let own = selection.dataset.split("train")?.photos ?? []
    return some(of: own.isEmpty ? selection.photos : own)
  }

  private static func some(of photos: [Photo]) -> [Photo] {
    let count = min(photos.count, 64)
    return (0..<count).map { photos[$0 * photos.count / count] }
  }

  /// How much 8 bits change the features of up to 64 of the photos.
  private func agreement(
    of extractor: Extractor, on selection: PhotoSelection, in workspace: Workspace
  ) throws -> FeatureAgreement? {
    do {
      return try workspace.featureCache.agreement(of: extractor, on: Self.some(of: selection.photos))
    } catch {
      throw error.placed(at: self.selection.span)
    }
  }

  private static func progress(_ name: String, _ done: Int, _ count: Int, _ details: [String] = []) -> Rendering {
    Figures.ProgressView(title: name, completed: done, total: count, unit: "photos", details: details).rendering
  }
}
