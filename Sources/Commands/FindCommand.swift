import CommandLanguage
import Experiments
import Figures
import Tensors
import Training
import Views

/// `find hand learningRate from=1e-6 to=1 steps=100`
struct FindCommand: Command {
  private static let model = PositionalArgument("model", .model, "The network.")
  private static let setting = PositionalArgument(
    "setting", .choice(["learningRate"]), "Only learningRate can be found.")
  private static let on = KeyedArgument("on", .split, "Training set; by default that of the last training.")
  private static let from = KeyedArgument("from", .decimal(1e-12...1000), "The first learning rate.", default: 1e-6)
  private static let to = KeyedArgument("to", .decimal(1e-12...1000), "The last learning rate.", default: 1)
  private static let steps = KeyedArgument("steps", .integer(10...10_000), "Number of mini-batches.", default: 100)
  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the photos.", usually: "this machine")

  static let declaration = CommandDeclaration(
    "find", "Suggests a learning rate: a range test with a picture of the loss.",
    discussion: """
      The network trains for a few mini-batches while the learning rate grows from from= to to=. At first the loss \
      hardly changes, then it falls, and in the end it rises. The suggestion is a third of the rate at which the loss \
      is lowest. The steps are made on a copy that starts from the initial weights; the network itself does not \
      change. With cluster=, the workers of a cluster compute the photos' features; the steps follow each other here.
      """,
    positionals: [model, setting],
    arguments: [on, from, to, steps, cluster],
    examples: ["find hand learningRate on=hands.train", "find hand learningRate from=1e-5 to=0.1 steps=200"])

  private let arguments: Arguments
  private let name: CheckedValue
  private let range: ClosedRange<Double>

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    let (from, to) = (arguments[Self.from], arguments[Self.to])
    guard from < to else {
      throw Diagnostic(
        .evidence(.emptyRange(from: from, to: to)),
        at: arguments.span(of: Self.to) ?? arguments.span(of: Self.from) ?? arguments.commandSpan)
    }
    range = from...to
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let model = try workspace.lookup.network(name, for: "find")
    let selection = try self.selection(model, in: workspace)
    let live = context.live()
    let steps = arguments[Self.steps]
    do {
      let configuration = try NetworkConfiguration(of: model, on: selection)
      let candidate = try FeatureWait.sharing(
        arguments[Self.cluster], for: arguments.statement, in: workspace, on: context
      ) {
        try workspace.inference(context).candidate(model.name, configuration, on: selection)
      }
      let found = try RateRange(configuration, candidate, range: range, steps: steps) { soFar in
        live.update(after: LiveDisplay.patience) {
          RateRangeView(model: model.name, on: selection.text, found: soFar, steps: steps).chart.rendering()
        }
        return !context.isInterrupted
      }
      let view = RateRangeView(model: model.name, on: selection.text, found: found, steps: steps)
      return live.result(view.rendering)
    } catch is Interruption {
      throw StatementInterruption(remark: "Stopped; \(model.name) is unchanged.")
    } catch ExperimentError.model(.training(let name, let error)) {
      throw Diagnostic(.training(name, error), at: self.name.span)
    } catch {
      throw error.placed(at: arguments.span(of: Self.on) ?? name.span)
    }
  }

  private func selection(_ model: NetworkModel, in workspace: Workspace) throws -> Selection {
    if let on = arguments[Self.on] { return try workspace.lookup.selection(on) }
    guard let last = model.training.last else {
      throw Diagnostic(
        .noTrainingSet(
          model: model.name, selections: workspace.selections(for: .network(model), split: "train"),
          command: "find"), at: name.span)
    }
    return try Diagnostic.placing(at: name.span) { try workspace.selection(named: last.on) }
  }
}
