import CommandLanguage
import Experiments
import Figures
import Language
import Tensors
import Training
import Views
import Wording

/// `federate net on=digits.train clients=group rounds=20 local=1`
struct FederateCommand: Command {
  private static let model = PositionalArgument("model", .model, "The network.", effect: .changes)
  private static let on = KeyedArgument(
    "on", .split, "The samples of all clients.", usually: "the dataset of clients=data.by(…)")
  private static let clients = KeyedArgument(
    required: "clients", .placed(.clients),
    "Division of the samples: by the dataset's group=, by class, by a column, or in equal shares.")
  private static let validate = KeyedArgument(
    "validate", .split, "Validation set, evaluated after every round.", usually: "the dataset's test split")
  private static let rounds = KeyedArgument("rounds", .integer(1...100_000), "Number of rounds.", default: 20)
  private static let local = KeyedArgument(
    "local", .integer(1...10_000), "Epochs that a client trains in a round.", default: 1)
  private static let fraction = KeyedArgument(
    "fraction", .decimal(1e-6...1), "Share of the clients that take part in a round.", default: 1)
  private static let central = KeyedArgument(
    "central", .bool, "Whether to train on all samples together as well, for comparison.", default: true)

  private static let cluster = KeyedArgument(
    "cluster", .cluster, "Cluster whose workers share the clients.", usually: "this machine")

  /// What holds for the training of every client.
  private static let settings: [any ArgumentKey] = [
    TrainingArguments.miniBatchSize, TrainingArguments.lastBatch, TrainingArguments.optimizer,
    TrainingArguments.learningRate, TrainingArguments.momentum, TrainingArguments.nesterov, TrainingArguments.beta1,
    TrainingArguments.beta2, TrainingArguments.eps, TrainingArguments.weightDecay, TrainingArguments.shuffle,
    TrainingArguments.seed,
  ]

  static let declaration = CommandDeclaration(
    "federate", "Simulates federated averaging: clients train on their own samples, and their changes are averaged.",
    discussion: """
      In every round, each client trains the common network on its own samples for local= epochs, with a new optimiser. \
      The mean of the clients' changes, weighted by their numbers of samples, gives the network of the next round \
      (FedAvg; McMahan et al., 2017). The mean is exact: it does not depend on the order of the clients. delta \
      apply=[…] weights=samples computes the same mean from files of real devices.

      The curves show the network after every round, and beside it the training on all samples together for the same \
      number of epochs, from the same initial weights. The network then has the weights of the last round. Interrupt \
      keeps the finished rounds. With cluster=, the workers of a cluster share the clients of each round, and the \
      network is the same.

      clients=by(writer) gives the samples of each value of a column to one client, of photos those in whose names a \
      regular expression finds the same; clients=data.by(writer) names the dataset too, instead of on=. A column that is \
      not a feature must be the group= of the dataset, to which clients=group refers.
      """,
    positionals: [model],
    arguments: [on, clients, validate, rounds, local, fraction, central, cluster] + settings,
    examples: [
      "federate lenet on=digits.train clients=equal(10) rounds=20 local=1",
      "federate net on=data.train clients=group rounds=20 fraction=0.1",
      "federate net clients=data.train.by(writer) rounds=20 local=1",
      "federate net on=data.train clients=group rounds=20 cluster=lab",
    ])

  private let name: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let given = try workspace.lookup.network(name, for: "federate")
    guard !given.outputs.isRegressor else {
      throw Diagnostic(.experiment(.file(.answersNumbers(given.name))), at: name.span)
    }
    let on = try samples
    let selection = try workspace.lookup.selection(on)
    let held = try heldOut(selection, in: workspace)
    let place = on.span
    let cluster = try workspace.lookup.place(arguments[Self.cluster], for: arguments.statement)
    do {
      var model = given
      model.returnToStart()
      model = try model.standardized(by: selection)
      let configuration = try NetworkConfiguration(model, on: selection, settings: settings(for: given))
      let plan = try self.plan(selection, seed: configuration.settings.seed)
      let inference = workspace.inference(context)
      let (candidate, rows) = try FeatureWait.sharing(
        arguments[Self.cluster], for: arguments.statement, in: workspace, on: context
      ) {
        (
          try inference.candidate(model.name, configuration, on: selection),
          try inference.featureRows(of: held, through: configuration.parts)
        )
      }
      let federation = Federation(candidate, configuration, plan)
      var view = FederationView(
        model: model.name, on: selection.text, held: held.text, clients: plan.clients.map(\.count),
        participants: plan.participants, rounds: plan.rounds, local: plan.local, seed: configuration.settings.seed)
      let (live, start) = (context.live(), ContinuousClock.now)
      let report = try federation.run(
        on: .init(rows, truths: held.truths), at: cluster, signal: context
      ) { report, status in
        live.update {
          view.take(report)
          view.details = status?.details ?? []
          return view.rendering
        }
      }
      view.details = []
      view.take(report)
      view.seconds = (ContinuousClock.now - start).seconds
      guard report.rounds > 0 else {
        throw StatementInterruption(remark: "Stopped before the first round had finished; \(model.name) is unchanged.")
      }
      try keep(report, in: model, selection, participants: plan.participants, in: workspace)
      guard report.rounds == plan.rounds, !context.isInterrupted else {
        live.finish(view.rendering)
        throw StatementInterruption(
          remark:
            "Stopped after \(Numbers.part(report.rounds, of: plan.rounds, "round")); \(model.name) has the weights of "
            + "the last finished one.")
      }
      return live.result(view.rendering)
    } catch {
      if case ExperimentError.cluster = error { throw error.placed(at: arguments.span(of: Self.cluster) ?? name.span) }
      throw error.placed(at: error.isAboutPhotos ? place : name.span)
    }
  }

  /// What names the samples: `on=`, or the division itself.
  private var samples: CheckedValue {
    get throws {
      guard case .by(_, let dataset?) = arguments[Self.clients].value else {
        if let on = arguments[Self.on] { return on }
        throw UsageError(.missingKey(Self.on.declaration, command: Self.declaration), at: arguments.commandSpan)
      }
      try arguments.refuse(
        Self.on, belongingTo: "a division without a dataset",
        "Leave it out: \(arguments[Self.clients].text) names the samples.")
      return dataset
    }
  }

  private func settings(for model: NetworkModel) throws -> TrainingSettings {
    let seed = model.initial.seed ?? Workspace.chooseSeed()
    let declared = arguments.with(arguments.named, for: TrainingArguments.declaration)
    return try TrainingArguments(declared).settings(defaults: model.defaults(seed: seed))
  }

  private func heldOut(_ selection: Selection, in workspace: Workspace) throws -> Selection {
    if let validate = arguments[Self.validate] { return try workspace.lookup.selection(validate) }
    // Clients that have the whole dataset have its test split, too.
    guard selection.text != selection.dataset.name,
      let test = try? workspace.selection(named: "\(selection.dataset.name).test")
    else {
      throw Diagnostic(.experiment(.loop(.roundsNeedValidation(selection.text))), at: try samples.span)
    }
    return test
  }

  private func plan(_ selection: Selection, seed: UInt64) throws -> Federation.Plan {
    let division = arguments[Self.clients].value
    guard let clients = try division.clients(of: selection, seed: seed) else {
      throw Diagnostic(
        .experiment(.loop(.clientsNeedGroups(selection.dataset.name))), at: arguments.span(of: Self.clients))
    }
    return Federation.Plan(
      clients: clients, rounds: arguments[Self.rounds], local: arguments[Self.local],
      fraction: arguments[Self.fraction], isCompared: arguments[Self.central])
  }

  private func keep(
    _ report: Federation.Report, in start: NetworkModel, _ selection: Selection, participants: Int,
    in workspace: Workspace
  ) throws {
    var model = start
    model.definition = report.definition
    model.outputs.classes = try start.assigning(selection).classes
    model.training.differences = participants
    model.training.learnt = LearntData(selection, classes: model.outputs.classes, scaling: model.scaling)
    try workspace.catalogue.put(.network(model))
  }
}
