import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import Training
import Views
import Wording

/// `set hand learningRate=1e-4`
struct SetCommand: Command {
  private static let model = PositionalArgument("model", .model, "The network.", effect: .changesInTraining)

  static let declaration = CommandDeclaration(
    "set", "Sets a network's default training settings and remembers them, also after a restart.",
    discussion: """
      train uses these settings instead of its defaults; arguments of train take precedence. Without settings, set \
      shows those in use. During training, learningRate= applies from the next mini-batch, schedule= continues from it \
      in proportion, and the run records it, so that rerun gives the same bits.
      """,
    positionals: [model], arguments: TrainingArguments.settings,
    examples: ["set hand learningRate=1e-4 epochs=50", "set hand"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var model = try workspace.lookup.network(arguments[Self.model], for: "set")
    let defaults = model.defaults(seed: model.initial.seed ?? 0)
    guard !arguments.named.isEmpty else { return told(model, defaults) }
    if let job = workspace.catalogue.training(of: model.name), job.isAtWork {
      return try change(job, of: model, in: workspace)
    }
    try arguments.refuse([TrainingArguments.classWeights], belongingTo: "train, which knows the classes") { key, text in
      "Set it there: train \(model.name) \(key)=\(text)"
    }
    let settings = try TrainingArguments(arguments).settings(defaults: defaults)
    try TrainingPlan.check(settings, arguments: arguments, model: model)
    model.update.defaults = settings
    model.update.hasSeed = model.update.hasSeed || arguments.isGiven(TrainingArguments.seed)
    try workspace.catalogue.put(.network(model))
    return told(model, settings)
  }

  /// Has the training of a model go on with another learning rate.
  private func change(_ job: TrainingJob, of model: NetworkModel, in workspace: Workspace) throws -> Rendering {
    let refusal = Diagnostic(.run(.atWork(model: model.name, job: job.number)), at: arguments[Self.model].span)
    guard let rate = arguments[TrainingArguments.learningRate], arguments.hasOnly(TrainingArguments.learningRate) else {
      throw refusal
    }
    var settings = model.training.last?.settings ?? model.defaults(seed: 0)
    settings.optimizer.learningRate = rate
    try TrainingPlan.check(settings, arguments: arguments, model: model)
    guard job.change(learningRate: rate) else { throw refusal }
    return Rendering.text(
      "\(model.name) continues with learningRate=\(Numbers.short(rate)) from its next mini-batch; its run records the change."
    )
  }

  private func told(_ model: NetworkModel, _ settings: TrainingSettings) -> Rendering {
    let seed = model.update.hasSeed || model.initial.seed != nil ? "" : " (the seed is drawn anew each time)"
    let line = "train \(model.name) means, where it says nothing: \(settings.phrase)\(seed)"
    return Rendering.text([line, remark(model, settings)].compactMap(\.self).joined(separator: "\n"))
  }

  /// What is to be said of a rate beyond those that trainings come through.
  private func remark(_ model: NetworkModel, _ settings: TrainingSettings) -> String? {
    let most = if case .adam = settings.optimizer.rule { 0.1 } else { 1.0 }
    guard let rate = arguments[TrainingArguments.learningRate], rate > most else { return nil }
    return
      "learningRate=\(Numbers.short(rate)) is high: above \(Numbers.short(most)) the loss of most networks grows with "
      + "\(settings.optimizer.name). To find a better one: find \(model.name) learningRate on=…"
  }
}
