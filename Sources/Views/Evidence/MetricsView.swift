import Experiments
public import Figures
import Training
import Wording

/// The usual measures of models, side by side, and the curves behind the area under the curve.
public struct MetricsView {
  private let models: [(name: String, hasLoss: Bool, metrics: ClassificationMetrics)]
  private let on: String

  /// Measures what models have answered.
  ///
  /// - Parameters:
  ///   - views: What each comes to on the same samples.
  ///   - on: The samples, as named.
  public init(views: [EvaluationView], on: String) {
    models = views.map { ($0.model.name, $0.model.hasLoss, ClassificationMetrics($0.evaluation)) }
    self.on = on
  }

  /// The table and the curves.
  public var rendering: Rendering {
    Rendering.stacked([table] + models.filter { !$0.metrics.curves.isEmpty }.map { chart($0.name, $0.metrics) })
  }

  private var table: Rendering {
    let rows: [(name: String, value: (ClassificationMetrics) -> Double?)] = [
      ("accuracy", { $0.accuracy }), ("F1", { $0.f1 }), ("log loss", { $0.logLoss }),
      ("precision", { $0.precision }), ("recall", { $0.recall }), ("AUC", { $0.areaUnderCurve }),
    ]
    let hasLoss = models.contains(where: \.hasLoss)
    return Table(
      caption: "measures on \(on)", columns: [Table.Column("")] + models.map { .number($0.name) },
      rows: rows.filter { hasLoss || $0.name != "log loss" }.map { name, value in
        [.text(name)]
          + models.map { .number($0.hasLoss || name != "log loss" ? value($0.metrics) : nil, .decimal(6)) }
      },
      note: "F1, precision and recall: the mean over classes. AUC: the mean over classes, each against all others."
    ).rendering
  }

  /// The most curves drawn: more colours cannot be told apart.
  private static let mostCurves = 10

  private func chart(_ name: String, _ metrics: ClassificationMetrics) -> Rendering {
    let curves = metrics.curves.sorted { $0.area < $1.area }.prefix(Self.mostCurves)
    let isCut = curves.count < metrics.curves.count
    let series = (isCut ? Array(curves) : metrics.curves).map { curve in
      LineChart.Series(
        curve.label, curve.points.map { Point($0.x * 100, $0.y * 100) }, endText: Numbers.fixed(curve.area, 3))
    }
    return LineChart(
      title: "\(name): ROC curves",
      subtitle: "receiver operating characteristic, with the area below each curve"
        + (isCut ? "; the \(curves.count) worst of \(Numbers.grouped(metrics.curves.count))" : ""),
      xLabel: "false positives, %", xRange: 0...100,
      panels: [LineChart.Panel(label: "found, %", series: series, format: .fixed(1), range: 0...100)]
    ).rendering(width: 480)
  }
}
