import CommandLanguage
import Experiments
import Figures
import Language
import Training
import Views
import Wording

/// `evaluate near hand on=hands.test`
struct EvaluateCommand: Command {
  private static let models = PositionalArgument(repeating: "model", .model, "The models to evaluate.", effect: .asks)
  private static let on = KeyedArgument("on", .split, "The samples to predict.")
  private static let batchSize = KeyedArgument(
    "batchSize", .integer(1...4096), "Samples per batch of the last layers; predictions do not depend on it.",
    default: 8)
  private static let metrics = KeyedArgument(
    "metrics", .choice(["accuracy", "all"]), "The metrics shown.", default: "accuracy")
  private static let calibration = KeyedArgument(
    "calibration", .bool, "Whether to compare confidence with accuracy.", default: false)
  private static let interval = KeyedArgument(
    "interval", .choice(["wilson"]), "Confidence interval of the accuracy.", default: "wilson")
  private static let rule = KeyedArgument(
    "rule", .choice, "argmax, or half: only predictions with a probability above one half.",
    default: Evaluation.Rule.argmax)
  private static let sort = KeyedArgument(
    "sort", .choice(["none", "loss"]), "loss: list the samples, largest loss first.", default: "none")
  private static let rows = KeyedArgument(
    "rows", .bool, "Whether to list the predictions one by one; sort=loss lists them, too.", default: false)

  private static let baselines = KeyedArgument(
    "baselines", .bool, "Whether to add rows of models that need almost no training.",
    usually: "true for tables in memory of up to 10 million numbers")
  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the photos.", usually: "this machine")

  static let declaration = CommandDeclaration(
    "evaluate", "Evaluates models on a dataset: accuracy of classes, or errors of predicted numbers.",
    discussion: """
      The table has one row per model. A classifier's row has its accuracy with Wilson's 95 % interval, which contains \
      the true accuracy in 95 of 100 such tests, and its mean loss; with several models, their differences follow. A \
      k-NN model has no mean loss, because its votes are not probabilities. A regressor's row has the root mean \
      squared error (RMSE), the mean absolute error (MAE) and R², each with the interval of 1,000 resamples of the \
      samples.

      Samples that a model was trained on are counted, and so are photos that look like one of them; the accuracy on \
      the others is shown. Two accuracies that need no training stand below the table: guessing, and always predicting \
      the most frequent class.

      rows=true lists the predictions sample by sample. metrics=all adds precision, recall, F1, log loss and the area \
      under the ROC curve. calibration=true compares confidence with accuracy, and suggests a temperature and a \
      rejection threshold from held-out training photos. baselines=true, the default for small tables, adds rows of \
      models that need almost no training: the nearest centroid on the first model's inputs, the most frequent class \
      and, for numbers, the mean. With cluster=, the workers of a cluster share the photos of the frozen layers.
      """,
    positionals: [models],
    arguments: [on, batchSize, metrics, calibration, interval, rule, sort, rows, baselines, cluster],
    examples: [
      "evaluate near hand on=hands.test", "evaluate hand on=hands.test rows=true",
      "evaluate hand on=hands.test sort=loss",
      "evaluate hand on=hands.test metrics=all calibration=true",
    ])

  private let names: [CheckedValue]
  private let on: CheckedValue?
  private let batchSize: Int
  private let rule: Evaluation.Rule
  private let isWorstFirst: Bool, listsSamples: Bool
  private let measuresAll: Bool, calibrates: Bool
  private let calibrationSpan: Span?
  private let hasBaselines: Bool?
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    names = arguments[Self.models]
    on = arguments[Self.on]
    batchSize = arguments[Self.batchSize]
    rule = arguments[Self.rule]
    isWorstFirst = arguments[Self.sort] == "loss"
    listsSamples = arguments[Self.rows] || isWorstFirst
    measuresAll = arguments[Self.metrics] == "all"
    calibrates = arguments[Self.calibration]
    hasBaselines = arguments[Self.baselines]
    calibrationSpan = arguments.span(of: Self.calibration)
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var models: [Model] = []
    for name in names { models.append(try workspace.lookup.model(name)) }
    guard let on else {
      let known = workspace.selections(for: models[0], split: "test")
      throw Diagnostic(.nothingToEvaluateOn(model: models[0].name, selections: known), at: names[0].span)
    }
    let selection = try workspace.lookup.selection(on)
    var table = EvaluationTable(split: selection.text, models: models.count)
    let clock = ContinuousClock.now
    for (model, name) in zip(models, names) {
      do {
        try share(model, selection, in: workspace, on: context)
        if model.isRegressor {
          let predictions = try NumberPredictions(of: model, on: selection, workspace.inference(context))
          let evaluation = predictions.evaluation
          table.add(model, .numbers(RegressionView(predictions, isWorstFirst: isWorstFirst)))
          note(
            model, RunEvaluation(on: selection.text, count: evaluation.count, root: evaluation.measures.root), workspace
          )
          continue
        }
        let asking = InterruptibleInference(model: model, selection: selection, rule: rule, batchSize: batchSize)
        var view = EvaluationView(
          model: model, selection: selection, evaluation: try asking.answers(in: workspace, on: context),
          isWorstFirst: isWorstFirst)
        if view.isWhole { view.overlap = LearntOverlap(of: model, with: selection, in: workspace, signal: context) }
        table.add(model, .classes(view))
        if view.isWhole, rule == .argmax {
          let accuracy = view.evaluation.accuracy
          note(model, RunEvaluation(on: selection.text, count: selection.count, accuracy: accuracy), workspace)
        }
        guard view.isWhole else {
          context.show(Rendering.stacked(table.renderings(listsSamples: listsSamples)))
          throw StatementInterruption(
            remark: "\(name.word) was \(view.cancelled); the table above has the predictions until then.")
        }
      } catch {
        throw error.placed(at: error.isAboutPhotos ? on.span : name.span)
      }
    }
    let seconds = (ContinuousClock.now - clock).seconds
    do {
      if let learning = baselineSamples(for: selection, beside: models, in: workspace) {
        table.baselines = try EvaluationTable.Baselines(
          besides: models, learning: learning, on: selection, table, workspace.inference(context))
      }
    } catch {
      throw error.placed(at: on.span)
    }
    var parts = table.renderings(listsSamples: listsSamples)
    let views = table.classifiers
    if calibrates, views.isEmpty {
      throw Diagnostic(
        .usage(
          .keyOfOther(
            key: "calibration", given: "true", belongsTo: "classifiers",
            remedy: "To see the errors of numbers: plot \(names[0].word) on=\(selection.text) y=residuals")),
        at: calibrationSpan ?? names[0].span)
    }
    if measuresAll, !views.isEmpty { parts.append(MetricsView(views: views, on: selection.text).rendering) }
    if calibrates { parts += try calibrations(views, in: workspace, on: context) }
    parts.append(Rendering.text(Self.timing(selection.count * models.count, seconds)))
    return Rendering.stacked(parts)
  }

  /// Has the cluster named, if any, work out what the frozen layers of a model make of the photos.
  private func share(_ model: Model, _ selection: Selection, in workspace: Workspace, on context: CommandContext) throws
  {
    guard let cluster = arguments[Self.cluster], case .photos(let photos) = selection else { return }
    try FeatureWait.sharing(cluster, for: arguments.statement, in: workspace, on: context) {
      for extractor in try model.frozenParts {
        _ = try workspace.featureCache.features(of: photos.photos, through: extractor) { _, _ in !context.isInterrupted
        }
      }
    }
  }

  /// The samples that baselines learn from; nil where none are wanted, or there are none.
  private func baselineSamples(
    for selection: Selection, beside models: [Model], in workspace: Workspace
  ) -> Selection? {
    guard hasBaselines != false, let learning = try? workspace.selection(named: "\(selection.dataset.name).train")
    else {
      return nil
    }
    if hasBaselines == true { return learning }
    guard case .table(let table) = learning, table.dataset.room == nil,
      table.count * table.dataset.sampleShape.reduce(1, *) <= Self.mostNumbers,
      models.first(where: { !$0.isRegressor })?.readsOwnNumbers ?? true
    else { return nil }
    return learning
  }

  /// The most numbers of training samples that are gone through where nobody asked for baselines.
  private static let mostNumbers = 10_000_000

  /// Takes note of what a network comes to with the run it came from.
  private func note(_ model: Model, _ evaluation: RunEvaluation, _ workspace: Workspace) {
    if case .network(let network) = model { RunHistory(workspace).note(evaluation, of: network) }
  }

  private func calibrations(
    _ views: [EvaluationView], in workspace: Workspace, on context: CommandContext
  ) throws -> [Rendering] {
    let words = Dictionary(zip(names.map(\.word), names)) { first, _ in first }
    return try views.map { view in
      do {
        let heldOut = try HeldOutCalibration.found(
          for: view.model, askedAbout: view.selection, in: workspace, signal: context)
        return CalibrationView(
          name: view.model.name, on: view.selection.text, noun: view.selection.dataset.noun,
          asking: view.selection.asking, evaluation: view.evaluation, heldOut: heldOut
        ).rendering
      } catch {
        throw error.placed(at: (words[view.model.name] ?? names[0]).span)
      }
    }
  }

  private static func timing(_ count: Int, _ seconds: Double) -> String {
    "\(Numbers.count(count, "answer")) in \(Numbers.duration(seconds)) "
      + "(\(Numbers.grouped(Int((Double(count) / max(seconds, 1e-9)).rounded())))/s)."
  }
}

extension Selection {
  /// How predict is told one of them.
  fileprivate var asking: String {
    if case .table = self { "on=\(text) row=0" } else { "image=\"me.jpg\"" }
  }
}

extension Error {
  /// Whether a photo is to blame.
  var isAboutPhotos: Bool {
    if case .experiment(.source(.photo))? = mistake { true } else { false }
  }
}
