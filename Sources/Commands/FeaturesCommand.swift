import CommandLanguage
import Experiments
import Figures
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
  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the photos.", usually: "this machine")

  static let declaration = CommandDeclaration(
    "features", "Computes and caches the features of a dataset's photos, by the frozen layers of a network.",
    discussion: """
      All models that use the same layer share the features, so each photo passes through the network once. Models \
      compute missing features when they need them; this command computes them beforehand and shows how long it took. \
      With cluster=, the workers of a cluster share the photos, with the same bits.
      """,
    positionals: [selection],
    arguments: [from, layer, cluster],
    examples: ["features hands from=squeezenet layer=pool10", "features hands cluster=lab"])

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
    let extractor = try self.extractor(in: workspace)
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
      selection: photos, extractor: extractor, features: result.tensor, account: result.account, seconds: seconds
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

  private static func progress(_ name: String, _ done: Int, _ count: Int, _ details: [String] = []) -> Rendering {
    Figures.ProgressView(title: name, completed: done, total: count, unit: "photos", details: details).rendering
  }
}
