import CommandLanguage
import Experiments
import Language
import Networks
import Training
import Views
import Wording

extension TrainingPlan {
  /// Checks what was asked for.
  ///
  /// - Throws: The first thing that cannot be, with its place.
  init(_ arguments: Arguments, model given: NetworkModel, workspace: Workspace) throws {
    var model = given
    guard model.definition.parameterCounts.trainable > 0 else {
      throw Diagnostic(.nothingToLearn(model), at: arguments[TrainingArguments.model].span)
    }
    let startsOver = arguments[TrainingArguments.from] == .start
    if startsOver { model.returnToStart() }
    let isBare = arguments.hasOnly(
      TrainingArguments.from, TrainingArguments.background, LoopArguments.cluster, LoopArguments.ranks)
    let on = try Self.selection(arguments, last: given.training.last, model: given, workspace: workspace)
    let resumed = try !startsOver && Self.resumes(given, on: on, isBare: isBare, by: arguments)
    let last = isBare || resumed ? given.training.last : nil
    let validate = try Self.validation(arguments, last: last, workspace: workspace)
    let assigned = try Self.assignment(model, on: on, validate: validate, at: arguments)
    let seed = given.initial.seed ?? Workspace.chooseSeed()
    let defaults =
      last.map { given.outputs.fitting($0.settings) }
      ?? (startsOver ? given.defaults(seed: seed) : given.defaultsGoingOn(seed: seed))
    var settings = try TrainingArguments(arguments).settings(defaults: defaults)
    settings.loss.classWeights =
      try TrainingArguments(arguments).classWeights(of: on, at: assigned.outputs, outputs: model.outputs.count)
      ?? settings.loss.classWeights
    try Self.check(settings, arguments: arguments, model: given)
    do { try settings.checkLosses(of: given) } catch {
      throw error.placed(at: arguments.span(of: TrainingArguments.loss) ?? arguments[TrainingArguments.model].span)
    }
    let augmentation = arguments[TrainingArguments.augment] ?? last?.augmentation ?? []
    try Self.check(augmentation, of: on, at: arguments)
    let learnt =
      on.text == CorrectionQueue.name
      ? model.training.learnt?.including(LearntSamples(on))
      : LearntData(on, classes: assigned.classes, scaling: model.scaling).including(model.training.learnt?.samples)
    if !resumed {
      do { model = try model.standardized(by: on) } catch {
        throw error.placed(at: arguments.span(of: TrainingArguments.on) ?? arguments[TrainingArguments.model].span)
      }
    }
    let rates = (resumed ? given.training.paused : nil).map { state, training in
      training.rates(goingOnFrom: state, with: settings)
    }
    let training = NetworkModel.LastTraining(
      settings: settings, on: on.text, validate: validate.map(\.text), augmentation: augmentation,
      options: LoopOptions(arguments, before: last?.options ?? LoopOptions()),
      rateChanges: rates?.changes, settingsBefore: rates?.before)
    self.init(
      model, training, on: on, validate: validate, assigned: assigned, learnt: learnt, isResuming: resumed,
      variation: augmentation.phrase, statement: arguments.statement)
  }

  /// Whether a statement goes on with the stopped training of a model: it learns from the same samples, or names nothing but
  /// the model. `from=here` begins another training from the same weights.
  ///
  /// Core ML fixes which samples a mini-batch holds and how many there are once training has begun; the optimizer's numbers
  /// may change. So it is here, but for being told.
  ///
  /// - Throws: `LoopDiagnostic.fixedWhileStopped` where a setting would change that may not.
  private static func resumes(
    _ model: NetworkModel, on: Selection, isBare: Bool, by arguments: Arguments
  ) throws -> Bool {
    guard let (state, training) = model.training.paused,
      isBare || on.text == training.on && on.count == state.sampleCount
    else { return false }
    let wanted = try TrainingArguments(arguments).settings(defaults: training.settings)
    var fixed = wanted.fixedDifferences(from: training.settings)
    if let augment = arguments[TrainingArguments.augment], augment != training.augmentation { fixed.append("augment") }
    guard let first = fixed.first else { return true }
    if arguments.isGiven(TrainingArguments.from) { return false }
    throw Diagnostic(
      .loop(
        .fixedWhileStopped(
          fixed, model: model.name, epoch: state.epochs + 1, epochs: state.firstEpoch + training.settings.epochs)),
      at: arguments.named[first]?.span)
  }

  private static func selection(
    _ arguments: Arguments, last: NetworkModel.LastTraining?, model: NetworkModel, workspace: Workspace
  ) throws -> Selection {
    if let on = arguments[TrainingArguments.on] { return try workspace.lookup.selection(on) }
    guard let last else {
      throw Diagnostic(
        .noTrainingSet(
          model: model.name, selections: workspace.selections(for: .network(model), split: "train")),
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
    guard let fault = settings.faults(within: model.update.limits).first else { return }
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
        given: given?.text ?? Numbers.short(fault.value), source: model.update.limitsSource ?? model.source.name),
      at: place)
  }

  private static func assignment(
    _ model: NetworkModel, on: Selection, validate: [Selection], at arguments: Arguments
  ) throws -> OutputAssignment {
    let assigned: OutputAssignment
    do {
      assigned = try model.assigning(on)
    } catch {
      throw error.placed(at: arguments[TrainingArguments.on]?.span ?? arguments[TrainingArguments.model].span)
    }
    guard !model.outputs.isRegressor else { return assigned }
    let known = LabelIndex(assigned.classes)
    for (index, selection) in validate.enumerated() {
      let unknown = selection.labels.filter { known.position(of: $0) == nil }
      let present = unknown.isEmpty ? LabelIndex([]) : LabelIndex(Array(Set(selection.truths)))
      if let label = unknown.first(where: { present.position(of: $0) != nil }) {
        throw Diagnostic(
          .unknownClass(label, model: "the training of \(model.name)", known: assigned.classes),
          at: arguments[TrainingArguments.validate]?[index].span ?? arguments[TrainingArguments.model].span)
      }
    }
    return assigned
  }

  /// Says that the steps of the last training go on, where nobody said so and others would be usual.
  private func asBefore(_ arguments: Arguments) -> String {
    let usual = model.defaults(seed: settings.seed).optimizer
    guard !arguments.isGiven(TrainingArguments.learningRate), settings.optimizer != usual,
      settings.optimizer == model.training.last?.settings.optimizer
    else { return "" }
    return " with the last training's optimizer and learning rate"
  }

  /// What the user should know beforehand: where training goes on, a seed that was not given.
  func remarks(_ arguments: Arguments) -> [String] {
    var remarks: [String] = []
    if let last = model.training.records.last {
      remarks.append(
        isResuming
          ? "continuing in epoch \(Numbers.grouped(last.epoch + 1))"
          : "continuing at epoch \(Numbers.grouped(last.epoch + 1))\(asBefore(arguments)); from=start starts over")
    } else if isResuming {
      remarks.append("continuing in epoch 1")
    }
    let new = classes.dropFirst(model.outputs.classes.count)
    if !model.outputs.classes.isEmpty, !new.isEmpty {
      remarks.append(
        "\(Numbers.list(Array(new))) \(new.count == 1 ? "was" : "were") appended to its classes: \(classes.count) of its "
          + "\(Numbers.count(model.outputs.count, "output")) \(classes.count == 1 ? "has" : "have") one now")
    }
    if case .step(let factor, let period) = settings.schedule, period >= settings.epochs, settings.epochs > 1 {
      remarks.append(
        "schedule=\(settings.schedule.phrase) changes nothing within \(settings.epochs) epochs; for example "
          + "schedule=step(\(Numbers.short(factor)), every=\(max(1, settings.epochs / 3)))")
    }
    if isResuming, let earlier = model.training.last?.options.ranks, training.options.ranks == nil {
      remarks.append(
        "it was trained on \(earlier.cluster); there it goes on with train \(model.name) cluster=\(earlier.cluster)")
    }
    if model.definition.standardizedOutput != nil {
      remarks.append("losses are of standardised numbers; evaluate uses their own unit")
    }
    if let variation {
      remarks.append("augment=[\(variation)]")
      if settings.epochs < 20 { remarks.append("augmented photos need more epochs, 20 or more") }
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
