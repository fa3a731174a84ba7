import Experiments
import Synchronization
import Training

/// Answers canvases also while a cell is running: it has the models that were drawn for as the last statement left them.
final class DrawingCache: Sendable {
  private struct Contents {
    var models: [String: Drawable] = [:]
    let featureCache = FeatureCache()
  }

  private let contents = Mutex(Contents())

  /// Takes over the models that were drawn for. Costs nothing: they are shared until training changes them.
  func learn(from conversation: Conversation) {
    let workspace = conversation.workspace
    if conversation.drawnFor.isEmpty, contents.withLock({ $0.models.isEmpty }) { return }
    let models = conversation.drawnFor.reduce(into: [:]) { models, name in
      models[name] = workspace.models[name].flatMap { try? Drawable($0, in: workspace) }
    }
    contents.withLock { $0.models = models }
  }

  /// The model of a name, as the last statement left it.
  func model(_ name: String) -> Drawable? { contents.withLock { $0.models[name] } }

  /// Asks a model.
  ///
  /// - Throws: `ExperimentError` where its network cannot be run.
  func show(_ pixels: [UInt8], to model: Drawable) throws -> [LabelProbability] {
    try contents.withLock { try model.answers(to: pixels, on: $0.featureCache) }
  }
}
