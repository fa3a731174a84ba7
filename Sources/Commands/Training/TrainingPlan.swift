import CommandLanguage
import Experiments
import Language
import Networks
import Training

/// What a training is going to do: everything that was asked for, checked, before anything is done.
struct TrainingPlan {
  /// The network as it stands before the first step.
  let model: NetworkModel
  /// The settings.
  let settings: TrainingSettings
  /// Where it goes on; nil to begin with the first epoch of the network's life.
  let state: TrainingState?
  /// The parameters of the best epoch of a stopped training that goes on.
  let best: ParameterSnapshot?
  /// What was learnt from and validated on, as typed, and the settings: to be remembered.
  let training: NetworkModel.LastTraining
  /// The samples learnt from as they are now, to be remembered, too.
  let learnt: LearntData?
  /// The photos to learn from.
  let on: Selection
  /// The photos to check on.
  let validate: [Selection]
  /// The variants of each photo that an epoch may draw.
  let augmentation: [Augmentation]
  /// The classes that have an output from now on, and the output of each class of `on`.
  let classes: [String]
  let outputs: [Int]
  /// What the reader should know: where training goes on, a seed that was not given.
  let remarks: [String]
  /// Whether a stopped training is taken up.
  let isResuming: Bool
  /// The statement, for the record of runs.
  let statement: String

  /// Checks what was asked for.
  ///
  /// - Throws: The first thing that cannot be, with its place.
  init(_ arguments: Arguments, model given: NetworkModel, workspace: Workspace) throws {
    var model = given
    guard model.parameterCounts.trainable > 0 else {
      throw Diagnostic(
        .nothingToLearn(model: model.name, source: model.source), at: arguments[TrainingArguments.model].span)
    }
    let startsOver = arguments[TrainingArguments.from] == .start
    if startsOver { model.returnToStart() }
    let isBare = arguments.hasOnly(TrainingArguments.from, TrainingArguments.background)
    on = try Self.selection(arguments, last: given.lastTraining, model: given, workspace: workspace)
    let resumed = startsOver ? nil : try StoppedTraining(given, on: on, isBare: isBare)?.resumed(by: arguments)
    let last = isBare || resumed != nil ? given.lastTraining : nil
    validate = try Self.validation(arguments, last: last, workspace: workspace)
    (classes, outputs) = try Self.claims(model, on: on, validate: validate, at: arguments)
    let defaults =
      last?.settings ?? given.defaults(seed: given.seed ?? Workspace.chooseSeed())
    var settings = try TrainingArguments(arguments).settings(defaults: defaults)
    settings.loss.classWeights =
      try TrainingArguments(arguments).classWeights(of: on, at: outputs, outputs: model.outputs)
      ?? settings.loss.classWeights
    try Self.check(settings, arguments: arguments, model: given)
    do { try settings.checkLosses(of: given) } catch {
      throw error.placed(at: arguments.span(of: TrainingArguments.loss) ?? arguments[TrainingArguments.model].span)
    }
    self.settings = settings
    augmentation = arguments[TrainingArguments.augment] ?? last?.augmentation ?? []
    try Self.check(augmentation, of: on, at: arguments)
    state = resumed ?? Self.state(settings, photos: on.count, after: model.state)
    best = resumed == nil ? nil : given.best
    isResuming = resumed != nil
    training = NetworkModel.LastTraining(
      settings: settings, on: on.text, validate: validate.map(\.text), augmentation: augmentation,
      options: LoopOptions(arguments, before: last?.options ?? LoopOptions()))
    learnt =
      on.text == CorrectionQueue.name
      ? model.learnt?.including(LearntSamples(on))
      : LearntData(on, classes: classes, scaling: model.scaling).including(model.learnt?.samples)
    remarks = Self.remarks(
      model: model, classes: classes, training: training, arguments: arguments, isResuming: resumed != nil)
    statement = arguments.statement
    self.model = model
  }

  private static func state(_ settings: TrainingSettings, photos: Int, after earlier: TrainingState?) -> TrainingState?
  {
    earlier.map { TrainingState(settings, sampleCount: photos, after: $0) }
  }

  private static func selection(
    _ arguments: Arguments, last: NetworkModel.LastTraining?, model: NetworkModel, workspace: Workspace
  ) throws -> Selection {
    if let on = arguments[TrainingArguments.on] { return try workspace.lookup.selection(on) }
    guard let last else {
      throw Diagnostic(
        .noTrainingSet(model: model.name, datasets: workspace.datasets.keys.sorted()),
        at: arguments[TrainingArguments.model].span)
    }
    return try Diagnostic.placing(at: arguments[TrainingArguments.model].span) {
      try workspace.selection(named: last.on)
    }
  }

  private static func validation(
    _ arguments: Arguments, last: NetworkModel.LastTraining?, workspace: Workspace
  ) throws -> [Selection] {
    if let validate = arguments[TrainingArguments.validate] {
      return try validate.map { try workspace.lookup.selection($0) }
    }
    let place = arguments[TrainingArguments.model].span
    return try (last?.validate ?? []).map { text in
      try Diagnostic.placing(at: place) { try workspace.selection(named: text) }
    }
  }

  /// Photos can be varied, the samples of tables cannot.
  private static func check(
    _ augmentation: [Augmentation], of selection: Selection, at arguments: Arguments
  ) throws {
    guard case .table = selection, !augmentation.isEmpty else { return }
    try arguments.refuse(
      TrainingArguments.augment, belongingTo: "photos, and \(selection.text) is a table", "Leave it out.")
  }

  /// Every setting against sense and against what the network's file allows.
  ///
  /// - Throws: `ModelError.training` or `ModelError.notAllowed`, at the value to blame.
  static func check(
    _ settings: TrainingSettings, arguments: Arguments, model: NetworkModel
  ) throws {
    guard let fault = settings.faults(within: model.limits).first else { return }
    let key = fault.name.rawValue
    let given = arguments.named[
      arguments.declaration.argument(key) == nil ? TrainingArguments.schedule.declaration.key : key]
    let place = given?.span ?? arguments.positionals[0].span
    guard TrainingLimits().fault(of: fault.name, value: fault.value) == nil else {
      throw Diagnostic(.training(model.name, .setting(fault)), at: place)
    }
    throw Diagnostic(
      .notAllowed(
        model: model.name, key: key, allowed: fault.allowed.phrase, list: fault.allowed.members,
        given: given?.text ?? Numbers.short(fault.value), source: model.limitsSource ?? model.source), at: place)
  }

  private static func claims(
    _ model: NetworkModel, on: Selection, validate: [Selection], at arguments: Arguments
  ) throws -> (classes: [String], outputs: [Int]) {
    guard !model.isRegressor else { return (model.classes, []) }
    let claimed: (classes: [String], outputs: [Int])
    do {
      claimed = try model.claiming(on)
    } catch {
      throw error.placed(at: arguments[TrainingArguments.on]?.span ?? arguments[TrainingArguments.model].span)
    }
    let known = LabelIndex(claimed.classes)
    for (index, selection) in validate.enumerated() {
      let unknown = selection.labels.filter { known.position(of: $0) == nil }
      let present = unknown.isEmpty ? LabelIndex([]) : LabelIndex(Array(Set(selection.truths)))
      if let label = unknown.first(where: { present.position(of: $0) != nil }) {
        throw Diagnostic(
          .unknownClass(label, model: "the training of \(model.name)", known: claimed.classes),
          at: arguments[TrainingArguments.validate]?[index].span ?? arguments[TrainingArguments.model].span)
      }
    }
    return claimed
  }

  private static func remarks(
    model: NetworkModel, classes: [String], training: NetworkModel.LastTraining, arguments: Arguments, isResuming: Bool
  ) -> [String] {
    let settings = training.settings
    var remarks: [String] = []
    if let last = model.history.last {
      remarks.append(
        isResuming
          ? "going on in epoch \(last.epoch + 1)" : "continuing at epoch \(last.epoch + 1); from=start starts over")
    } else if isResuming {
      remarks.append("going on in epoch 1")
    }
    let new = classes.dropFirst(model.classes.count)
    if !model.classes.isEmpty, !new.isEmpty {
      remarks.append("\(Numbers.list(Array(new))) \(new.count == 1 ? "was" : "were") appended to its classes")
    }
    if case .step(let factor, let period) = settings.schedule, period >= settings.epochs, settings.epochs > 1 {
      remarks.append(
        "schedule=\(settings.schedule.phrase) changes nothing within \(settings.epochs) epochs; for example "
          + "schedule=step(\(Numbers.short(factor)), every=\(max(1, settings.epochs / 3)))")
    }
    if !training.augmentation.isEmpty {
      remarks.append("augment=[\(training.augmentation.map(\.phrase).joined(separator: ", "))]")
      if settings.epochs < 20 { remarks.append("varied photos need more epochs, 20 and above") }
    }
    if !arguments.isGiven(TrainingArguments.seed) { remarks.append("seed=\(settings.seed)") }
    return remarks
  }
}

extension AllowedValues {
  /// The values one by one, where they are a list.
  var members: [String] {
    if case .set(let values) = self { values.map(Numbers.short) } else { [] }
  }
}
