import Networks
public import Training

/// What a training of a network is going to do: everything that was asked for, checked, before anything is done.
public struct TrainingPlan {
  /// The network as it stands before the first step.
  public let model: NetworkModel
  /// What is learnt from and validated on, as typed, and the settings: to be remembered.
  public let training: NetworkModel.LastTraining
  /// The samples to learn from.
  public let on: Selection
  /// The samples to evaluate after every epoch.
  public let validate: [Selection]
  /// The classes that have an output from now on, and the output of each class of `on`.
  public let classes: [String], outputs: [Int]
  /// The samples learnt from as they are now, to be remembered, too.
  public let learnt: LearntData?
  /// Whether a stopped training is taken up.
  public let isResuming: Bool
  /// How photos are varied, as one would type it; nil where they are not.
  public let variation: String?
  /// The statement, for the record of runs.
  public let statement: String
  /// The columns of its samples that outweigh all others, where the network reads them as they stand.
  public private(set) var outweighing: OutweighingColumns?
  /// Where it goes on; nil to begin with the first epoch of the network's life.
  public let state: TrainingState?
  /// The learning rates that are set on the way, where a run is done again.
  public var rateChanges: [RateChange] = []

  /// Puts it together.
  public init(
    _ model: NetworkModel, _ training: NetworkModel.LastTraining, on: Selection, validate: [Selection],
    assigned: OutputAssignment, learnt: LearntData?, isResuming: Bool, variation: String?,
    statement: String
  ) {
    self.model = model
    self.training = training
    self.on = on
    self.validate = validate
    (classes, outputs) = (assigned.classes, assigned.outputs)
    self.learnt = learnt
    self.isResuming = isResuming
    self.variation = variation
    self.statement = statement
    state =
      isResuming
      ? model.training.state
      : model.training.state.map { TrainingState(training.settings, sampleCount: on.count, after: $0) }
    outweighing = findOutweighing()
  }

  /// The settings.
  public var settings: TrainingSettings { training.settings }

  /// The parameters of the best epoch of a stopped training that goes on.
  var best: ParameterSnapshot? { isResuming ? model.training.best : nil }

  /// Makes the task of it: features of the samples, network and settings.
  ///
  /// - Throws: `ExperimentError` where a photo cannot be read, or the network cannot be trained on it, `Interruption`.
  func task(_ parts: TrainableParts, _ inference: Inference) throws -> TrainingTask {
    try Model.network(model).checkAnswers(on)
    for selection in validate { try Model.network(model).checkAnswers(selection) }
    let samples = try source(of: on, outputs: outputs, ways: training.augmentation, parts, inference)
    let validation = try validate.map { selection in
      let labels = selection.labels
      let own = try OutputAssignment(model, to: on.labels + labels, truths: on.truths + selection.truths).outputs
      return ValidationSet(
        name: selection.text,
        source: try source(of: selection, outputs: own.suffix(labels.count), ways: [], parts, inference))
    }
    return try TrainingTask(
      model.name, parts, settings: settings, source: samples, validation: validation, state: state, best: best,
      threads: training.options.threads, rateChanges: rateChanges)
  }

  private func source(
    of selection: Selection, outputs: [Int], ways: [Augmentation], _ parts: TrainableParts, _ inference: Inference
  ) throws -> any SampleSource {
    let targets: Targets =
      model.outputs.isRegressor
      ? .values(model.definition.standardizedTargets(try model.numbers(selection.truths, of: selection.text)))
      : .classes(LabelIndex(selection.labels).outputs(of: selection.truths, among: outputs))
    // Numbers are learnt from samples as they are.
    let variation = PhotoVariation(ways: model.outputs.isRegressor ? [] : ways, seeds: SeedPlan(seed: settings.seed))
    return try inference.samples(of: selection, targets: targets, variation: variation, for: parts)
  }
}
