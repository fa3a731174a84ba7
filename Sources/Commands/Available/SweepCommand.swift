import Figures
import Training

/// `sweep hand on=hands.train folds=5 learningRate=[1e-5, 1e-4, 1e-3, 1e-2] epochs=[10, 50] rank=validationLoss`
struct SweepCommand: Command {
  static let declaration = CommandDeclaration(
    "sweep", "Tries a model with many settings, each by cross-validation, and ranks them.",
    discussion: """
      Any setting of train or knn can be a list; every combination is a row, trained anew for each fold from the first \
      weights and asked about the photos held out. Rows appear and are sorted as they are done; Interrupt keeps those that \
      were. With validate= there are no folds: all of on= is learnt from. repeats= draws other folds, first weights and \
      orders. For a k-NN model features= names layers of its network, such as [pool10, fire9]; of maps the mean and the \
      maximum are taken. The model itself stays as it is; below the table stands the line that gives it the best settings.
      """,
    positionals: [PositionalDeclaration("model", .model, "The model to try.")],
    arguments: [
      ArgumentDeclaration("on", .split, "The photos; those a network last learnt from when left out."),
      ArgumentDeclaration("validate", .split, "Photos to ask about, instead of folds."),
      ArgumentDeclaration("folds", .integer(2...10_000), "In how many parts on= is divided.", default: "5"),
      ArgumentDeclaration("repeats", .integer(1...1000), "How often each row is tried.", default: "1"),
      ArgumentDeclaration(
        "rank", .choice(SweepRow.Rank.allCases.map(\.rawValue)),
        "What makes a row better; validationAccuracy for k-NN models.", default: "validationLoss"),
      ArgumentDeclaration(
        "limit", .integer(1...100_000), "The most rows; where there are more, so many are drawn at random."),
      ArgumentDeclaration(
        "seed", .integer(0...Int.max), "What folds and orders are drawn from; that of the last training when left out."),
      ArgumentDeclaration(
        "features", .list(.text), "For k-NN: layers to look at, such as pool10, or squeezenet.fire9."),
      ArgumentDeclaration(
        "numberOfNeighbors", .list(.integer(1...1000)), "For k-NN: how many neighbours are asked.",
        aliases: ["k", "n_neighbors"]),
      ArgumentDeclaration(
        "weighting", .list(.choice(NearestNeighbors.Weighting.allCases.map(\.rawValue))),
        "For k-NN: whether near neighbours weigh more."),
      ArgumentDeclaration(
        "metric", .list(.choice(NearestNeighbors.Metric.allCases.map(\.rawValue))), "For k-NN: what distance is."),
    ] + ofTraining,
    examples: [
      "sweep hand on=hands.train folds=5 learningRate=[1e-5, 1e-4, 1e-3, 1e-2] epochs=[10, 50]",
      "sweep near on=hands features=[pool10, conv10, fire9, fire8] numberOfNeighbors=[1, 3, 5]",
    ])

  /// The settings of a training, each of which may be a list.
  private static let ofTraining: [ArgumentDeclaration] = TrainingArguments.declarations.compactMap { declaration in
    guard SweepPlan.networkKeys.contains(declaration.key) || declaration.key == "augment" else { return nil }
    let kind: ArgumentKind = declaration.key == "augment" ? declaration.kind : .list(declaration.kind)
    return ArgumentDeclaration(declaration.key, kind, declaration.summary, aliases: declaration.aliases)
  }

  private let arguments: Arguments
  private let name: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    self.arguments = arguments
    name = arguments.positionals[0]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let model = try session.model(name)
    let plan: SweepPlan
    do {
      plan = try SweepPlan(arguments, model: model, session: session, stage: stage)
    } catch let fault as Fault {
      throw fault.placed(at: fault.isAboutPhotos ? arguments["on"]?.span ?? name.span : name.span)
    }
    var view = SweepView(
      name: model.name, phrase: plan.phrase, trialsPerRow: plan.trials.count, rank: rank(for: model), rows: plan.rows)
    let start = ContinuousClock.now
    let live = stage.live()
    let (rows, trials) = (plan.rows, plan.trials)
    let report: Trials.Report<Trial>
    do {
      report = try Trials(stage: stage).run(rows.count * trials.count) { done in
        live.update {
          view.take(done, trials)
          return view.progress(done: done.count)
        }
      } _: { number, goesOn in
        let trial = trials[number % trials.count]
        return try rows[number / trials.count].contender.run(trial.split, repetition: trial.repetition, while: goesOn)
      }
    } catch let fault as Fault {
      throw fault.placed(at: name.span)
    }
    view.take(report.outcomes, trials)
    guard report.isComplete else {
      live.finish(view.progress(done: report.outcomes.count, isStopped: true))
      throw Interruption(remark: "Stopped after \(view.ranked.count) of \(Numbers.count(rows.count, "row")).")
    }
    view.seconds = (ContinuousClock.now - start).seconds
    guard live.isShown else { return view.rendering }
    live.finish(view.rendering)
    return nil
  }

  private func rank(for model: Model) -> SweepRow.Rank {
    if let rank = arguments.word("rank").flatMap(SweepRow.Rank.init) { return rank }
    if case .neighbors = model { return .validationAccuracy }
    return .validationLoss
  }
}

extension SweepView {
  /// Takes note of the trainings done so far: a row is done when all of its own are.
  mutating func take(_ done: [Trial], _ trials: [(split: Folds.Split, repetition: Int)]) {
    for row in rows.indices where rows[row].outcome == nil {
      let first = row * trials.count
      guard done.count >= first + trials.count else { return }
      rows[row].outcome = SweepRow.Outcome(
        trials.indices.map { (done[first + $0], trials[$0].repetition) })
    }
  }
}
