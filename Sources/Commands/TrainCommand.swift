import CommandLanguage
import DataFiles
import Experiments
import Figures
import FoundationEssentials
import Language
import Networks
import Pictures
import Training
import Views

/// `train hand on=hands.train validate=hands.test from=start { epochs = 50 }`
struct TrainCommand: Command {
  private static let select = KeyedArgument(
    "select", .list(.placed(.integer(0...Int.max))), "For k-NN: indices of the samples of on= to store, counted from 0."
  )

  static let declaration = CommandDeclaration(
    "train", "Trains a network or a k-NN model on a dataset.",
    discussion: """
      A neural network passes over the training set epochs= times in mini-batches. The last mini-batch of an epoch is \
      filled up with samples from its start, as in Core ML; lastBatch=short leaves it short. A classifier learns \
      classes, a regressor (see network and load) the numbers of a table, by the squared error. A k-NN model stores \
      the samples; those it has already are counted as not new.

      Training continues from the present weights, and says so; from=start returns to the initial weights first, so \
      that the cell gives the same numbers every time. Interrupt pauses a training: the weights are kept, and train \
      with only the model's name continues with the same bits as without the pause.

      With cluster=, the ranks of a cluster share every mini-batch, with the same bits; the same statement finds a \
      training again that is still running there.
      """,
    positionals: [TrainingArguments.model],
    arguments: [
      TrainingArguments.on, TrainingArguments.validate, select, TrainingArguments.from, TrainingArguments.background,
    ] + TrainingArguments.settings + [TrainingArguments.augment] + LoopArguments.keys
      + [ReplaceArgument.replace],
    examples: [
      "train hand on=hands.train validate=hands.test epochs=50 learningRate=1e-4", "train near on=hands.train",
      "train hand", "train hand on=hands.train cluster=here ranks=4",
    ], warnsOfStraySettings: true)

  private let arguments: Arguments
  private let name: CheckedValue

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[TrainingArguments.model]
    guard arguments[LoopArguments.cluster] == nil else { return }
    try arguments.refuse(
      LoopArguments.ranks, belongingTo: "cluster=", "Name the cluster: cluster=here   (cluster lists them)")
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let model = try workspace.lookup.model(name)
    guard arguments[TrainingArguments.on]?.word == CorrectionQueue.name,
      workspace.datasets[CorrectionQueue.name] == nil
    else {
      return try learn(model, in: workspace, on: context)
    }
    return try learnFromCorrections(model, in: workspace, on: context) {
      try learn(model, in: workspace, on: context)
    }
  }

  /// Has a model learn from the corrections that wait; shows each photo's answer before and after, and empties the queue.
  ///
  /// - Throws: what `learn` throws; the queue then stays as it is.
  private func learnFromCorrections(
    _ model: Model, in workspace: Workspace, on context: CommandContext, _ learn: () throws -> Rendering?
  ) throws -> Rendering? {
    do {
      let queue = workspace.corrections
      let photos = try queue.selection(in: workspace.catalogue).photos
      let known = queue.waiting
      let before = try workspace.inference(context).answers(of: model, to: photos)
      if let rendering = try learn() { context.show(rendering) }
      let after = try workspace.inference(context).answers(of: workspace.models[model.name] ?? model, to: photos)
      queue.empty()
      return CorrectionView(model: model.name, corrections: known, before: before, after: after).rendering
    } catch {
      throw error.placed(at: arguments.span(of: TrainingArguments.on) ?? name.span)
    }
  }

  private func learn(_ model: Model, in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    switch model {
    case .hybrid(let hybrid): throw hybrid.refusal(.changing, at: name.span)
    case .neighbors(let model): try remember(model, in: workspace, on: context)
    case .network(let model): try train(model, in: workspace, on: context)
    }
  }

  // MARK: k-NN

  private func remember(
    _ model: NeighborsModel, in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering? {
    try refuseNetworkArguments(model)
    guard let on = arguments[TrainingArguments.on] else {
      throw Diagnostic(
        .noTrainingSet(
          model: model.name, selections: workspace.selections(for: .neighbors(model), split: "train")),
        at: name.span)
    }
    if case .table(let table) = try workspace.lookup.selection(on) {
      return try remember(table, by: model, in: workspace, on: context)
    }
    let selection = try workspace.lookup.photos(on)
    let photos = try selected(from: selection)
    var model = try bound(model, to: .photos(selection), at: on.span)
    let clock = ContinuousClock.now
    do {
      let features = try workspace.featureCache.features(of: photos, through: model.extractor) { _, _ in
        !context.isInterrupted
      }
      if arguments[TrainingArguments.from] == .start { model.memory.forgetAll() }
      let remembered = try model.memory.remember(
        features.tensor, labels: photos.map(\.label), keys: photos.map(\.identity))
      if selection.text != CorrectionQueue.name {
        model.learnt = LearntData(
          .photos(selection), classes: [], isWhole: !arguments.isGiven(Self.select), scaling: model.extractor.scaling)
      }
      try workspace.catalogue.put(.neighbors(model))
      return NeighborsView(model: model).trained(
        on: selection.text, remembered, seconds: (ContinuousClock.now - clock).seconds)
    } catch let error as TrainingError {
      throw Diagnostic(.training(model.name, error), at: on.span)
    } catch {
      throw error.placed(at: on.span)
    }
  }

  /// Has a k-NN model remember samples of a table, each known by its place in it.
  private func remember(
    _ table: TableSelection, by model: NeighborsModel, in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering? {
    let place = arguments.span(of: TrainingArguments.on) ?? name.span
    do {
      if arguments[TrainingArguments.from] != .start { try Model.neighbors(model).checkAnswers(.table(table)) }
      var model = model
      if arguments[TrainingArguments.from] == .start { model.memory.forgetAll() }
      model = try model.bound(to: .table(table))
      try model.checkFits(table)
      try model.extractor.checkRoom(for: table)
      let clock = ContinuousClock.now
      let features = try model.extractor.features(of: table) { !context.isInterrupted }
      let remembered = try model.memory.remember(
        features, labels: table.truths, keys: table.keys)
      model.learnt = LearntData(.table(table), classes: [], scaling: nil)
      try workspace.catalogue.put(.neighbors(model))
      return NeighborsView(model: model).trained(
        on: table.text, remembered, outweighing: try OutweighingColumns(of: table, for: model),
        seconds: (ContinuousClock.now - clock).seconds)
    } catch let error as TrainingError {
      throw Diagnostic(.training(model.name, error), at: place)
    } catch {
      throw error.placed(at: place)
    }
  }

  private func bound(_ model: NeighborsModel, to selection: Selection, at place: Span) throws -> NeighborsModel {
    do { return try model.bound(to: selection) } catch { throw error.placed(at: place) }
  }

  private func refuseNetworkArguments(_ model: NeighborsModel) throws {
    let own: [any ArgumentKey] = [TrainingArguments.on, Self.select, TrainingArguments.from]
    let others = Self.declaration.arguments.filter { argument in !own.contains { $0.declaration === argument } }
    try arguments.refuse(others, belongingTo: "neural networks, and \(model.name) is a k-NN model") { _, _ in
      "A k-NN model stores photos without epochs: train \(model.name) on=…"
    }
  }

  private func selected(from selection: PhotoSelection) throws -> [Photo] {
    guard let places = arguments[Self.select] else { return selection.photos }
    return try places.map { place in
      guard place.value < selection.photos.count else {
        throw Diagnostic(
          PhotoNameError.noSuchPlace(place.value, in: selection.text, count: selection.photos.count), at: place.span)
      }
      return selection.photos[place.value]
    }
  }

  // MARK: Networks

  private func train(_ model: NetworkModel, in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    try arguments.refuse(
      Self.select, belongingTo: "k-NN models, and \(model.name) is a neural network",
      "A network is trained on all photos of on=.")
    let plan = try TrainingPlan(arguments, model: model, workspace: workspace)
    let remarks = plan.remarks(arguments)
    do {
      let training = try ModelTraining(
        plan, in: workspace, signal: context, replacesFiles: arguments[ReplaceArgument.replace],
        ranks: arguments[LoopArguments.cluster].map {
          try workspace.lookup.ranks($0, count: arguments[LoopArguments.ranks], for: arguments.statement)
        })
      let run = training.run
      let display = { TrainingDisplay($0, plan, run: run, remarks: remarks, on: context) }
      guard arguments[TrainingArguments.background] else {
        try workspace.train(training, for: display)
        return nil
      }
      return begun(try workspace.begin(training, for: display))
    } catch {
      throw error.placed(at: place(of: error))
    }
  }

  private func begun(_ job: TrainingJob) -> Rendering {
    let (name, number) = (job.model, job.number ?? 0)
    return Rendering.text(
      "\(name) is in training in the background as job \(number). jobs shows its progress, stop \(number) stops it; until then "
        + "\(name) predicts with the weights of its last epoch, and nothing else can change it.")
  }

  /// The words an error met while training is about.
  private func place(of error: any Error) -> Span {
    switch error as? ExperimentError {
    case .loop(.noCheckpoint), .loop(.dropoutInCheckpoint), .loop(.checkpointUnwritten), .data(.foreign):
      arguments.span(of: LoopArguments.checkpoint) ?? name.span
    case .cluster(.smallBatch): arguments.span(of: LoopArguments.ranks) ?? name.span
    case .cluster: arguments.span(of: LoopArguments.cluster) ?? name.span
    default: arguments.span(of: TrainingArguments.on) ?? name.span
    }
  }
}
