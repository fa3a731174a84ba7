public import Experiments
public import Figures
import Networks
import Training
import Wording

/// A training on the page: how far it has come, its curves and its table; complete in itself once it has ended.
public struct TrainingView {
  /// How far it has come.
  let progress: TrainingProgress
  /// What the user should know of it.
  let remarks: [String]
  /// How it ended; nil while it goes on.
  var ending: TrainingEnding?

  /// Shows a training, ended or not.
  public init(progress: TrainingProgress, remarks: [String], ending: TrainingEnding? = nil) {
    (self.progress, self.remarks, self.ending) = (progress, remarks, ending)
  }

  /// The page.
  public var rendering: Rendering {
    var parts = [headline]
    if !progress.records.isEmpty {
      parts.append(
        TrainingCurves(records: progress.records, lastEpoch: progress.epochsBefore + progress.epochs).rendering)
      var table = EpochTable(records: progress.records, rowLimit: ending == nil ? 6 : 12)
      table.isLive = ending == nil
      parts.append(ending == nil ? table.rendering : table.folded)
    }
    return Rendering.stacked(parts)
  }

  private var headline: Rendering {
    var details: [String] = []
    if let ranks = progress.ranks { details += ending == nil ? ranks.details : [ranks.loss].compactMap(\.self) }
    if ending == nil, progress.batch > 0 {
      details.append("mini-batch \(Numbers.part(progress.batch, of: progress.batchesPerEpoch))")
    }
    if let loss = progress.lastLoss { details.append("loss \(Numbers.decimal(Double(loss), 4))") }
    let seconds = progress.seconds
    details.append(Numbers.duration(seconds))
    if ending == nil {
      let part = Double(progress.batch) / Double(max(1, progress.batchesPerEpoch))
      details +=
        TimeLeft(
          passed: seconds, done: Double(progress.epochsDone) + part, of: Double(progress.epochs)
        ).details
    }
    if case .finished = ending, seconds >= 1, progress.epochsDone > 0 {
      let samples = Double(progress.epochsDone * progress.plan.on.count)
      details.append(
        "\(Numbers.duration(seconds / Double(progress.epochsDone))) an epoch, "
          + "\(Numbers.grouped(Int((seconds / samples * 1e6).rounded()))) µs a sample")
    }
    switch ending {
    case .stopped: details.append("stopped; the weights are kept")
    case .diverged: details.append("stopped: the loss is no longer a number")
    case .finished(let isEarly, let keptEpoch):
      details += validation
      if isEarly, let stop = progress.plan.settings.earlyStop {
        details.append("stopped early: \(Numbers.count(stop.patience, "epoch")) without improvement")
      }
      if let keptEpoch { details.append("the weights are those of epoch \(Numbers.grouped(keptEpoch)), the best") }
    case nil: break
    }
    let bar = ProgressView(
      title: "\(progress.plan.model.name) on \(progress.plan.on.text)", completed: progress.epochsDone,
      total: progress.epochs, unit: "epochs", details: details)
    var facts = [progress.plan.settings.phrase] + remarks.filter { !$0.hasPrefix("seed=") }
    if let changes = progress.rateChanges.phrase { facts.append("learningRate set to \(changes)") }
    if let threads = progress.plan.training.options.threads { facts.append("threads=\(threads)") }
    if let ranks = progress.ranks { facts.append("\(Numbers.count(ranks.ranks, "rank")) on \(ranks.cluster)") }
    if let path = progress.checkpoint {
      facts.append(
        progress.checkpointCount == 1
          ? "checkpoint: \(path)" : "\(Numbers.grouped(progress.checkpointCount)) checkpoints, the last: \(path)")
    }
    let lines = [facts.joined(separator: " · ")] + warnings
    return Rendering.stacked([bar.rendering] + lines.map { Rendering.text($0) })
  }

  private var warnings: [String] {
    let plan = progress.plan
    // Who goes on with a network has read it.
    let uneven = progress.epochsBefore == 0 ? plan.outweighing?.remark(on: plan.model.name) : nil
    return [uneven, progress.rise?.sentence(of: plan)].compactMap(\.self)
  }

  /// How many samples of a validation set are learnt from.
  private func learnt(_ name: String) -> String {
    guard let selection = progress.plan.validate.first(where: { $0.text == name }),
      let learnt = progress.plan.learnt?.samples?.contains(selection).count(where: { $0 }), learnt > 0
    else { return "" }
    return
      " (\(learnt == selection.count ? "all" : Numbers.grouped(learnt)) of its \(Numbers.grouped(selection.count)) are "
      + "training samples; accuracy on the others: evaluate \(progress.plan.model.name) on=\(name))"
  }

  private var validation: [String] {
    progress.records.last?.validations.map { validation in
      validation.accuracy.map { "\(validation.name) \(Numbers.percent($0)) correct\(learnt(validation.name))" }
        ?? "\(validation.name) \(progress.plan.settings.lossKind.rawValue) \(Numbers.decimal(validation.loss, 4))"
    } ?? []
  }
}
