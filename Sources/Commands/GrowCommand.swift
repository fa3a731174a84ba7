import CommandLanguage
import Experiments
import Figures
import Language
import ModelFile
import Networks
import Tensors
import Training
import Wording

/// `grow hand classes=12`, `grow hand labels=[🦎]`
struct GrowCommand: Command {
  private static let model = PositionalArgument("model", .model, "The network.", effect: .changes)
  private static let classes = KeyedArgument(
    "classes", .integer(2...10_000), "Number of outputs; by default enough for labels=.")
  private static let labels = KeyedArgument("labels", .list(.label), "Names of the new classes.")
  private static let initializer = KeyedArgument(
    "init", .choice, "Initialiser of the new rows.", default: ParameterInitialization.zero)
  private static let seed = KeyedArgument("seed", .seed, "Random seed of the new rows; printed when left out.")

  static let declaration = CommandDeclaration(
    "grow", "Adds outputs to a network for further classes, without changing its predictions.",
    discussion: """
      Rows are added at the end of the layer that computes the scores. With init=zero, the scores of the present \
      classes stay the same, bit for bit. labels= fills free outputs (user0, user1 …) first.
      """,
    positionals: [model],
    arguments: [classes, labels, initializer, seed],
    examples: ["grow hand classes=12", "grow hand labels=[🦎]"])

  private let name: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    guard arguments.isGiven(Self.classes) || arguments.isGiven(Self.labels) else {
      throw Diagnostic(.file(.growth(.byWhat)), at: arguments.commandSpan)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var model = try workspace.lookup.network(name, for: "grow")
    let labels = try newLabels(for: model)
    let wanted = arguments[Self.classes] ?? max(model.outputs.count, model.outputs.classes.count + labels.count)
    try check(wanted, labels: labels.count, model: model)
    let added = wanted - model.outputs.count
    let initialization = arguments[Self.initializer]
    let seed = arguments[Self.seed] ?? Workspace.chooseSeed()
    do throws(ModelFileError) {
      if added > 0 {
        let rows = ClassifierRows(added, for: model.definition, initialization, seeds: SeedPlan(seed: seed))
        model.definition = try rows.added(to: model.definition)
        model.initial.definition = try rows.added(to: model.initial.definition)
      }
    } catch {
      throw Diagnostic(.modelFile(model.name, error), at: name.span)
    }
    if model.outputs.initialClasses == model.outputs.classes.count { model.outputs.initialClasses += labels.count }
    model.outputs.classes += labels
    model.outputs.count = wanted
    try workspace.catalogue.put(.network(model))
    return Rendering.text(sentence(model, added: added, initialization, seed: seed))
  }

  private func newLabels(for model: NetworkModel) throws -> [String] {
    var labels: [String] = []
    for label in arguments[Self.labels] ?? [] {
      if let known = LabelSpelling.position(of: label.word, in: model.outputs.classes + labels).map({
        (model.outputs.classes + labels)[$0]
      }) {
        throw Diagnostic(.file(.growth(.classIsThere(model.name, known))), at: label.span)
      }
      labels.append(label.word)
    }
    return labels
  }

  private func check(_ wanted: Int, labels: Int, model: NetworkModel) throws {
    let place = arguments.span(of: Self.classes) ?? name.span
    guard wanted >= model.outputs.classes.count + labels else {
      throw Diagnostic(
        .file(.growth(.tooFewOutputs(model.name, outputs: wanted, classes: model.outputs.classes.count + labels))),
        at: place)
    }
    guard wanted > model.outputs.count || labels > 0, wanted >= model.outputs.count else {
      throw Diagnostic(.file(.growth(.largerOnly(model.name, outputs: model.outputs.count, wanted: wanted))), at: place)
    }
  }

  private func sentence(
    _ model: NetworkModel, added: Int, _ initialization: ParameterInitialization, seed: UInt64
  ) -> String {
    let counts = model.definition.parameterCounts
    let drawn = initialization == .zero ? "all 0" : "drawn by \(initialization.rawValue), seed=\(seed)"
    let rows = added == 0 ? "the names took free outputs" : "\(Numbers.count(added, "new row")), \(drawn)"
    return
      "\(model.name) has \(Numbers.count(model.outputs.count, "output")) now: \(model.outputs.labels.suffix(12).joined(separator: ", ")); "
      + "\(rows). \(Numbers.grouped(counts.trainable)) trainable of \(Numbers.grouped(counts.all)) parameters."
  }
}
