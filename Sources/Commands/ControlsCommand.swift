import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import Training
import Views
import Wording

/// `controls hand`, `controls hand on=hands.train validate=hands.test`
struct ControlsCommand: Command {
  private static let model = PositionalArgument("model", .model, "The network to train.")

  static let declaration = CommandDeclaration(
    "controls", "Shows controls for training a network: settings, start, pause, reset and the live curve.",
    discussion: """
      The learning rate, on a logarithmic scale, can be moved during training: the next mini-batch uses it, schedule= \
      continues from it, and the run records it. Every action is a line that the controls show and can copy into a new \
      cell: train … background=true, set, stop, reset. Settings that are not given are those of the last training. \
      Controls need JupyterLab or Notebook with the extension that whet install adds; other front ends show the \
      settings as a table.
      """,
    positionals: [model],
    arguments: [
      TrainingArguments.on, TrainingArguments.validate, TrainingArguments.epochs, TrainingArguments.learningRate,
      TrainingArguments.miniBatchSize, TrainingArguments.augment,
    ],
    examples: ["controls hand", "controls hand on=hands.train validate=hands.test epochs=50 learningRate=1e-4"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let name = arguments[Self.model]
    let model = try workspace.lookup.network(name, for: "controls")
    guard model.definition.parameterCounts.trainable > 0 else {
      throw Diagnostic(.nothingToLearn(model), at: name.span)
    }
    let last = model.training.last
    let on = try arguments[TrainingArguments.on].map { try workspace.lookup.selection($0).text } ?? last?.on
    guard let on else {
      throw Diagnostic(
        .noTrainingSet(
          model: model.name, selections: workspace.selections(for: .network(model), split: "train"),
          command: "controls"), at: name.span)
    }
    let validate =
      try arguments[TrainingArguments.validate].map { try $0.map { try workspace.lookup.selection($0).text } }
      ?? last?.validate ?? []
    var settings = last?.settings ?? model.defaults(seed: model.initial.seed ?? 0)
    settings.epochs = arguments[TrainingArguments.epochs] ?? settings.epochs
    settings.miniBatchSize = arguments[TrainingArguments.miniBatchSize] ?? settings.miniBatchSize
    settings.optimizer.learningRate = arguments[TrainingArguments.learningRate] ?? settings.optimizer.learningRate
    try TrainingPlan.check(settings, arguments: arguments, model: model)
    let augment = (arguments[TrainingArguments.augment] ?? last?.augmentation ?? []).map(\.phrase)
    let training = TouchedTraining(
      model: model.name, on: on, validate: validate, epochs: settings.epochs,
      learningRate: settings.optimizer.learningRate, miniBatchSize: settings.miniBatchSize, augment: augment)
    return ControlsView(
      model: model.name, on: on, validate: validate, settings: settings, augment: augment, limits: model.update.limits,
      line: try training.line()
    ).rendering
  }
}
