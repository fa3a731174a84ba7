import CommandLanguage
import Experiments
import Figures
import Training

/// Learning curves on the page: curves with bands, and the numbers below.
struct LearningCurveView {
  let selection: Selection
  let examples: LearningCurve.Examples
  var curves: [LearningCurve]
  /// How long it took; nil while it goes on.
  var seconds: Double?
  /// What the reader should know of the models.
  var remarks: [String] = []

  /// The page at the end.
  var rendering: Rendering {
    Rendering.stacked([chart.rendering(), table] + remarks.map(Rendering.text))
  }

  /// What is there already, where the reader stopped it.
  var stopped: Rendering {
    curves.contains { !$0.points.isEmpty } ? rendering : Rendering.text("Stopped before the first point was done.")
  }

  /// How far it has come.
  func progress(_ name: String, _ size: Int, _ done: Int) -> Rendering {
    let bar = ProgressView(
      title: "\(name), \(Numbers.count(size, "example")) of each class", completed: done, total: examples.draws,
      unit: "draws"
    ).rendering
    return curves.contains { !$0.points.isEmpty } ? Rendering.stacked([bar, chart.rendering()]) : bar
  }

  /// Where the reader stopped it, as a sentence.
  func whereItStopped(_ name: String, _ size: Int) -> String {
    "Stopped at \(name) with \(Numbers.count(size, "example")) of each class. The points that were done are shown; the "
      + "models are as they were."
  }

  private var chart: LineChart {
    let series = curves.enumerated().map { place, curve in
      LineChart.Series(
        curve.name, curve.points.map { Figures.Point(Double($0.size), $0.mean * 100) },
        band: curve.points.map {
          LineChart.BandPoint(Double($0.size), $0.band.lowerBound * 100, $0.band.upperBound * 100)
        }, ink: place)
    }
    return LineChart(
      title: "What a few examples teach: \(selection.text)",
      subtitle: "mean of \(Numbers.count(examples.draws, "draw")); the bands hold the middle 80 %",
      xLabel: "examples of each class", xRange: Double(examples.sizes.first ?? 1)...Double(examples.sizes.last ?? 1),
      panels: [LineChart.Panel(label: "accuracy %", series: series, format: .fixed(1), range: 0...100)])
  }

  private var table: Rendering {
    let took = seconds.map { " \(Numbers.duration($0))." } ?? ""
    return Table(
      columns: [Table.Column("model"), Table.Column("recipe")] + examples.sizes.map { .number("\($0) per class") },
      rows: curves.map { curve in
        [.text(curve.name, .strong), .text(curve.recipe.phrase, .muted)]
          + curve.points.map { point in
            .text(
              "\(Numbers.percent(point.mean, 1)) [\(Numbers.fixed(point.band.lowerBound * 100, 0)), "
                + "\(Numbers.fixed(point.band.upperBound * 100, 0))]")
          }
      },
      note: "Examples drawn from seed=\(examples.seed).\(took)"
    ).rendering
  }
}
