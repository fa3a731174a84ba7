import Networks
public import Tensors
public import Training

/// A model that is trained anew again and again, each time on other samples: their features are worked out once, and what
/// a training comes to depends on nothing but the samples it learns from and the seeds.
public struct Candidate: Sendable {
  /// What the model is called.
  public let name: String
  /// How it is made.
  public var configuration: CandidateConfiguration
  /// What it looks at, for people: `pool10 of squeezenet`.
  public let looksAt: String
  /// The features of all samples in each variant of a photo, [samples, features]; as they were taken first.
  public let variants: [FeatureRows]
  /// The class of each sample, and the classes there are.
  public let truths: [String]
  /// The classes there are.
  public let labels: [String]
  /// The numbers each sample is to be answered with, [samples, numbers]; nil where it is to be answered with a class.
  public let targets: Tensor?

  /// Puts it together.
  public init(
    name: String, configuration: CandidateConfiguration, looksAt: String, variants: [FeatureRows], truths: [String],
    labels: [String],
    targets: Tensor? = nil
  ) {
    self.name = name
    self.configuration = configuration
    self.looksAt = looksAt
    self.variants = variants
    self.truths = truths
    self.labels = labels
    self.targets = targets
  }

  /// Trains on some samples and asks about others.
  ///
  /// - Parameters:
  ///   - split: The places of both.
  ///   - repetition: Which of several trainings, each with draws of its own; 0 is the configuration as it is.
  ///   - goesOn: Asked again and again whether to go on.
  /// - Returns: The answers to the samples held out.
  /// - Throws: `ExperimentError` where the configuration does not fit the samples, `Interruption`.
  public func run(_ split: Folds.Split, repetition: Int = 0, while goesOn: () -> Bool) throws -> FoldResult {
    guard goesOn() else { throw Interruption.dropped }
    return try ExperimentError.naming(name) {
      switch configuration {
      case .neighbors(let memory): return FoldResult(answers: try remember(memory, split))
      case .network(let configuration): return try train(configuration.repeated(repetition), split, goesOn)
      case .linear(let settings): return FoldResult(answers: .classes(try fit(settings, split, goesOn)))
      case .ridge(let settings): return FoldResult(answers: try fit(settings, split, goesOn))
      case .hybrid(let configuration): return try configuration.run(split, repetition: repetition, while: goesOn)
      case .baseline(let baseline, let isStandardized):
        return FoldResult(answers: try answers(of: baseline, isStandardized, split))
      }
    }
  }

  private func remember(_ settings: NearestNeighbors, _ split: Folds.Split) throws -> HeldOutAnswers {
    var memory = settings
    memory.forgetAll()
    try memory.remember(features(split.learning), labels: split.learning.map { truths[$0] })
    let votes = try memory.classify(features(split.held))
    if let targets {
      return .numbers(Self.beside(targets.rows(split.held), votes.flatMap { $0.numbers(of: memory.sampleLabels) }))
    }
    return .classes(try Evaluation(votes: votes, truths: split.held.map { truths[$0] }))
  }

  private func answers(
    of baseline: Baseline, _ isStandardized: Bool, _ split: Folds.Split
  ) throws -> HeldOutAnswers {
    if let targets {
      let (learnt, held) = (targets.rows(split.learning), Self.asWritten(targets.rows(split.held)))
      return .numbers(Baseline.mean(of: Self.asWritten(learnt), truths: held, outputs: max(1, targets.shape[1])))
    }
    // The most frequent class needs no features.
    let isAsked = baseline == .nearestCentroid
    return .classes(
      try baseline.classes(
        learning: features(isAsked ? split.learning : []), labels: split.learning.map { truths[$0] },
        held: features(isAsked ? split.held : []), truths: split.held.map { truths[$0] },
        isStandardized: isStandardized))
  }

  private func fit(_ settings: RidgeRegression, _ split: Folds.Split, _ goesOn: () -> Bool) throws -> HeldOutAnswers {
    let targets = targets ?? Tensor(shape: [truths.count, 1])
    guard
      let fit = try settings.fit(
        features(split.learning), targets: targets.rows(split.learning).values, outputs: max(1, targets.shape[1]),
        goesOn: goesOn)
    else { throw Interruption.dropped }
    return .numbers(Self.beside(targets.rows(split.held), fit.answers(try features(split.held))))
  }

  /// Numbers beside the true ones, [samples, numbers].
  private static func beside(_ truths: Tensor, _ answers: [Double]) -> NumberEvaluation {
    NumberEvaluation(truths: asWritten(truths), answers: answers, outputs: max(1, truths.shape[1]))
  }

  /// Numbers as they are written: 0.1, not the nearest number of single precision.
  private static func asWritten(_ numbers: Tensor) -> [Double] { numbers.values.map { Double("\($0)") ?? Double($0) } }

  private func fit(_ settings: LogisticRegression, _ split: Folds.Split, _ goesOn: () -> Bool) throws -> Evaluation {
    let index = LabelIndex(labels)
    let targets = split.learning.map { index.position(of: truths[$0]) ?? 0 }
    let fit = try settings.fit(features(split.learning), targets: targets, classes: labels.count) { _ in goesOn() }
    guard goesOn() else { throw Interruption.dropped }
    return try Evaluation(
      probabilities: fit.probabilities(features(split.held)), labels: labels,
      truths: split.held.map { truths[$0] })
  }

  private func train(
    _ configuration: NetworkConfiguration, _ split: Folds.Split, _ goesOn: () -> Bool
  ) throws -> FoldResult {
    let task = try task(configuration, split.learning)
    var losses: [Double] = []
    let ending = try task.run { event in
      if case .epochEnd(let record) = event { losses.append(record.trainLossMean) }
      if case .miniBatchEnd = event { return goesOn() }
      return true
    }
    guard ending != .stopped else { throw Interruption.dropped }
    let outputs = try configuration.parts.probabilities(of: variants[0], at: split.held, on: task.update.network)
    let answers: HeldOutAnswers =
      if let targets {
        .numbers(Self.beside(targets.rows(split.held), outputs.values.map { Double($0) }))
      } else {
        .classes(
          try Evaluation(probabilities: outputs, labels: configuration.names, truths: split.held.map { truths[$0] }))
      }
    return FoldResult(answers: answers, losses: losses, hasDiverged: ending.hasDiverged)
  }

  /// A training by a configuration on some of the samples, or on all.
  ///
  /// - Parameters:
  ///   - configuration: How the network is trained.
  ///   - places: Which samples; nil for all.
  ///   - rateChanges: The learning rates that are set on the way, in order.
  /// - Returns: The training, which is not begun.
  /// - Throws: `ModelError.network` and `ModelError.training` where network and samples do not fit.
  public func task(
    _ configuration: NetworkConfiguration, _ places: [Int]? = nil, rateChanges: [RateChange] = []
  ) throws -> TrainingTask {
    let all = places ?? Array(truths.indices)
    let numbers = targets?.rows(all)
    let parts = try configuration.parts.standardized(by: { try variants[0].rows(all) }, targets: numbers)
    let targets: Targets =
      if let numbers {
        .values(parts.tail.standardizedTargets(numbers))
      } else {
        .classes(LabelIndex(labels).outputs(of: all.map { truths[$0] }, among: configuration.outputs))
      }
    return try TrainingTask(
      name, parts, settings: configuration.settings,
      source: try parts.source(
        variants, places, targets: targets,
        variation: PhotoVariation(ways: configuration.augmentation, seeds: SeedPlan(seed: configuration.settings.seed))),
      rateChanges: rateChanges)
  }

  /// The features of some samples as they were taken, [samples, features].
  private func features(_ places: [Int]) throws(ExperimentError) -> Tensor { try variants[0].rows(places) }
}
