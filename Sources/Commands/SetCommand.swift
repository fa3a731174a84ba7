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
  private static let model = PositionalArgument("model", .model, "The network.", effect: .changes)

  static let declaration = CommandDeclaration(
    "set", "Sets how a network is trained where train says nothing, and remembers it.",
    discussion: """
      train uses these in place of its defaults from then on, also after a restart; what train is told holds before them. \
      Without a setting it tells what holds.
      """,
    positionals: [model], arguments: TrainingArguments.settings,
    examples: ["set hand learningRate=1e-4 epochs=50", "set hand"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    var model = try workspace.lookup.network(arguments[Self.model], for: "set")
    let defaults = model.defaults(seed: model.initial.seed ?? 0)
    guard !arguments.named.isEmpty else { return told(model, defaults) }
    try arguments.refuse([TrainingArguments.classWeights], belongingTo: "train, which knows the classes") { key, text in
      "Say it there: train \(model.name) \(key)=\(text)"
    }
    let settings = try TrainingArguments(arguments).settings(defaults: defaults)
    try TrainingPlan.check(settings, arguments: arguments, model: model)
    model.update.defaults = settings
    model.update.hasSeed = model.update.hasSeed || arguments.isGiven(TrainingArguments.seed)
    try workspace.catalogue.put(.network(model))
    return told(model, settings)
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
      "learningRate=\(Numbers.short(rate)) is far: above \(Numbers.short(most)) the loss of most networks grows with "
      + "\(settings.optimizer.name). To look for a better one: find \(model.name) learningRate on=…"
  }
}
