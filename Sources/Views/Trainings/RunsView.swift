public import Experiments
public import Figures
import RunStore
import Training
import Wording

/// Runs as a table, a row each.
public struct RunsView {
  let runs: [RememberedRun]
  /// Earlier runs, which are not shown: the first shown are compared with them.
  var earlier: [RememberedRun] = []

  /// Lists runs; `earlier` ones are only compared with.
  public init(runs: [RememberedRun], earlier: [RememberedRun] = []) { (self.runs, self.earlier) = (runs, earlier) }

  /// The table.
  public var rendering: Rendering {
    var table = Table(
      caption: Numbers.count(runs.count, "run"),
      columns: [
        .number("run"), Table.Column("model"), Table.Column("state"), .number("epochs"), .number("training loss"),
        .number("validation loss"), .number("validation accuracy %"), .number("test accuracy"), .number("time"),
        Table.Column("changed since the run before"), Table.Column("seed"), Table.Column("data"),
        Table.Column("settings"), Table.Column("engine"), Table.Column("begun"),
        Table.Column("statement"),
      ],
      rows: runs.map(row),
      note:
        "test accuracy: from the last evaluate after the run, on samples that the model was not trained on.\n"
        + "data: the fingerprint of the samples; equal fingerprints, settings, seeds and engines give equal bits.")
    table.role = .runs
    return table.rendering
  }

  private func row(_ run: RememberedRun) -> [Table.Cell] {
    let last = run.records.last
    return [
      .integer(Int(run.run.id)), .text(run.run.start.model), .text(run.state), .text(epochs(run)),
      .number(last?.trainLoss, .decimal(4)), .number(last?.validationLoss, .decimal(4)),
      .number(last?.validationAccuracy.map { $0 * 100 }, .fixed(2)), .text(tested(run)),
      .text(run.seconds.map(Numbers.duration) ?? "–"), .text(changed(run)), .text(String(run.run.start.seed)),
      .text(run.run.start.fingerprint), .text(settings(run)), .text(run.run.start.engine, .muted),
      .text(run.day, .muted), .text(run.run.start.command, .muted),
    ]
  }

  private func settings(_ run: RememberedRun) -> String {
    guard let phrase = run.settings?.phrase else { return "–" }
    return run.details?.rateChanges?.phrase.map { "\(phrase); learningRate set to \($0)" } ?? phrase
  }

  /// What the model was worth after the run, and on which samples.
  private func tested(_ run: RememberedRun) -> String {
    guard let evaluation = run.details?.evaluation else { return "–" }
    let share = evaluation.accuracy.map { "\(Numbers.fixed($0 * 100, 2)) %" }
    let score = share ?? evaluation.root.map { "RMSE \(Numbers.measured($0))" }
    return "\(score ?? "–") (\(evaluation.on))"
  }

  private func epochs(_ run: RememberedRun) -> String {
    guard let first = run.records.first?.epoch, let last = run.records.last?.epoch else { return "–" }
    return first == last ? "\(first)" : "\(first)–\(last)"
  }

  /// What was set otherwise than in the run of the same model before; a dash where there is none.
  private func changed(_ run: RememberedRun) -> String {
    let before = (earlier + runs).filter { $0.run.start.model == run.run.start.model && $0.run.id < run.run.id }
    guard let last = before.max(by: { $0.run.id < $1.run.id }) else { return "–" }
    let differences = RunDifferenceView(first: last, second: run).differences.filter {
      !["epochs done", "validation data", "data"].contains($0.name)
    }
    let words = differences.map { difference in
      difference.name == "initial weights"
        ? difference.name : "\(difference.name) \(difference.first) → \(difference.second)"
    }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }
}
