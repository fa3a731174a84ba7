public import Experiments
public import Figures
import RunStore
public import Training
import Wording

/// Curves of trainings that were written down, over each other, with the settings in which they differ as the legend.
public struct RunCurves {
  /// The runs, each with epochs; at least one.
  let runs: [RememberedRun]
  /// Draws the curves of one run.
  let curves: ([EpochRecord]) -> TrainingCurves

  /// Draws the curves of runs.
  public init(runs: [RememberedRun], curves: @escaping ([EpochRecord]) -> TrainingCurves) {
    (self.runs, self.curves) = (runs, curves)
  }

  /// What belongs to a run in the legend beside its curve; the rest is in the table.
  private static let mostInName = 3
  /// What differs and is no setting: how long a curve is, is to be seen.
  private static let unsaid: Set = ["initial weights", "epochs done", "model"]

  /// The names of the settings that differ, and their values run by run.
  private var differences: [(name: String, values: [String])] {
    let facts = runs.map { RunDifferenceView.facts($0) }
    let all = facts[0].indices.compactMap { place -> (name: String, values: [String])? in
      let values = facts.map { $0[place].value }
      let name = facts[0][place].name
      guard Set(values).count > 1, !Self.unsaid.contains(name) else { return nil }
      return (name, values)
    }
    // Other validation samples have another name as a rule; how many epochs were asked for is seen best, and said last.
    let isNamed = all.contains { $0.name == "validate" }
    let told = all.filter { $0.name != "epochs" && !(isNamed && $0.name == "validation data") }
    return told + all.filter { $0.name == "epochs" }
  }

  private var isOfOneModel: Bool { Set(runs.map(\.run.start.model)).count == 1 }

  /// All curves in one chart.
  public var chart: LineChart {
    let differences = differences
    let numbers = Numbers.list(runs.map { "\($0.run.id)" })
    let kind = "\(runs.count == 1 ? "run" : "runs") \(numbers)"
    let title = isOfOneModel ? "\(runs[0].run.start.model): \(kind)" : kind
    let parts = runs.enumerated().map { place, run in
      let said = differences.prefix(Self.mostInName).map { "\($0.name) \($0.values[place])" }
      let words = (isOfOneModel ? [] : [run.run.start.model]) + said + (differences.count > said.count ? ["…"] : [])
      let name = "run \(run.run.id)" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
      return SharedPanels.Part(name: name, column: "run\(run.run.id)", chart: curves(run.records).chart)
    }
    return SharedPanels(parts: parts, title: title).chart
  }

  /// The chart and, below it, all settings that differ: a drawing that is understood without the table.
  public var drawing: Scene {
    let differences = differences
    guard runs.count > 1, !differences.isEmpty else { return chart.scene() }
    let lines = runs.enumerated().map { place, run in
      "run \(run.run.id): " + differences.map { "\($0.name) \($0.values[place])" }.joined(separator: ", ")
    }
    return Scene.stacked([chart.scene(), Scene.lines(lines)])
  }

  /// The settings that differ, a row for each run.
  public var legend: Rendering {
    let differences = differences
    guard runs.count > 1 else { return Rendering.text("\(runs[0].day): \(runs[0].run.start.command)") }
    let table = Table(
      caption: differences.isEmpty ? "No difference: data, settings, seed and engine are the same" : "What differs",
      columns: [.number("run"), Table.Column("model")] + differences.map { Table.Column($0.name) } + [
        Table.Column("begun")
      ],
      rows: runs.enumerated().map { place, run in
        [.integer(Int(run.run.id)), .text(run.run.start.model)] + differences.map { .text($0.values[place]) }
          + [.text(run.day, .muted)]
      })
    return table.rendering
  }
}
