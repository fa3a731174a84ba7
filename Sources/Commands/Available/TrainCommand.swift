import CommandLanguage
import DataFiles
import Experiments
import Figures
import FoundationEssentials
import Language
import Networks
import Pictures
import Training

/// `train hand on=hands.train validate=hands.test from=start { epochs = 50 }`
struct TrainCommand: Command {
  private static let select = KeyedArgument(
    "select", .list(.placed(.integer(0...Int.max))), "For k-NN: places of the photos in on=, counted from 0.")

  static let declaration = CommandDeclaration(
    "train", "Trains a model on photos.",
    discussion: """
      A k-NN model remembers the photos, and those it knows already count as not new. A neural network goes through them \
      epochs= times in mini-batches; the last mini-batch is filled up from the start as Core ML does. Training goes on \
      from where the network stands, and says so; from=start returns to its first weights, so that the cell gives the \
      same numbers every time. Interrupt pauses: what was learnt stays, and train with nothing but the name goes on as \
      if nothing had happened.
      """,
    positionals: [TrainingArguments.model],
    arguments: [
      TrainingArguments.on, TrainingArguments.validate, select, TrainingArguments.from, TrainingArguments.background,
    ] + TrainingArguments.settings + [TrainingArguments.augment] + LoopOptions.keys,
    examples: [
      "train hand on=hands.train validate=hands.test epochs=50 learningRate=1e-4", "train near on=hands.train",
      "train hand",
    ], warnsOfStraySettings: true)

  private let arguments: Arguments
  private let name: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    self.arguments = arguments
    name = arguments[TrainingArguments.model]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    let model = try session.model(name)
    guard arguments[TrainingArguments.on]?.word == Session.correctionsName,
      session.datasets[Session.correctionsName] == nil
    else {
      return try learn(model, in: session, on: stage)
    }
    return try session.learnFromCorrections(model, on: stage, at: arguments.span(of: TrainingArguments.on) ?? name.span)
    {
      try learn(model, in: session, on: stage)
    }
  }

  private func learn(_ model: Model, in session: Session, on stage: Stage) throws -> Rendering? {
    switch model {
    case .neighbors(let model): try remember(model, in: session, on: stage)
    case .network(let model): try train(model, in: session, on: stage)
    }
  }

  // MARK: k-NN

  private func remember(_ model: NeighborsModel, in session: Session, on stage: Stage) throws -> Rendering? {
    try refuseNetworkArguments(model)
    guard let on = arguments[TrainingArguments.on] else {
      throw Fault(.noTrainingSet(model: model.name, datasets: session.datasets.keys.sorted()), at: name.span)
    }
    if case .table(let table) = try session.selection(on) {
      return try remember(table, by: model, in: session, on: stage)
    }
    let selection = try session.photos(on)
    let photos = try selected(from: selection)
    var model = model
    let clock = ContinuousClock.now
    do {
      let features = try session.shelf.features(of: photos, through: model.extractor) { _, _ in !stage.isInterrupted }
      if arguments[TrainingArguments.from] == .start { model.memory.forgetAll() }
      let remembered = try model.memory.remember(
        features.tensor, labels: photos.map(\.label), keys: photos.map(\.identity))
      if selection.text != Session.correctionsName {
        model.learnt = LearntData(
          .photos(selection), classes: [], isWhole: !arguments.isGiven(Self.select), scaling: model.extractor.scaling)
      }
      try session.put(.neighbors(model))
      return NeighborsView(model: model).trained(
        on: selection.text, remembered, account: features.account, seconds: (ContinuousClock.now - clock).seconds)
    } catch let error as TrainingError {
      throw Fault(.training(model.name, error), at: on.span)
    } catch let fault as Fault {
      throw fault.placed(at: on.span)
    }
  }

  /// Has a k-NN model remember samples of a table, each known by its place in it.
  private func remember(
    _ table: TableSelection, by model: NeighborsModel, in session: Session, on stage: Stage
  ) throws -> Rendering? {
    let place = arguments.span(of: TrainingArguments.on) ?? name.span
    var model = model
    do {
      try model.checkFits(table)
      try model.extractor.checkRoom(for: table)
      let clock = ContinuousClock.now
      let features = try model.extractor.features(of: table) { !stage.isInterrupted }
      if arguments[TrainingArguments.from] == .start { model.memory.forgetAll() }
      let places = table.splits.flatMap { split in split.places.map { "\(split.data.labels.count) \($0)" } }
      let remembered = try model.memory.remember(
        features, labels: table.truths, keys: places.map { "\(table.dataset.source) \($0)" })
      try session.put(.neighbors(model))
      return NeighborsView(model: model).trained(
        on: table.text, remembered, account: FeatureShelf.Account(computed: table.count),
        seconds: (ContinuousClock.now - clock).seconds)
    } catch let error as TrainingError {
      throw Fault(.training(model.name, error), at: place)
    } catch let fault as Fault {
      throw fault.placed(at: place)
    }
  }

  private func refuseNetworkArguments(_ model: NeighborsModel) throws(Fault) {
    let own: [any ArgumentKey] = [TrainingArguments.on, Self.select, TrainingArguments.from]
    let others = Self.declaration.arguments.filter { argument in !own.contains { $0.declaration === argument } }
    try arguments.refuse(others, belongingTo: "neural networks, and \(model.name) is a k-NN model") { _, _ in
      "A k-NN model remembers photos at once: train \(model.name) on=…"
    }
  }

  private func selected(from selection: PhotoSelection) throws(Fault) -> [Photo] {
    guard let places = arguments[Self.select] else { return selection.photos }
    return try places.map { (place) throws(Fault) in
      guard place.value < selection.photos.count else {
        throw Fault(
          PhotoNameError.noSuchPlace(place.value, in: selection.text, count: selection.photos.count), at: place.span)
      }
      return selection.photos[place.value]
    }
  }

  // MARK: Networks

  private func train(_ model: NetworkModel, in session: Session, on stage: Stage) throws -> Rendering? {
    try arguments.refuse(
      Self.select, belongingTo: "k-NN models, and \(model.name) is a neural network",
      "A network learns from all photos of on=.")
    let plan = try TrainingPlan(arguments, model: model, session: session)
    do {
      let run = TrainingRun(plan: plan, session: session, stage: stage)
      if arguments[TrainingArguments.background] { return try session.begin(run, on: stage) }
      try run.run()
    } catch let fault as Fault {
      throw fault.placed(at: place(of: fault))
    }
    return nil
  }

  /// The words a fault met while training is about.
  private func place(of fault: Fault) -> Span {
    switch fault.fact {
    case .loop(.noCheckpoint), .loop(.dropoutInCheckpoint), .loop(.checkpointUnwritten):
      arguments.span(of: LoopOptions.checkpoint) ?? name.span
    default: arguments.span(of: TrainingArguments.on) ?? name.span
    }
  }
}

extension Photo {
  /// What a k-NN model knows the photo by: the file, as it was when it was remembered.
  var identity: String {
    let file = "\(url.path(percentEncoded: false)) \(stamp.size) \(stamp.changed)"
    return scaling == .scaleFill ? file : "\(file) \(scaling.rawValue)"
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
