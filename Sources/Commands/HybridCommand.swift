import CommandLanguage
import Experiments
import Figures
import Language
import Training
import Views

/// `hybrid both of=[lenet, near]`
struct HybridCommand: Command {
  private static let model = PositionalArgument("name", .newName, "Name of the hybrid.", effect: .makes(.model))
  private static let members = KeyedArgument(
    required: "of", .list(.model), "A network and a k-NN model, as [lenet, near].")
  private static let on = KeyedArgument(
    "on", .split, "Samples for the cross-validation.", usually: "what the k-NN model was trained on")
  private static let weight = KeyedArgument(
    "weight", .decimal(0...1), "Weight of the network's probabilities.", usually: "found by cross-validation")
  private static let folds = KeyedArgument("folds", .integer(2...1000), "Number of folds.", default: 5)
  private static let seed = KeyedArgument("seed", .seed, "Random seed of the folds.", usually: "1")

  static let declaration = CommandDeclaration(
    "hybrid", "Combines a network and a k-NN model: the weighted mean of their probabilities.",
    discussion: """
      The weight is the one of 0, 0.05 … 1 with the lowest mean cross entropy in cross-validation on the training \
      samples: both models are trained anew for each fold and evaluated on the held-out samples. The gain is measured \
      with weights chosen on the other folds, so that no sample affects the weight it is judged by; compare chooses \
      the weight anew in each fold. The hybrid keeps a copy of both models and says so when one of them changes. Both \
      models must be classifiers. evaluate, predict, compare, describe and forget take a hybrid like any model; a Core \
      ML file cannot hold it.
      """,
    positionals: [model], arguments: [members, on, weight, folds, seed],
    examples: ["hybrid both of=[lenet, near]", "hybrid both of=[lenet, near] weight=0.5"])

  private let name: CheckedValue
  private let members: [CheckedValue]
  private let on: CheckedValue?
  private let weight: Double?
  private let folds: Int
  private let seed: UInt64
  private let place: Span

  init(_ arguments: Arguments) throws {
    name = arguments[Self.model]
    members = arguments[Self.members]
    place = arguments.span(of: Self.members) ?? name.span
    on = arguments[Self.on]
    weight = arguments[Self.weight]
    folds = arguments[Self.folds]
    seed = arguments[Self.seed] ?? 1
    if weight != nil {
      try arguments.refuse([Self.on, Self.folds, Self.seed], belongingTo: "a weight that is to be found") { key, _ in
        "Leave out \(key)=, or weight=."
      }
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try workspace.lookup.checkName(name, for: .model)
    let (network, neighbors) = try pair(in: workspace)
    if let weight {
      let model = HybridModel(name: name.word, network: network, neighbors: neighbors, weight: weight)
      try workspace.catalogue.put(.hybrid(model))
      return HybridView(model: model).made
    }
    let selection = try selection(network, neighbors, in: workspace)
    let start = ContinuousClock.now
    do {
      let search = try search(network, neighbors, on: selection, in: workspace, context)
      let model = HybridModel(
        name: name.word, network: network, neighbors: neighbors, weight: search.mixture.weight,
        search: WeightSearch(folds: folds, seed: seed))
      try workspace.catalogue.put(.hybrid(model))
      let view = HybridView(model: model).found(
        search, on: selection.text, folds: folds, seconds: (ContinuousClock.now - start).seconds)
      let known = KnownFeatures(
        name: name.word, basis: neighbors.extractor.basis ?? network.source.basis, selection: selection
      ).remark("hybrid \(name.word) of=[\(network.name), \(neighbors.name)]", in: workspace)
      return Rendering.stacked([view] + [known].compactMap(\.self).map(Rendering.text))
    } catch {
      throw error.placed(at: on?.span ?? place)
    }
  }

  /// The two models.
  private func pair(in workspace: Workspace) throws -> (NetworkModel, NeighborsModel) {
    var networks: [NetworkModel] = []
    var others: [NeighborsModel] = []
    for member in members {
      switch try workspace.lookup.model(member) {
      case .network(let model) where !model.outputs.isRegressor: networks.append(model)
      case .neighbors(let model) where !model.memory.answersNumbers && model.memory.count > 0: others.append(model)
      default: break
      }
    }
    guard members.count == 2, let network = networks.first, let neighbors = others.first else {
      throw Diagnostic(.experiment(.loop(.noHybrid(members.map(\.word)))), at: place)
    }
    return (network, neighbors)
  }

  private func selection(
    _ network: NetworkModel, _ neighbors: NeighborsModel, in workspace: Workspace
  ) throws -> Selection {
    if let on { return try workspace.lookup.selection(on) }
    for name in [neighbors.learnt?.name, network.training.learnt?.name].compactMap(\.self) {
      if let selection = try? workspace.selection(named: name) { return selection }
    }
    throw Diagnostic(.experiment(.loop(.hybridNeedsSamples(of: [network.name, neighbors.name]))), at: place)
  }

  private func search(
    _ network: NetworkModel, _ neighbors: NeighborsModel, on selection: Selection, in workspace: Workspace,
    _ context: CommandContext
  ) throws -> MixtureSearch {
    let inference = workspace.inference(context)
    let first = try inference.candidate(.network(network), on: selection)
    let second = try inference.candidate(.neighbors(neighbors), on: selection)
    let trials = try EvaluationProtocol(.folds, on: selection, folds: folds, repeats: 1, seed: seed).trials
    let live = context.live()
    let report = try ParallelTrainings(signal: context).run(trials.count) { done in
      live.update {
        ProgressView(
          title: name.word, completed: done.count, total: trials.count, unit: "folds",
          details: live.timeLeft(done.count, of: trials.count)
        ).rendering
      }
    } _: { place, goesOn in
      let split = trials[place].split
      return (
        first: try first.run(split, while: goesOn).answers, second: try second.run(split, while: goesOn).answers
      )
    }
    guard report.isComplete else { throw StatementInterruption(remark: "\(name.word) was not made.") }
    if live.isShown { live.finish(.text("\(name.word): \(trials.count) folds")) }
    let answers = report.outcomes.compactMap { outcome in
      outcome.first.classes.flatMap { first in outcome.second.classes.map { (first: first, second: $0) } }
    }
    return try MixtureSearch(answers)
  }
}
