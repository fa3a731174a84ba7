import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import RunStore
import Tensors
import Training
import Views
import Wording

/// `rerun 12`, `rerun 12 verify=true`
struct RerunCommand: Command {
  private static let run = PositionalArgument("run", .placed(.run), "The run, by number: see runs.")
  private static let verify = KeyedArgument(
    "verify", .bool, "Whether to compare only, without changing the model.", default: false)

  static let declaration = CommandDeclaration(
    "rerun", "Repeats a training from the same initial weights with the same settings.",
    discussion: """
      With verify=true, nothing is changed: the training is repeated on a copy and compared with the recorded one, \
      weight by weight and loss by loss. Equal data, settings, seeds and engines give equal bits; if a bit differs, \
      the answer says what has changed. Without verify=true, the model of that name becomes the result, as a new run.
      """,
    positionals: [run],
    arguments: [verify],
    examples: ["rerun 12 verify=true", "rerun 12"],
    effectOnOthers: .changes)

  private let number: GivenValue<Int>
  private let isVerifying: Bool
  private let statement: String

  init(_ arguments: Arguments) throws {
    number = arguments[Self.run]
    isVerifying = arguments[Self.verify]
    statement = arguments.statement
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let run = try RunHistory(workspace).run(number)
    do {
      guard case .network(let before) = try RunHistory(workspace).model(before: run) else {
        throw Diagnostic(.run(.modelNotHeld(number.value, isOver: true)))
      }
      let plan = try TrainingPlan(again: run, from: before, statement: statement, in: workspace)
      return isVerifying
        ? try verify(run, plan, in: workspace, on: context) : try train(run, plan, in: workspace, on: context)
    } catch {
      throw error.placed(at: number.span)
    }
  }

  private func train(
    _ run: RememberedRun, _ plan: TrainingPlan, in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering? {
    let training = try ModelTraining(plan, in: workspace, signal: context)
    let number = training.run
    try workspace.train(training) {
      TrainingDisplay($0, plan, run: number, remarks: ["run \(run.run.id) again"], on: context)
    }
    return nil
  }

  private func verify(
    _ run: RememberedRun, _ plan: TrainingPlan, in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering? {
    guard case .network(let after) = try RunHistory(workspace).model(after: run) else { return nil }
    let task = try ModelTraining(plan, in: workspace, signal: context, isRecorded: false).task
    let clock = ContinuousClock.now
    var records: [EpochRecord] = []
    _ = try task.run { event in
      if case .epochEnd(let record) = event { records.append(record) }
      guard !context.isInterrupted else {
        throw StatementInterruption(remark: "Run \(run.run.id) was not compared completely.")
      }
      // A run that was stopped is done again up to where it stopped.
      guard let end = after.training.state, !end.isComplete else { return true }
      return (task.update.state.epoch, task.update.state.batch) < (end.epoch, end.batch)
    }
    let verification = Verification(
      run: run, plan: plan, then: after, now: task.update.network, records: records,
      seconds: (ContinuousClock.now - clock).seconds)
    return Rendering.text(verification.text)
  }
}

/// What comes of doing a run again.
struct Verification {
  let run: RememberedRun
  let plan: TrainingPlan
  /// The model as it stood after the run.
  let then: NetworkModel
  /// The network that did it again.
  let now: Network
  let records: [EpochRecord]
  let seconds: Double

  /// How many weights are compared, and how many of them have other bits.
  var weights: (count: Int, different: Int) {
    let parameters = then.definition.parameters
    var result = (count: 0, different: 0)
    for key in now.trainableParameters {
      let (one, other) = (parameters[key]?.values ?? [], now[parameter: key]?.values ?? [])
      result.count += other.count
      result.different +=
        one.count == other.count ? zip(one, other).count { $0.bitPattern != $1.bitPattern } : other.count
    }
    return result
  }

  /// The first epoch whose losses have other bits; nil where none has.
  var firstDifference: Int? {
    let then = Dictionary(run.records.map { ($0.epoch, $0) }, uniquingKeysWith: { first, _ in first })
    return records.first { record in
      guard let other = then[record.epoch] else { return false }
      return other.trainLoss != record.trainLoss || other.trainLossMean != record.trainLossMean
        || other.validations != record.validations
    }?.epoch
  }

  /// What is not as it was then, a sentence each.
  var changes: [String] {
    var changes: [String] = []
    let start = run.run.start
    let fingerprint = { (set: Selection) in (try? RunHistory.fingerprint(set)) ?? "lost" }
    let data = fingerprint(plan.on)
    if data != start.fingerprint {
      changes.append("\(plan.on.text) has changed: its fingerprint was \(start.fingerprint) and is \(data).")
    }
    let checked = plan.validate.map(fingerprint)
    for (index, before) in (run.details?.validationFingerprints ?? []).enumerated()
    where index < checked.count && checked[index] != before {
      changes.append(
        "\(plan.validate[index].text) has changed: its fingerprint was \(before) and is \(checked[index]).")
    }
    if start.engine != Engine.name {
      changes.append("The engine was \(start.engine) and is \(Engine.name).")
    }
    return changes
  }

  /// The finding.
  var text: String {
    let weights = weights
    let id = run.run.id
    let times = "It took \(run.seconds.map(Numbers.duration) ?? "–") then and \(Numbers.duration(seconds)) now."
    let count = "\(Numbers.count(weights.count, "weight")) and the losses of \(Numbers.count(records.count, "epoch"))"
    guard weights.different > 0 || firstDifference != nil else {
      let lines = ["Run \(id): same bits. \(count) are what they were. \(times)"] + changes
      return lines.joined(separator: "\n")
    }
    var lines = ["Run \(id): not the same bits."]
    if weights.different > 0 {
      lines.append("\(Numbers.part(weights.different, of: weights.count, "weight")) differ.")
    }
    if let firstDifference { lines.append("The losses differ from epoch \(Numbers.grouped(firstDifference)) on.") }
    lines += changes.isEmpty ? ["Data, settings, seed and engine are the same, so this is a fault of Whet."] : changes
    return (lines + [times]).joined(separator: "\n")
  }
}

extension TrainingPlan {
  /// What a run did, to be done again from the same first weights.
  ///
  /// - Throws: where its data is not there any more, or it was written down by another version in another way.
  init(
    again run: RememberedRun, from before: NetworkModel, statement: String, in workspace: Workspace
  ) throws {
    guard let details = run.details, run.settings != nil else {
      throw Diagnostic(.run(.writtenOtherwise(Int(run.run.id), engine: run.run.start.engine)))
    }
    for data in [details.training.on] + details.training.validate { _ = try workspace.recallDataset(behind: data) }
    let selection = try workspace.selection(named: details.training.on)
    let assigned = try before.assigning(selection)
    self.init(
      details.isResuming ? before : try before.standardized(by: selection), details.training, on: selection,
      validate: try details.training.validate.map { try workspace.selection(named: $0) }, assigned: assigned,
      learnt: LearntData(selection, classes: assigned.classes, scaling: before.scaling), isResuming: details.isResuming,
      variation: details.training.augmentation.phrase, statement: statement)
    rateChanges = details.rateChanges ?? []
  }
}
