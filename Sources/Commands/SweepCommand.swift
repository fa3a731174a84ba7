import CommandLanguage
import Experiments
import Figures
import Training
import Views
import Wording

/// `sweep hand on=hands.train folds=5 learningRate=[1e-5, 1e-4, 1e-3, 1e-2] epochs=[10, 50] rank=validationLoss`
struct SweepCommand: Command {
  static let declaration = CommandDeclaration(
    "sweep", "Tries combinations of a model's settings by cross-validation and ranks them.",
    discussion: """
      Any setting of train or knn can be a list. Every combination is a row, trained anew for each fold from the \
      initial weights and evaluated on the held-out samples. Rows appear and are ranked as they finish; Interrupt \
      keeps the finished ones. With validate=, there are no folds: the model is trained on all of on=. repeats= \
      repeats each row with other folds, initial weights and orders. For a k-NN model, features= lists layers of its \
      network, such as [pool10, fire9]; of feature maps, the mean and the maximum are taken. A model made by fit takes \
      l2=, l1= and rescale=. Models that predict numbers are ranked by RMSE, MAE or R². The model itself does not \
      change; the line below the table trains it with the best settings.
      """,
    positionals: [SweepArguments.model], arguments: SweepArguments.all,
    examples: [
      "sweep hand on=hands.train folds=5 learningRate=[1e-5, 1e-4, 1e-3, 1e-2] epochs=[10, 50]",
      "sweep near on=hands features=[pool10, conv10, fire9, fire8] numberOfNeighbors=[1, 3, 5]",
    ])

  private let arguments: Arguments
  private let name: CheckedValue

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[SweepArguments.model]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let model = try workspace.lookup.model(name)
    let plan: SweepPlan
    do {
      plan = try FeatureWait.sharing(
        arguments[SweepArguments.cluster], for: arguments.statement, in: workspace, on: context
      ) { try SweepPlan(arguments, model: model, workspace: workspace, context: context) }
    } catch {
      throw error.placed(at: error.isAboutPhotos ? arguments.span(of: SweepArguments.on) ?? name.span : name.span)
    }
    var view = SweepView(
      name: model.name, phrase: plan.phrase, trialsPerRow: plan.trials.count,
      rank: try rank(for: model, answersNumbers: plan.rows.contains { $0.candidate.targets != nil }), rows: plan.rows)
    view.remarks = plan.remarks
    let start = ContinuousClock.now
    let live = context.live()
    let trials = plan.trials
    let work = CandidatePlan(plan.rows.map(\.candidate), trials)
    let place = try workspace.lookup.place(arguments[SweepArguments.cluster], for: arguments.statement)
    let report: CandidatePlanReport
    do {
      report = try work.run(on: place, signal: context) { report, status in
        live.update {
          view.take(report, trials)
          return view.progress(
            done: report.done, (status?.details ?? []) + live.timeLeft(report.done, of: work.count))
        }
      }
    } catch {
      throw error.placed(at: name.span)
    }
    view.take(report, trials)
    guard report.isComplete else {
      live.finish(view.progress(done: report.done, isStopped: true))
      if let failure = report.failure {
        throw Diagnostic(
          .experiment(.cluster(.failed(failure))), at: arguments.span(of: SweepArguments.cluster) ?? name.span)
      }
      throw StatementInterruption(
        remark: "Stopped after \(Numbers.part(view.ranked.count, of: plan.rows.count, "row")).")
    }
    view.seconds = (ContinuousClock.now - start).seconds
    return live.result(view.rendering)
  }

  private func rank(for model: Model, answersNumbers: Bool) throws -> SweepRank {
    if let rank = arguments[SweepArguments.rank] {
      guard rank.measures(numbers: answersNumbers) else {
        let kinds = answersNumbers ? ("classes", "numbers") : ("numbers", "classes")
        let owner = "models that predict \(kinds.0), and \(name.word) predicts \(kinds.1)"
        throw Diagnostic(
          .usage(
            .keyOfOther(
              key: "rank", given: rank.rawValue, belongsTo: owner,
              remedy: "Set rank=\(answersNumbers ? "validationRMSE" : "validationAccuracy").")),
          at: arguments.span(of: SweepArguments.rank) ?? name.span)
      }
      return rank
    }
    if answersNumbers { return .validationRMSE }
    if case .neighbors = model { return .validationAccuracy }
    return .validationLoss
  }
}

extension SweepView {
  /// Takes note of the trainings done so far: a row is done when all of its own are.
  mutating func take(_ report: CandidatePlanReport, _ trials: [(split: Folds.Split, repetition: Int)]) {
    for row in rows.indices where rows[row].outcome == nil {
      guard let own = report.outcomes(row * trials.count..<(row + 1) * trials.count) else { continue }
      rows[row].outcome = SweepOutcome(zip(own, trials).map { ($0, $1.repetition) })
    }
  }
}
