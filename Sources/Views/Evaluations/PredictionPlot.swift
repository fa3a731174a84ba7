import Experiments
public import Figures
import Training

/// The numbers that models predict, drawn beside the true ones or as what is left over.
public struct PredictionPlot {
  /// What is drawn.
  public enum Quantity: String, CaseIterable, Sendable {
    /// Predicted numbers against true ones.
    case predicted
    /// What predictions leave over, true less predicted, against them.
    case residuals
  }

  let quantity: Quantity
  /// What each model answered to the same samples.
  let views: [RegressionView]
  /// What the number is called; nil where the table has no name for it.
  let target: String?
  /// The samples, as named.
  let on: String

  /// Takes what is to be shown.
  public init(quantity: Quantity, views: [RegressionView], target: String?, on: String) {
    (self.quantity, self.views, self.target, self.on) = (quantity, views, target, on)
  }

  /// The plot: a series for each model, and of several numbers for each of them.
  public var plot: ScatterPlot {
    let name = target.map { " \($0)" } ?? ""
    let models = views.map(\.model).joined(separator: ", ")
    switch quantity {
    case .predicted:
      return ScatterPlot(
        title: "\(models) on \(on): predicted and true", xLabel: "true\(name)", yLabel: "predicted\(name)",
        series: series { truth, answer in (truth, answer) }, reference: .diagonal)
    case .residuals:
      return ScatterPlot(
        title: "\(models) on \(on): residuals", xLabel: "predicted\(name)", yLabel: "residual (true - predicted)",
        series: series { truth, answer in (answer, truth - answer) }, reference: .zero)
    }
  }

  /// The page: the plot, and how residuals are distributed.
  public var rendering: Rendering {
    let plot = plot.rendering()
    guard quantity == .residuals else { return plot }
    return Rendering.stacked(
      [plot]
        + series { ($0, $0 - $1) }.map { one in
          Histogram(title: "\(one.name): residuals", label: "true - predicted", values: one.dots.map(\.y)).rendering()
        })
  }

  private func series(_ pair: (Double, Double) -> (Double, Double)) -> [ScatterPlot.Series] {
    views.flatMap { view in
      view.outputs.indices.map { output in
        let places = stride(from: output, to: view.truths.count, by: view.outputs.count)
        return ScatterPlot.Series(
          view.outputs.count == 1 ? view.model : "\(view.model) \(view.outputs[output])",
          places.enumerated().map { sample, place in
            let (x, y) = pair(view.truths[place], view.answers[place])
            return ScatterPlot.Dot("sample \(sample)", x: x, y: y)
          })
      }
    }
  }
}
