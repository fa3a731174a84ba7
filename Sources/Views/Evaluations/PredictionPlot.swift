public import Experiments
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
  let predictions: [NumberPredictions]
  /// What the number is called; nil where the table has no name for it.
  let target: String?
  /// The samples, as named.
  let on: String

  /// Draws the numbers of models that were asked about the same samples.
  public init(quantity: Quantity, predictions: [NumberPredictions], target: String?, on: String) {
    (self.quantity, self.predictions, self.target, self.on) = (quantity, predictions, target, on)
  }

  /// The plot: a series for each model, and of several numbers for each of them.
  public var plot: ScatterPlot {
    let name = target.map { " \($0)" } ?? ""
    let models = predictions.map(\.model).joined(separator: ", ")
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
    predictions.flatMap { own in
      own.outputs.indices.map { output in
        let numbers = own.evaluation.only(output)
        return ScatterPlot.Series(
          own.outputs.count == 1 ? own.model : "\(own.model) \(own.outputs[output])",
          zip(numbers.truths, numbers.answers).enumerated().map { sample, numbers in
            let (x, y) = pair(numbers.0, numbers.1)
            return ScatterPlot.Dot("sample \(sample)", x: x, y: y)
          })
      }
    }
  }
}
