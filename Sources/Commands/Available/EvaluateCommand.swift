import Figures
import Training

/// `evaluate near hand on=hands.test`
struct EvaluateCommand: Command {
  static let declaration = CommandDeclaration(
    "evaluate", "Asks models about photos whose classes are known, and counts the right answers.",
    discussion: """
      Beside the percentage stands Wilson's 95 % interval: where the true accuracy may well lie. Below it the two \
      accuracies that need no learning: guessing among the model's answers, and always giving the most frequent class. \
      With several models, a table sets them side by side first. metrics=all adds F1, log loss, precision, recall and the \
      area under the curve; calibration=true shows whether the model is as often right as it says, and looks on held-out \
      training photos for the temperature and the threshold that make it so.
      """,
    positionals: [PositionalDeclaration("model", .model, "The models to ask.", repeats: true, effect: .asks)],
    arguments: [
      ArgumentDeclaration("on", .split, "The photos to ask about."),
      ArgumentDeclaration(
        "batchSize", .integer(1...4096),
        "How many photos go through the last layers at once; the answers do not depend on it.",
        default: "8"),
      ArgumentDeclaration("metrics", .choice(["accuracy", "all"]), "How much is measured.", default: "accuracy"),
      ArgumentDeclaration(
        "calibration", .bool, "Whether confidence is compared with being right.", default: "false"),
      ArgumentDeclaration(
        "interval", .choice(["wilson"]), "Which interval stands beside an accuracy.", default: "wilson"),
      ArgumentDeclaration(
        "rule", .choice(Evaluation.Rule.allCases.map(\.rawValue)),
        "Whether the most probable answer counts, or only one above one half.", default: "argmax"),
      ArgumentDeclaration(
        "sort", .choice(["none", "loss"]), "Whether the worst answers come first.", default: "none"),
    ],
    examples: [
      "evaluate near hand on=hands.test", "evaluate hand on=hands.test sort=loss",
      "evaluate hand on=hands.test metrics=all calibration=true",
    ])

  private let names: [CheckedValue]
  private let on: CheckedValue?
  private let batchSize: Int
  private let rule: Evaluation.Rule
  private let isWorstFirst: Bool
  private let measuresAll: Bool, calibrates: Bool

  init(_ arguments: Arguments) throws(Fault) {
    names = arguments.positionals
    on = arguments["on"]
    batchSize = arguments.integer("batchSize") ?? 8
    rule = arguments.word("rule").flatMap(Evaluation.Rule.init) ?? .argmax
    isWorstFirst = arguments.word("sort") == "loss"
    measuresAll = arguments.word("metrics") == "all"
    calibrates = arguments.bool("calibration") ?? false
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    var models: [Model] = []
    for name in names { models.append(try session.model(name)) }
    guard let on else {
      let datasets = session.datasets.values.filter { $0.splits.contains { $0.name == "test" } }.map(\.name).sorted()
      throw Fault(.nothingToEvaluateOn(model: models[0].name, datasets: datasets), at: names[0].span)
    }
    let selection = try session.selection(on)
    var views: [EvaluationView] = []
    let clock = ContinuousClock.now
    var numbers: [Rendering] = []
    for (model, name) in zip(models, names) {
      do {
        if case .network(let network) = model, network.isRegressor {
          numbers.append(try session.regression(of: network, on: selection, stage: stage).rendering)
          continue
        }
        let asking = PiecewiseAsking(model: model, selection: selection, rule: rule, batchSize: batchSize)
        let view = EvaluationView(
          model: model, selection: selection, evaluation: try asking.answers(in: session, on: stage),
          isWorstFirst: isWorstFirst)
        views.append(view)
        guard view.isWhole else {
          for view in views { stage.show(view.rendering) }
          throw Interruption(remark: "\(name.word) was \(view.cancelled); the table above has the answers until then.")
        }
      } catch let fault as Fault {
        throw fault.placed(at: fault.isAboutPhotos ? on.span : name.span)
      }
    }
    let seconds = (ContinuousClock.now - clock).seconds
    var parts = views.count > 1 ? [EvaluationView.sideBySide(views)] : []
    parts += views.map(\.rendering) + numbers
    if measuresAll, !views.isEmpty {
      let models = views.map { (name: $0.model.name, metrics: ClassificationMetrics($0.evaluation)) }
      parts.append(MetricsView(models: models, on: selection.text).rendering)
    }
    if calibrates { parts += try calibrations(views, in: session, on: stage) }
    parts.append(Rendering.text(Self.timing(selection.count * models.count, seconds)))
    return Rendering.stacked(parts)
  }

  private func calibrations(_ views: [EvaluationView], in session: Session, on stage: Stage) throws -> [Rendering] {
    try zip(views, names).map { view, name in
      do {
        let heldOut = try session.heldOut(view.model, askedAbout: view.selection, stage: stage)
        return CalibrationView(
          name: view.model.name, on: view.selection.text, evaluation: view.evaluation, heldOut: heldOut
        ).rendering
      } catch let fault as Fault {
        throw fault.placed(at: name.span)
      }
    }
  }

  private static func timing(_ count: Int, _ seconds: Double) -> String {
    "\(Numbers.count(count, "answer")) in \(Numbers.duration(seconds)) "
      + "(\(Numbers.grouped(Int((Double(count) / max(seconds, 1e-9)).rounded())))/s)."
  }
}

extension Fault {
  /// Whether a photo is to blame.
  var isAboutPhotos: Bool {
    if case .photo = fact { true } else { false }
  }
}
