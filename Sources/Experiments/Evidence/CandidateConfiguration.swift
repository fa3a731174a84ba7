import Networks
import Tensors
public import Training

/// How a model is made anew from nothing but samples: everything about it except what it has learnt.
public indirect enum CandidateConfiguration: Sendable {
  /// Remember the samples.
  case neighbors(NearestNeighbors)
  /// Go through them in mini-batches.
  case network(NetworkConfiguration)
  /// Solve for the best linear classifier.
  case linear(LogisticRegression)
  /// Solve for the best linear regressor.
  case ridge(RidgeRegression)
  /// Make two models anew, and mix their probabilities.
  case hybrid(HybridConfiguration)
  /// Answer by next to no training; whether features are standardised for it.
  case baseline(Baseline, isStandardized: Bool)
}

/// How a network is trained: the part that learns, as it stands before the first step, and the settings.
public struct NetworkConfiguration: Sendable {
  /// The network before any training.
  public let starter: NetworkModel
  /// Its two parts; the trunk's features are what it learns from.
  public let parts: TrainableParts
  /// The settings.
  public var settings: TrainingSettings
  /// How photos are varied.
  public var augmentation: [Augmentation]
  /// The name of each output.
  public let names: [String]
  /// The output of each class of the dataset; none where it answers with numbers.
  public let outputs: [Int]

  /// The same configuration with other draws: its first weights and the order of its photos come from the next seeds. The first
  /// repetition is the configuration itself.
  public func repeated(_ repetition: Int) throws(ExperimentError) -> NetworkConfiguration {
    guard repetition > 0 else { return self }
    var model = starter
    if let seed = model.initial.seed { model.drawAnew(seed: seed &+ UInt64(repetition)) }
    let parts = try TrainableParts(of: model, as: model.initial.definition)
    var copy = NetworkConfiguration(
      starter: model, parts: parts, settings: settings, augmentation: augmentation, names: names, outputs: outputs)
    copy.settings.seed = settings.seed &+ UInt64(repetition)
    return copy
  }
}

extension NetworkConfiguration {
  /// How a network is trained from where it stands, by other settings; what it standardises by stays.
  public init(_ start: NetworkModel, on selection: Selection, settings: TrainingSettings) throws(ExperimentError) {
    try Model.network(start).checkAnswers(selection)
    guard start.definition.parameterCounts.trainable > 0 else {
      throw ExperimentError.model(.nothingToLearn(start))
    }
    let parts = try TrainableParts(of: start, as: start.definition.withFixedStandardization)
    if case .table(let table) = selection { try parts.checkFits(table) }
    let assigned = try start.assigning(selection)
    self.init(
      starter: start, parts: parts, settings: settings, augmentation: [], names: assigned.labels,
      outputs: assigned.outputs)
  }

  /// How a network was last trained, from its first weights on.
  public init(of model: NetworkModel, on selection: Selection) throws(ExperimentError) {
    try Model.network(model).checkAnswers(selection)
    var starter = model
    let last = model.training.last
    starter.returnToStart()
    guard starter.definition.parameterCounts.trainable > 0 else {
      throw ExperimentError.model(.nothingToLearn(model))
    }
    let parts = try TrainableParts(of: starter)
    if case .table(let table) = selection { try parts.checkFits(table) }
    let settings = last?.settings ?? starter.defaults(seed: starter.initial.seed ?? 1)
    let assigned = try starter.assigning(selection)
    // Numbers are learnt from samples as they are.
    let augmentation = model.outputs.isRegressor ? [] : (last?.augmentation ?? []).filter(\.isFlip)
    self.init(
      starter: starter, parts: parts, settings: settings, augmentation: augmentation,
      names: assigned.labels, outputs: assigned.outputs)
  }
}
