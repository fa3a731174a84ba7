import Experiments
import Figures
import Networks
import Training
import Views

/// How a network stands, for the controls of its training.
struct ControlsState: Encodable, Sendable {
  /// What can be done next.
  enum Phase: String, Encodable {
    /// There is no such network.
    case missing
    /// It has learnt nothing, or its last training came to its end.
    case ready
    /// Its training was stopped and can go on.
    case stopped
    /// It is in training.
    case training
  }

  let model: String
  let standing: Phase
  /// The same in words.
  let told: String
  /// How it was trained last, or would be.
  let settings: TouchedSettings?
  /// The curves and the table of its epochs, as HTML; nil before the first, and while it is in training, whose figure comes by itself.
  let figure: String?

  /// Looks at a network.
  init(of name: String, in workspace: Workspace) {
    model = name
    guard case .network(let network)? = workspace.models[name] else {
      let isOther = workspace.models[name] != nil
      (standing, settings, figure) = (.missing, nil, nil)
      told = isOther ? "\(name) is not a neural network any more." : "There is no network called \(name)."
      return
    }
    let isAtWork = workspace.catalogue.training(of: name)?.isAtWork ?? false
    let history = network.training
    standing = isAtWork ? .training : history.paused != nil ? .stopped : .ready
    told = "\(name): \(workspace.catalogue.state(of: .network(network)).phrase)"
    let last = history.last
    settings = TouchedSettings(
      last?.settings ?? network.defaults(seed: 0), augment: (last?.augmentation ?? []).map(\.phrase))
    figure =
      isAtWork || history.records.isEmpty
      ? nil
      : Rendering.stacked([
        TrainingCurves(records: history.records).rendering,
        EpochTable(records: history.records, rowLimit: 12).rendering,
      ]).html
  }
}

/// The settings that controls show.
struct TouchedSettings: Encodable, Sendable {
  let epochs: Int
  let learningRate: Double
  let miniBatchSize: Int
  let augment: [String]

  init(_ settings: TrainingSettings, augment: [String]) {
    (epochs, miniBatchSize) = (settings.epochs, settings.miniBatchSize)
    learningRate = settings.optimizer.learningRate
    self.augment = augment
  }
}
