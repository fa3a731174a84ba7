import CommandLanguage
import Experiments
import Figures
import Language
import Tensors
import Training
import Views

/// `compare near hand on=hands by=leaveOneOut`
struct CompareCommand: Command {
  private static let models = PositionalArgument(repeating: "model", .model, "The models to compare.")
  private static let on = KeyedArgument("on", .split, "The samples; by default the only dataset.")
  private static let way = KeyedArgument(
    "by", .choice, "The evaluation protocol.", default: EvaluationProtocol.Method.test)
  private static let folds = KeyedArgument("folds", .integer(2...10_000), "For by=folds: number of folds.", default: 5)
  private static let repeats = KeyedArgument(
    "repeats", .integer(1...1000), "Number of repetitions, each with other random folds.", default: 1)
  private static let examplesPerClass = KeyedArgument(
    "examplesPerClass", .list(.integer(1...1_000_000)),
    "For learning curves: training examples per class, for numbers in total.")
  private static let draws = KeyedArgument(
    "draws", .integer(1...10_000), "For learning curves: random draws per size.", default: 20)
  private static let seed = KeyedArgument("seed", .seed, "Random seed of folds and examples; printed when left out.")
  private static let baselines = KeyedArgument(
    "baselines", .bool, "Whether to add rows of models that need almost no training.",
    usually: "true for up to \(mostTrainings) trainings")
  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the trainings.", usually: "this machine")
  /// The most trainings of each model beside which baselines are made where nobody asked for them.
  private static let mostTrainings = 1_000
  private static let confidence = KeyedArgument(
    "confidence", .decimal(0.5...0.9999), "Confidence level of intervals and verdicts.", default: 0.95)

  static let declaration = CommandDeclaration(
    "compare", "Compares models by training them anew on the same samples, with a statistical test.",
    discussion: """
      Each model is trained anew: a k-NN model with its settings, a network by its last training from its initial \
      weights, a model made by fit by that fit. It is evaluated on samples it was not trained on: by=test trains on \
      the training set and evaluates on the test set; by=folds and by=leaveOneOut evaluate on every sample of on= \
      while it is held out. Folds keep the proportions of the classes, and samples of one group= together. The models \
      themselves do not change.

      For classes, each accuracy has its Wilson interval, and two models are compared by McNemar's exact test on the \
      samples that only one of them predicts correctly. For numbers, the table has RMSE, MAE and R² with intervals of \
      1,000 resamples, and two models are compared by Wilcoxon's signed-rank test on their absolute errors. The \
      p-values of several pairs are corrected by Holm's method.

      The last rows are baselines that need almost no training, trained on the same samples: the nearest centroid on \
      the first model's inputs, the most frequent class and, for numbers, the mean. They are left out if the first \
      model is a network that reads its table sample by sample.

      Two ML programs are not trained but compared as they are: on how many photos they agree, and how far the values \
      of their common outputs differ.

      examplesPerClass= draws learning curves: each size is drawn draws= times, and the band holds the middle 80 % of \
      the draws.
      """,
    positionals: [models],
    arguments: [on, way, folds, repeats, examplesPerClass, draws, seed, baselines, confidence, cluster],
    examples: [
      "compare near hand on=hands by=leaveOneOut", "compare near hand on=hands by=folds folds=5 repeats=4",
      "compare near hand on=hands examplesPerClass=[1, 2, 5, 10] draws=20",
    ])

  private let arguments: Arguments
  private let way: EvaluationProtocol.Method

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    way = arguments[Self.way]
    if way != .folds { try arguments.refuse(Self.folds, belongingTo: "by=folds", "Set by=folds.") }
    if !arguments.isGiven(Self.examplesPerClass) {
      try arguments.refuse(Self.draws, belongingTo: "learning curves", "Add examplesPerClass=[1, 2, 5, 10].")
    } else {
      try arguments.refuse(Self.baselines, belongingTo: "comparisons of whole training sets", "Leave it out.")
      try arguments.refuse(
        Self.repeats, belongingTo: "comparisons of whole training sets", "For learning curves it is draws=.")
    }
    let names = arguments[Self.models]
    for (place, name) in names.enumerated() where names[..<place].contains(where: { $0.word == name.word }) {
      throw Diagnostic(.evidence(.namedTwice(name.word)), at: name.span)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let models = try arguments[Self.models].map(workspace.lookup.model)
    let selection = try self.selection(in: workspace)
    let place = arguments.span(of: Self.on) ?? arguments.commandSpan
    if let programs = Self.programs(models), case .photos(let photos) = selection {
      return try agreement(programs.first, programs.second, on: photos, in: workspace, context, at: place)
    }
    do {
      let candidates = try zip(models, arguments[Self.models]).map { model, name in
        do {
          return try FeatureWait.sharing(arguments[Self.cluster], for: arguments.statement, in: workspace, on: context)
          {
            try workspace.inference(context).candidate(model, on: selection)
          }
        } catch {
          throw error.placed(at: error.isAboutPhotos ? place : name.span)
        }
      }
      try Comparison.checkAnswers(of: candidates)
      let seed = arguments[Self.seed] ?? Workspace.chooseSeed()
      let command = "compare \(models.map(\.name).joined(separator: " "))"
      let remarks = models.compactMap {
        KnownFeatures(name: $0.name, basis: $0.basis, selection: selection).remark(command, in: workspace)
      }
      return try !arguments.isGiven(Self.examplesPerClass)
        ? compare(candidates, on: selection, seed: seed, remarks, in: workspace, context)
        : curves(candidates, on: selection, seed: seed, remarks, in: workspace, context)
    } catch {
      throw error.placed(at: place)
    }
  }

  // MARK: Programs

  /// Two ML programs of which nothing learns; nil for other models.
  private static func programs(_ models: [Model]) -> (first: NetworkModel, second: NetworkModel)? {
    guard models.count == 2, case .network(let first) = models[0], case .network(let second) = models[1],
      [first, second].allSatisfy({ $0.source.isProgram && $0.definition.parameterCounts.trainable == 0 })
    else { return nil }
    return (first, second)
  }

  /// Whether two programs answer alike, and how far their values lie apart: there is nothing to train.
  private func agreement(
    _ first: NetworkModel, _ second: NetworkModel, on photos: PhotoSelection, in workspace: Workspace,
    _ context: CommandContext,
    at place: Span
  ) throws -> Rendering {
    let others =
      [
        Self.way, Self.folds, Self.repeats, Self.examplesPerClass, Self.draws, Self.seed, Self.baselines,
        Self.confidence,
        Self.cluster,
      ] as [any ArgumentKey]
    try arguments.refuse(others, belongingTo: "models that are trained anew") { _, _ in
      "\(first.name) and \(second.name) are ML programs, which are asked as they are."
    }
    do {
      let agreement = try ProgramAgreement(
        first, second, on: photos, photos: workspace.featureCache.photos, signal: context)
      return ProgramAgreementView(agreement, first: first.name, second: second.name, selection: photos.text).rendering
    } catch {
      throw error.placed(at: place)
    }
  }

  /// The photos named, else those of the only dataset there is.
  private func selection(in workspace: Workspace) throws -> Selection {
    if let on = arguments[Self.on] { return try workspace.lookup.selection(on) }
    let known = workspace.datasets.keys.sorted()
    guard known.count == 1 else {
      let models = arguments[Self.models].map(\.word).joined(separator: " ")
      throw Diagnostic(.evidence(.whichDataset(command: "compare", models: models, known: known)))
    }
    return try workspace.selection(named: known[0])
  }

  // MARK: Whole training sets

  private func compare(
    _ candidates: [Candidate], on selection: Selection, seed: UInt64, _ remarks: [String], in workspace: Workspace,
    _ context: CommandContext
  ) throws -> Rendering? {
    let evaluationProtocol = try EvaluationProtocol(
      way, on: selection, folds: arguments[Self.folds], repeats: arguments[Self.repeats],
      seed: seed)
    var view = ComparisonView(
      selection: selection, evaluationProtocol: evaluationProtocol, repeats: arguments[Self.repeats],
      comparison: Comparison(entrants: [], confidence: arguments[Self.confidence]))
    view.remarks = remarks
    let live = context.live()
    let start = ContinuousClock.now
    let (count, splits) = (evaluationProtocol.trials.count, evaluationProtocol.trials.map(\.split))
    var begun = (candidate: 0, at: start)
    let report = try run(CandidatePlan(candidates, evaluationProtocol.trials), in: workspace, context) {
      report, details in
      live.update {
        let present = candidates.indices.first { report.outcomes($0 * count..<($0 + 1) * count) == nil } ?? 0
        view.comparison.entrants = Self.entrants(candidates.prefix(present), splits, report)
        if begun.candidate != present { begun = (present, .now) }
        let done = report.outcomes[present * count..<(present + 1) * count].count { $0 != nil }
        return view.progress(
          candidates[present].name, done, details + Self.left(done, of: count, since: begun.at))
      }
    }
    view.comparison.entrants = Self.entrants(candidates[...], splits, report)
    if let place = candidates.indices.first(where: { report.outcomes($0 * count..<($0 + 1) * count) == nil }) {
      live.finish(view.rendering)
      try refuse(report)
      let done = report.outcomes[place * count..<(place + 1) * count].count { $0 != nil }
      throw StatementInterruption(remark: view.whereItStopped(candidates[place].name, done))
    }
    view.comparison.baselines = try baselines(beside: candidates[0], evaluationProtocol, context)
    view.alike = LearntOverlap.alike(
      selection, in: evaluationProtocol.trials.map(\.split), cache: workspace.featureCache, signal: context)
    view.seconds = (ContinuousClock.now - start).seconds
    return live.result(view.rendering)
  }

  /// Does trainings here, or on the cluster named.
  private func run(
    _ plan: CandidatePlan, in workspace: Workspace, _ context: CommandContext,
    update: (CandidatePlanReport, [String]) -> Void
  ) throws -> CandidatePlanReport {
    try plan.run(on: workspace.lookup.place(arguments[Self.cluster], for: arguments.statement), signal: context) {
      report, status in
      update(report, status?.details ?? [])
    }
  }

  /// Why a cluster has not done all of it, where it has failed.
  private func refuse(_ report: CandidatePlanReport) throws {
    guard let failure = report.failure else { return }
    throw Diagnostic(
      .experiment(.cluster(.failed(failure))), at: arguments.span(of: Self.cluster) ?? arguments.commandSpan)
  }

  /// The models whose trainings are all done.
  private static func entrants(
    _ candidates: ArraySlice<Candidate>, _ splits: [Folds.Split], _ report: CandidatePlanReport
  ) -> [Comparison.Entrant] {
    candidates.enumerated().compactMap { place, candidate in
      report.outcomes(place * splits.count..<(place + 1) * splits.count).map {
        Comparison.Entrant(candidate, splits, $0)
      }
    }
  }

  /// What next to no training comes to; none where the reader stopped it, as every model is done by then.
  private func baselines(
    beside candidate: Candidate, _ evaluationProtocol: EvaluationProtocol, _ context: CommandContext
  ) throws -> [Comparison.Entrant] {
    guard arguments[Self.baselines] ?? (evaluationProtocol.trials.count <= Self.mostTrainings) else { return [] }
    let splits = evaluationProtocol.trials.map(\.split)
    return try candidate.baselines.compactMap { baseline in
      let report = try ParallelTrainings(signal: context).run(splits.count) { place, goesOn in
        try baseline.run(splits[place], while: goesOn)
      }
      return report.isComplete ? Comparison.Entrant(baseline, splits, report.outcomes) : nil
    }
  }

  // MARK: Learning curves

  private func curves(
    _ candidates: [Candidate], on selection: Selection, seed: UInt64, _ remarks: [String], in workspace: Workspace,
    _ context: CommandContext
  ) throws -> Rendering? {
    let sizes = Set(arguments[Self.examplesPerClass] ?? []).sorted()
    let examples = try LearningCurve.Examples(
      sizes: sizes, draws: arguments[Self.draws], seed: seed, way: way, selection: selection)
    var view = LearningCurveView(
      selection: selection, examples: examples, answersNumbers: candidates.contains { $0.targets != nil }, curves: [])
    view.remarks = remarks
    let live = context.live()
    let start = ContinuousClock.now
    for candidate in candidates {
      view.curves.append(LearningCurve(name: candidate.name, configuration: candidate.configuration, points: []))
      for size in sizes {
        let begun = ContinuousClock.now
        let trials = (0..<examples.draws).map { (split: examples.split(size, draw: $0), repetition: 0) }
        let report = try run(CandidatePlan([candidate], trials), in: workspace, context) { report, details in
          live.update {
            view.progress(
              candidate.name, size, report.done, details + Self.left(report.done, of: examples.draws, since: begun))
          }
        }
        guard let outcomes = report.outcomes(0..<examples.draws) else {
          live.finish(view.stopped)
          try refuse(report)
          throw StatementInterruption(remark: view.whereItStopped(candidate.name, size))
        }
        view.curves[view.curves.count - 1].points.append(
          LearningCurve.Point(size: size, scores: outcomes.map(\.answers.score)))
      }
    }
    view.seconds = (ContinuousClock.now - start).seconds
    return live.result(view.rendering)
  }

  private static func left(_ done: Int, of count: Int, since begun: ContinuousClock.Instant) -> [String] {
    TimeLeft(passed: (ContinuousClock.now - begun).seconds, done: Double(done), of: Double(count)).details
  }
}
