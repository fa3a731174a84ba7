import CommandLanguage
import Experiments
import Language
import Networks
import Tensors
import Training
import Views

/// All rows of a sweep, checked before the first is tried.
struct SweepPlan {
  /// The rows.
  var rows: [SweepRow]
  /// The trainings of each row.
  let trials: [(split: Folds.Split, repetition: Int)]
  /// What is said of how they were tried.
  let phrase: String
  /// What the reader should know of the model.
  private(set) var remarks: [String] = []

  /// The most trainings of one sweep.
  static let limit = 100_000

  /// Lays out a sweep.
  ///
  /// - Throws: The first value that cannot be, with its place; `Interruption` where features are worked out and the
  ///   reader stops it.
  init(_ arguments: Arguments, model: Model, workspace: Workspace, context: CommandContext) throws {
    let data = try SweepData(arguments, model: model, workspace: workspace)
    switch model {
    case .hybrid(let hybrid): throw ExperimentError.loop(.hybrid(hybrid.name, .changing, of: hybrid.names))
    case .neighbors(let model):
      try Self.refuse(
        TrainingArguments.varied + [SweepArguments.augment] + SweepArguments.ofFit, arguments,
        "neural networks, and \(model.name) is a k-NN model")
      let seed = arguments[SweepArguments.seed] ?? 1
      trials = try data.trials(seed: seed)
      rows = try Self.combinations(
        arguments, SweepArguments.ofNeighbors, seed: seed, trials: trials.count
      ).map { combination in
        try Self.row(model, combination, arguments, data, seed: seed, workspace: workspace, context: context)
      }
    case .network(let model) where model.fit != nil:
      try Self.refuse(
        TrainingArguments.varied + [SweepArguments.augment] + SweepArguments.ofNeighbors, arguments,
        "other models, and \(model.name) was made by fit")
      let seed = arguments[SweepArguments.seed] ?? 1
      trials = try data.trials(seed: seed)
      rows = try Self.fits(
        try workspace.inference(context).candidate(.network(model), on: data.selection),
        Self.combinations(arguments, SweepArguments.ofFit, seed: seed, trials: trials.count), arguments, data,
        seed: seed)
    case .network(let model):
      try Self.refuse(SweepArguments.ofFit, arguments, "fit, and \(model.name) is trained by train")
      try Self.refuse(SweepArguments.ofNeighbors, arguments, "k-NN models, and \(model.name) is a neural network")
      try model.initial.checkKnowNoSamples(of: model.name)
      var configuration = try NetworkConfiguration(of: model, on: data.selection)
      if let ways = arguments[SweepArguments.augment] {
        if let other = ways.first(where: { !$0.value.isFlip }) {
          throw Diagnostic(
            .usage(
              .keyOfOther(
                key: "augment", given: other.text, belongsTo: "train; comparisons compute features once",
                remedy: "Here augment= takes flipHorizontal and flipVertical.")), at: other.span)
        }
        configuration.augmentation = ways.map(\.value)
      }
      if let seed = arguments[SweepArguments.seed] { configuration.settings.seed = seed }
      trials = try data.trials(seed: configuration.settings.seed)
      let candidate = try workspace.inference(context).candidate(model.name, configuration, on: data.selection)
      rows = try Self.combinations(
        arguments, TrainingArguments.varied, seed: configuration.settings.seed, trials: trials.count
      ).map {
        try Self.row(candidate, configuration, $0, data, arguments)
      }
    }
    phrase = data.phrase
    var told: Set<String> = []
    for basis in rows.compactMap(\.basis) where told.insert(basis.network).inserted {
      remarks += [KnownFeatures(name: model.name, basis: basis, selection: data.selection)]
        .compactMap { $0.remark("sweep \(model.name)", in: workspace) }
    }
  }

  private static func refuse(
    _ keys: [any ArgumentKey], _ arguments: Arguments, _ owner: String
  ) throws {
    try arguments.refuse(keys, belongingTo: owner) { key, _ in "Leave \(key)= out." }
  }

  private static func combinations(
    _ arguments: Arguments, _ keys: [any ArgumentKey], seed: UInt64, trials: Int
  ) throws -> [SweepAxes.Combination] {
    let axes = SweepAxes(arguments, keys: Set(keys.map(\.declaration.key)))
    for axis in axes.axes where axis.values.isEmpty {
      throw Diagnostic(.evidence(.emptyList(axis.key)), at: arguments.named[axis.key]?.span ?? arguments.commandSpan)
    }
    let limit = arguments[SweepArguments.limit]
    let rows = min(limit ?? .max, axes.count)
    let (trainings, isTooLarge) = rows.multipliedReportingOverflow(by: trials)
    guard !isTooLarge, trainings <= Self.limit else {
      throw Diagnostic(
        .evidence(.tooManyTrainings(rows: rows, trials: trials, limit: Self.limit)), at: arguments.commandSpan)
    }
    return axes.combinations(limit: limit, seed: seed)
  }

  // MARK: Rows

  private static func row(
    _ candidate: Candidate, _ base: NetworkConfiguration, _ combination: SweepAxes.Combination, _ data: SweepData,
    _ arguments: Arguments
  ) throws -> SweepRow {
    let named = Dictionary(combination.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let one = arguments.with(named, for: TrainingArguments.declaration)
    var configuration = base
    configuration.settings = try TrainingArguments(one).settings(defaults: base.settings)
    try TrainingPlan.check(configuration.settings, arguments: one, model: base.starter)
    var copy = candidate
    copy.configuration = .network(configuration)
    let augment =
      configuration.augmentation.isEmpty
      ? "" : " augment=[\(configuration.augmentation.map(\.phrase).joined(separator: ", "))]"
    let settings = configuration.settings.phrase + augment
    return SweepRow(
      settings: combination.map { SweepRow.Setting(key: $0.key, text: $0.value.text) }, candidate: copy,
      command: "sweep \(candidate.name) \(data.statement) \(settings)",
      keeping: "train \(candidate.name) on=\(data.on) from=start \(settings)", basis: base.starter.source.basis)
  }

  private static func row(
    _ model: NeighborsModel, _ combination: SweepAxes.Combination, _ arguments: Arguments, _ data: SweepData,
    seed: UInt64, workspace: Workspace, context: CommandContext
  ) throws -> SweepRow {
    var memory = model.memory
    var extractor = model.extractor
    var features: String?
    let named = Dictionary(
      combination.map { ($0.key, CheckedValue(listOf: $0.value)) }, uniquingKeysWith: { first, _ in first })
    let one = arguments.with(named, for: arguments.declaration)
    if let layer = one[SweepArguments.features]?.first {
      extractor = try workspace.lookup.extractor(layer, orLayerOf: model.extractor)
      features = layer.word
    }
    if let number = one[SweepArguments.numberOfNeighbors]?.first {
      memory.numberOfNeighbors = number
      if let allowed = model.allowedNeighbors, !allowed.contains(Double(number)) {
        let key = SweepArguments.numberOfNeighbors
        throw Diagnostic(
          .notAllowed(
            model: model.name, key: key.declaration.key, allowed: allowed.phrase, list: [],
            given: one.text(of: key) ?? "", source: "its file"), at: one.span(of: key))
      }
    }
    memory.weighting = one[SweepArguments.weighting]?.first ?? memory.weighting
    memory.metric = one[SweepArguments.metric]?.first ?? memory.metric
    memory.isStandardized = one[SweepArguments.standardize]?.first ?? memory.isStandardized
    var changed = model
    changed.memory = memory
    let isScaled = memory.isStandardized || one.isGiven(SweepArguments.standardize)
    let settings =
      "numberOfNeighbors=\(memory.numberOfNeighbors) weighting=\(memory.weighting.rawValue) metric=\(memory.metric.rawValue)"
      + (isScaled ? " standardize=\(memory.isStandardized)" : "")
    let layer = features.map { "features=\($0) " } ?? ""
    let whole = features.map { $0.contains(".") ? $0 : "\(extractor.basis?.network ?? extractor.source).\($0)" }
    return SweepRow(
      settings: combination.map { SweepRow.Setting(key: $0.key, text: $0.value.text) },
      candidate: try workspace.inference(context).candidate(changed, through: extractor, on: data.selection),
      command: "sweep \(model.name) \(data.statement) seed=\(seed) \(layer)\(settings)",
      keeping: "knn \(model.name) \(whole.map { "features=\($0) " } ?? extractor.arguments)\(settings)",
      basis: extractor.basis)
  }
}

extension Extractor {
  /// What `knn` has to be told to look through it, with a blank behind; empty for a table's own numbers.
  fileprivate var arguments: String {
    guard readsNumbers else { return "features=\(word) " }
    guard let input = definition.inputs.first, let image = input.image, input.shape.count == 3 else { return "" }
    let color = image.colorSpace == .grayscale ? "colorSpace=grayscale " : ""
    return "size=[\(input.shape[2]), \(input.shape[1])] \(color)"
  }
}
