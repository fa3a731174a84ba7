import ModelFile
import Networks
import Training

/// What of a network's training a device could not continue, in words.
struct DeviceRemarks {
  private let model: NetworkModel

  /// Looks at a network as it stands.
  init(_ model: NetworkModel) { self.model = model }

  /// Every reason, a sentence each; empty where a device can go on.
  var all: [String] { [stoppedLayers, dropout, weightDecay, settings].compactMap(\.self) }

  /// The layers no gradient reaches on a device.
  var stoppedLayers: String? {
    var stopped: [(layer: String, by: String)] = []
    for row in LayerListing(model.definition).rows where row.isUpdatable {
      if case .here(let obstacle, let type) = row.learning { stopped.append((row.name, "\(obstacle) (\(type))")) }
    }
    guard let first = stopped.first else { return nil }
    let obstacles = stopped.map(\.by).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let layers =
      stopped.count > 4 ? "\(stopped.count) layers, \(first.layer) among them," : Numbers.list(stopped.map(\.layer))
    return "\(layers) cannot be trained there: no gradient passes \(Numbers.list(Array(obstacles.prefix(3))))"
      + (obstacles.count > 3 ? " and \(obstacles.count - 3) more." : ".")
  }

  private var dropout: String? {
    let names = model.definition.layers.filter { if case .dropout = $0.kind { true } else { false } }.map(\.name)
    return names.isEmpty
      ? nil : "the format has no dropout: \(Numbers.list(names)) \(names.count == 1 ? "is" : "are") left out."
  }

  private var weightDecay: String? {
    guard let decay = model.lastTraining?.settings.optimizer.weightDecay, decay != 0 else { return nil }
    return "training goes on without weight decay (\(Numbers.short(decay)) here)."
  }

  /// Settings of the last training that the format has no field for.
  private var settings: String? {
    guard let settings = model.lastTraining?.settings else { return nil }
    var lost: [String] = []
    if settings.schedule != .constant { lost.append("the schedule \(settings.schedule.phrase)") }
    if case .sgd(_, true) = settings.optimizer.rule { lost.append("Nesterov's momentum") }
    if settings.loss.labelSmoothing != 0 { lost.append("label smoothing") }
    if !settings.loss.classWeights.isEmpty { lost.append("weights of classes") }
    if let training = model.lastTraining, !training.augmentation.isEmpty { lost.append("the variation of photos") }
    return lost.isEmpty ? nil : "it knows nothing of \(Numbers.list(lost))."
  }
}
