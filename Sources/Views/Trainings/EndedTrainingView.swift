public import Experiments
public import Figures
import RunStore
public import Training
import Wording

/// A training whose kernel has ended, drawn anew from what was written down of it: how far it came, and how it goes on.
public struct EndedTrainingView {
  /// The training.
  let run: RememberedRun
  /// The epochs of the model up to its end.
  let records: [EpochRecord]
  /// How many epochs the model had before it.
  let epochsBefore: Int
  /// Whether the model goes on where the training was stopped.
  let canGoOn: Bool
  /// A later training of the model, by its number; nil where this is the last.
  let later: Int?

  /// Takes what is known of the training.
  public init(run: RememberedRun, records: [EpochRecord], epochsBefore: Int, canGoOn: Bool, later: Int?) {
    (self.run, self.records, self.epochsBefore, self.canGoOn, self.later) = (run, records, epochsBefore, canGoOn, later)
  }

  private var model: String { run.run.start.model }

  /// The page.
  public var rendering: Rendering {
    let total = run.settings?.epochs
    let done = max(0, (records.last?.epoch ?? epochsBefore) - epochsBefore)
    let bar = ProgressView(
      title: run.details.map { "\(model) on \($0.training.on)" } ?? model, completed: done, total: total,
      unit: "epochs", details: run.seconds.map { [Numbers.duration($0)] } ?? [])
    var parts = [bar.rendering, Rendering.text(([ending] + facts).joined(separator: "\n"))]
    if !records.isEmpty {
      parts.append(TrainingCurves(records: records, lastEpoch: total.map { epochsBefore + $0 }).rendering)
      parts.append(EpochTable(records: records, rowLimit: 12).folded)
    }
    return Rendering.stacked(parts)
  }

  private var facts: [String] {
    (run.settings.map { [$0.phrase] } ?? [])
      + (run.details?.rateChanges?.phrase.map { ["learningRate set to \($0)"] } ?? [])
  }

  /// How it ended, and what goes on.
  private var ending: String {
    let place = records.last.map { record -> String in
      let total = run.settings.map { " of \(Numbers.grouped($0.epochs))" } ?? ""
      return " at epoch \(Numbers.grouped(record.epoch - epochsBefore))\(total)"
    }
    switch run.run.state {
    case .finished: return "Completed."
    case .failed: return "Failed\(place ?? "")."
    case .running, .paused:
      let stopped = "Stopped\(place ?? " in its first epoch")"
      if let later { return "\(stopped). Run \(later) is a later training of \(model)." }
      return canGoOn
        ? "\(stopped); train \(model) continues." : "\(stopped). To start over: \(run.run.start.command)"
    }
  }
}
