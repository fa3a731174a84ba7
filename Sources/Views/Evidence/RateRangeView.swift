public import Experiments
public import Figures
import Wording

/// A learning-rate range test on the page.
public struct RateRangeView {
  let model: String, on: String
  let found: RateRange
  let steps: Int

  /// Shows a test of a model on samples, as far as it has come.
  public init(model: String, on: String, found: RateRange, steps: Int) {
    (self.model, self.on, self.found, self.steps) = (model, on, found, steps)
  }

  /// The curve and the suggestion.
  public var rendering: Rendering { Rendering.stacked([chart.rendering(), Rendering.text(sentence)]) }

  /// The loss over the rates.
  public var chart: LineChart {
    let top = (found.smoothed.first ?? 1) * 3
    // A loss that explodes would press the rest flat.
    let shown = found.losses.map { min($0, top) }
    func points(_ values: [Double]) -> [Point] { zip(found.rates, values).map { Point($0, $1) } }
    return LineChart(
      title: "\(model): loss by learning rate", subtitle: "\(found.rates.count) mini-batches of \(on)",
      xLabel: "learning rate", xScale: .logarithmic,
      panels: [
        LineChart.Panel(
          label: "loss",
          series: [
            LineChart.Series("mini-batch", points(shown), emphasis: .quiet, ink: 5),
            LineChart.Series("running mean", points(found.smoothed.map { min($0, top) }), ink: 0),
          ])
      ],
      events: found.suggestion.map { [LineChart.Event(x: $0, label: "suggested: \(Numbers.short($0))")] } ?? [])
  }

  private var sentence: String {
    let end = found.hasExploded ? " From \(Numbers.short(rounded(found.rates.last ?? 0))) on, the loss diverges." : ""
    guard let suggestion = found.suggestion else {
      return "The loss never fell: no rate is suggested. Try a smaller from=.\(end)"
    }
    return "Suggested:  train \(model) learningRate=\(Numbers.short(suggestion))\n\(model) has not changed.\(end)"
  }

  private func rounded(_ rate: Double) -> Double { Double(NumberFormat.significant(2).text(rate)) ?? rate }
}
