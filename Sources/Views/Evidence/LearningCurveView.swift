public import Experiments
public import Figures
import Training
import Wording

/// Learning curves on the page: curves with bands, and the numbers below.
public struct LearningCurveView {
  let selection: Selection
  let examples: LearningCurve.Examples
  /// Whether numbers are predicted: the curves are of errors then.
  let answersNumbers: Bool
  /// The curves of the models that are done.
  public var curves: [LearningCurve]
  /// How long it took; nil while it goes on.
  public var seconds: Double?
  /// What the reader should know of the models.
  public var remarks: [String] = []

  /// Shows the curves of models; they join as they are done.
  public init(
    selection: Selection, examples: LearningCurve.Examples, answersNumbers: Bool, curves: [LearningCurve]
  ) {
    (self.selection, self.examples, self.answersNumbers, self.curves) = (selection, examples, answersNumbers, curves)
  }

  /// The page at the end.
  public var rendering: Rendering {
    Rendering.stacked([chart.rendering(), table] + remarks.map(Rendering.text))
  }

  /// What is there already, where the reader stopped it.
  public var stopped: Rendering {
    curves.contains { !$0.points.isEmpty } ? rendering : Rendering.text("Stopped before the first point had finished.")
  }

  /// How far it has come.
  public func progress(_ name: String, _ size: Int, _ done: Int, _ details: [String] = []) -> Rendering {
    let bar = ProgressView(
      title: "\(name), \(counted(size))", completed: done, total: examples.draws,
      unit: "draws", details: details
    ).rendering
    return curves.contains { !$0.points.isEmpty } ? Rendering.stacked([bar, chart.rendering()]) : bar
  }

  /// Where the reader stopped it, as a sentence.
  public func whereItStopped(_ name: String, _ size: Int) -> String {
    "Stopped at \(name) with \(counted(size)). The finished points are shown; the "
      + "models have not changed."
  }

  private func counted(_ size: Int) -> String {
    Numbers.count(size, "example") + (answersNumbers ? "" : " of each class")
  }

  private var chart: LineChart {
    let unit = answersNumbers ? 1.0 : 100
    let series = curves.enumerated().map { place, curve in
      LineChart.Series(
        curve.name, curve.points.map { Figures.Point(Double($0.size), $0.mean * unit) },
        band: curve.points.map {
          LineChart.BandPoint(Double($0.size), $0.band.lowerBound * unit, $0.band.upperBound * unit)
        }, ink: place)
    }
    return LineChart(
      title: "Learning curves: \(selection.text)",
      subtitle: "mean of \(Numbers.count(examples.draws, "draw")); the bands hold the middle 80 %",
      xLabel: answersNumbers ? "examples" : "examples of each class",
      xRange: Double(examples.sizes.first ?? 1)...Double(examples.sizes.last ?? 1),
      panels: [
        answersNumbers
          ? LineChart.Panel(label: "RMSE", series: series, format: .significant(4))
          : LineChart.Panel(label: "accuracy %", series: series, format: .fixed(1), range: 0...100)
      ])
  }

  private func text(_ point: LearningCurve.Point) -> String {
    guard !answersNumbers else {
      let ends = [point.band.lowerBound, point.band.upperBound].map { Numbers.measured($0, like: point.mean) }
      return "\(Numbers.measured(point.mean)) [\(ends[0]) – \(ends[1])]"
    }
    return "\(Numbers.percent(point.mean, 1)) [\(Numbers.fixed(point.band.lowerBound * 100, 0)), "
      + "\(Numbers.fixed(point.band.upperBound * 100, 0))]"
  }

  private var table: Rendering {
    let took = seconds.map { " \(Numbers.duration($0))." } ?? ""
    return Table(
      columns: [Table.Column("model"), Table.Column("settings")]
        + examples.sizes.map {
          .number(answersNumbers ? Numbers.count($0, "example") : "\($0) per class")
        },
      rows: curves.map { curve in
        [.text(curve.name, .strong), .text(curve.configuration.phrase, .muted)]
          + curve.points.map { point in
            .text(text(point))
          }
      },
      note: "Examples drawn from seed=\(examples.seed).\(took)"
    ).rendering
  }
}
