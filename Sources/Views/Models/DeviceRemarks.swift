import Experiments
import ModelFile
import Networks
import Training
import Wording

/// What of a network's training a device could not continue, in words.
struct DeviceRemarks {
  private let model: NetworkModel

  /// Looks at a network as it stands.
  init(_ model: NetworkModel) { self.model = model }

  /// Every reason, a sentence each; empty where a device can go on.
  var all: [String] {
    [untrainedLayers, stoppedLayers, otherModels, losses, dropout, weightDecay, settings].compactMap(\.self)
  }

  /// The layers of types no device trains.
  var untrainedLayers: String? {
    let rows = LayerList(model.definition).rows.filter { $0.isUpdatable && [.onlyHere, .byName].contains($0.learning) }
    guard !rows.isEmpty else { return nil }
    let types = rows.map(\.type).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return "\(Self.naming(rows.map(\.name))) cannot be trained there: no device trains layers of type "
      + "\(Numbers.alternatives(types))."
  }

  /// The layers no gradient reaches on a device.
  var stoppedLayers: String? {
    if let loss = UpdateParameters(for: model).onDevice(of: model).losses.first,
      loss.kind == .categoricalCrossEntropy, model.definition.softmax(of: loss.input) == nil
    {
      let layers = model.definition.layers.filter(\.isUpdatable).map(\.name)
      return layers.isEmpty
        ? nil : "\(Self.naming(layers)) cannot be trained there: a cross entropy needs a softmax at the network's end."
    }
    var stopped: [(layer: String, by: String)] = []
    for row in LayerList(model.definition).rows where row.isUpdatable {
      if case .here(let obstacle, let type) = row.learning { stopped.append((row.name, "\(obstacle) (\(type))")) }
    }
    guard !stopped.isEmpty else { return nil }
    let obstacles = stopped.map(\.by).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return
      "\(Self.naming(stopped.map(\.layer))) cannot be trained there: no gradient passes \(Numbers.list(Array(obstacles.prefix(3))))"
      + (obstacles.count > 3 ? " and \(obstacles.count - 3) more." : ".")
  }

  /// A few layers by name, of many the first.
  private static func naming(_ layers: [String]) -> String {
    layers.count > 4 ? "\(layers.count) layers, \(layers[0]) among them," : Numbers.list(layers)
  }

  /// Of a pipeline only the last model learns on a device.
  private var otherModels: String? {
    guard model.source.isLoaded, let file = model.source.file, file.pipeline.isChainOfNetworks,
      let chain = try? file.pipeline.chain()
    else {
      return nil
    }
    let last = chain.lastLayers
    let names = model.definition.layers.filter { $0.isUpdatable && !last.contains($0.name) }.map(\.name)
    return names.isEmpty ? nil : "only the last model of a pipeline is trained there, not \(Numbers.list(names))."
  }

  /// What is made small here and not there.
  private var losses: String? {
    let here = (model.training.last?.settings ?? model.update.defaults)?.losses ?? []
    let there = UpdateParameters(for: model).onDevice(of: model).losses
    if there.count > 1 {
      return "it takes one loss, and the file has \(there.count). To leave one: update \(model.name) loss=crossEntropy"
    }
    guard !model.outputs.isRegressor, let first = here.first, let only = there.first else { return nil }
    if here.count > 1 {
      let left = here.dropFirst().map(\.phrase)
      return "it minimises one loss, \(only.kind.phrase) of \(only.input): \(Numbers.list(left)) "
        + "\(left.count == 1 ? "is" : "are") left out."
    }
    guard first.kind != only.loss else { return nil }
    return "it minimises \(only.kind.phrase) (\(first.kind.rawValue) here): otherwise no gradient passes the softmax."
  }

  private var dropout: String? {
    let names = model.definition.layers.filter { if case .dropout = $0.kind { true } else { false } }.map(\.name)
    return names.isEmpty
      ? nil : "the format has no dropout: \(Numbers.list(names)) \(names.count == 1 ? "is" : "are") left out."
  }

  private var weightDecay: String? {
    guard let decay = model.training.last?.settings.optimizer.weightDecay, decay != 0 else { return nil }
    return "training goes on without weight decay (\(Numbers.short(decay)) here)."
  }

  /// Settings of the last training that the format has no field for.
  private var settings: String? {
    guard let settings = model.training.last?.settings else { return nil }
    var lost: [String] = []
    if settings.schedule != .constant { lost.append("the schedule \(settings.schedule.phrase)") }
    if case .sgd(_, true) = settings.optimizer.rule { lost.append("Nesterov's momentum") }
    if settings.loss.labelSmoothing != 0 { lost.append("label smoothing") }
    if !settings.loss.classWeights.isEmpty { lost.append("class weights") }
    if let training = model.training.last, !training.augmentation.isEmpty { lost.append("augmentation") }
    return lost.isEmpty ? nil : "it does not support \(Numbers.list(lost))."
  }
}
