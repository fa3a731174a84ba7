import Experiments
import Language
import Tensors
import Training

/// All rows of a sweep, checked before the first is tried.
struct SweepPlan {
  /// The rows.
  var rows: [SweepRow]
  /// The trainings of each row.
  let trials: [(split: Folds.Split, repetition: Int)]
  /// What is said of how they were tried.
  let phrase: String

  /// The most trainings of one sweep.
  static let limit = 100_000

  /// What of `train` can be swept: all that is one number, word or truth value, and is a matter of learning.
  static let networkKeys: [String] = TrainingArguments.declarations.compactMap { declaration in
    switch declaration.kind {
    case .integer, .decimal, .choice, .bool, .schedule, .firstOf(.loss):
      ["seed", "checkpoint", "threads", "background", "log"].contains(declaration.key) ? nil : declaration.key
    default: nil
    }
  }

  /// What of `knn` can be swept.
  static let neighborKeys = ["features", "numberOfNeighbors", "weighting", "metric"]

  /// Lays out a sweep.
  ///
  /// - Throws: The first value that cannot be, with its place; `Interruption` where features are worked out and the
  ///   reader stops it.
  init(_ arguments: Arguments, model: Model, session: Session, stage: Stage) throws {
    let data = try SweepData(arguments, model: model, session: session)
    switch model {
    case .neighbors(let model):
      try Self.refuse(Self.networkKeys + ["augment"], arguments, "neural networks, and \(model.name) is a k-NN model")
      let seed = arguments.seed ?? 1
      trials = try data.trials(seed: seed)
      rows = try Self.combinations(arguments, Self.neighborKeys, seed: seed, trials: trials.count).map { combination in
        try Self.row(model, combination, data, seed: seed, session: session, stage: stage)
      }
    case .network(let model):
      try Self.refuse(Self.neighborKeys, arguments, "k-NN models, and \(model.name) is a neural network")
      try model.checkStart()
      var recipe = try session.networkRecipe(of: model, on: data.selection)
      if let ways = arguments.list("augment") {
        if let other = ways.first(where: { !$0.augmentation.isFlip }) {
          throw Fault(
            .keyOfOther(
              key: "augment", given: other.text, belongsTo: "train; comparisons use features worked out once",
              remedy: "Here augment= takes flipHorizontal and flipVertical."), at: other.span)
        }
        recipe.augmentation = ways.map(\.augmentation)
      }
      if let seed = arguments.seed { recipe.settings.seed = seed }
      trials = try data.trials(seed: recipe.settings.seed)
      let contender = try session.contender(model.name, recipe, on: data.selection, stage: stage)
      rows = try Self.combinations(arguments, Self.networkKeys, seed: recipe.settings.seed, trials: trials.count).map {
        try Self.row(contender, recipe, $0, data, arguments)
      }
    }
    phrase = data.phrase
  }

  private static func refuse(_ keys: [String], _ arguments: Arguments, _ owner: String) throws(Fault) {
    for key in keys {
      guard let value = arguments[key] else { continue }
      throw Fault(
        .keyOfOther(key: key, given: value.text, belongsTo: owner, remedy: "Leave \(key)= out."), at: value.span)
    }
  }

  private static func combinations(
    _ arguments: Arguments, _ keys: [String], seed: UInt64, trials: Int
  ) throws(Fault) -> [SweepAxes.Combination] {
    let axes = SweepAxes(arguments, keys: Set(keys))
    for axis in axes.axes where axis.values.isEmpty {
      throw Fault(.evidence(.emptyList(axis.key)), at: arguments[axis.key]?.span ?? arguments.commandSpan)
    }
    let limit = arguments.integer("limit")
    let rows = min(limit ?? .max, axes.count)
    let (trainings, isTooLarge) = rows.multipliedReportingOverflow(by: trials)
    guard !isTooLarge, trainings <= Self.limit else {
      throw Fault(
        .evidence(.tooManyTrainings(rows: rows, trials: trials, limit: Self.limit)), at: arguments.commandSpan)
    }
    return axes.combinations(limit: limit, seed: seed)
  }

  // MARK: Rows

  private static func row(
    _ contender: Contender, _ base: NetworkRecipe, _ combination: SweepAxes.Combination, _ data: SweepData,
    _ arguments: Arguments
  ) throws(Fault) -> SweepRow {
    let named = Dictionary(combination.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let one = Arguments(
      declaration: TrainCommand.declaration, commandSpan: arguments.commandSpan, positionals: arguments.positionals,
      named: named, parts: [], call: arguments.call)
    var recipe = base
    recipe.settings = try TrainingArguments(one).settings(defaults: base.settings)
    try TrainingPlan.check(recipe.settings, arguments: one, model: base.starter)
    var copy = contender
    copy.recipe = .network(recipe)
    let augment =
      recipe.augmentation.isEmpty ? "" : " augment=[\(recipe.augmentation.map(\.phrase).joined(separator: ", "))]"
    let settings = recipe.settings.phrase + augment
    return SweepRow(
      settings: combination.map { SweepRow.Setting(key: $0.key, text: $0.value.text) }, contender: copy,
      command: "sweep \(contender.name) \(data.statement) \(settings)",
      keeping: "train \(contender.name) on=\(data.on) from=start \(settings)")
  }

  private static func row(
    _ model: NeighborsModel, _ combination: SweepAxes.Combination, _ data: SweepData, seed: UInt64, session: Session,
    stage: Stage
  ) throws -> SweepRow {
    var memory = model.memory
    var extractor = model.extractor
    var features: String?
    for (key, value) in combination {
      switch key {
      case "features":
        extractor = try session.extractor(value, orLayerOf: model.extractor)
        features = value.word
      case "numberOfNeighbors":
        memory.numberOfNeighbors = value.integer
        if let allowed = model.allowedNeighbors, !allowed.contains(Double(value.integer)) {
          throw Fault(
            .notAllowed(
              model: model.name, key: key, allowed: allowed.phrase, list: [], given: value.text,
              source: "its file"), at: value.span)
        }
      case "weighting": memory.weighting = NearestNeighbors.Weighting(rawValue: value.word) ?? memory.weighting
      default: memory.metric = NearestNeighbors.Metric(rawValue: value.word) ?? memory.metric
      }
    }
    var changed = model
    changed.memory = memory
    let settings =
      "numberOfNeighbors=\(memory.numberOfNeighbors) weighting=\(memory.weighting.rawValue) metric=\(memory.metric.rawValue)"
    let layer = features.map { "features=\($0) " } ?? ""
    let whole = features.map { $0.contains(".") ? $0 : "\(extractor.source).\($0)" }
    return SweepRow(
      settings: combination.map { SweepRow.Setting(key: $0.key, text: $0.value.text) },
      contender: try session.contender(changed, through: extractor, on: data.selection, stage: stage),
      command: "sweep \(model.name) \(data.statement) seed=\(seed) \(layer)\(settings)",
      keeping: "knn \(model.name) features=\(whole ?? "\(extractor.source).\(extractor.layer)") \(settings)")
  }
}
