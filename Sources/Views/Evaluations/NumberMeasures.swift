import Experiments
import Figures
import Training
import Wording

/// The measures of numbers to predict as cells of a table, each with its interval.
struct NumberMeasures {
  private let measures: NumberEvaluation.Measures
  private let intervals: NumberEvaluation.Intervals

  /// Measures numbers.
  ///
  /// - Parameters:
  ///   - evaluation: A model's numbers beside the true ones.
  ///   - confidence: How sure the intervals are to be.
  init(_ evaluation: NumberEvaluation, confidence: Double = 0.95) {
    (measures, intervals) = (evaluation.measures, evaluation.intervals(confidence: confidence))
  }

  /// How the intervals were found.
  static func note(level: String = "95") -> String {
    "Intervals: \(level) % of 1,000 resamples of the samples, seed=1. R² is the share of the variance explained: 1 is perfect, 0 no "
      + "better than the mean."
  }

  /// The columns of `cells`.
  static func columns(level: String = "95") -> [Table.Column] {
    let interval = Table.Column.number("\(level) % interval")
    return [.number("RMSE"), interval, .number("MAE"), interval, .number("R²"), interval]
  }

  /// The measures, each with its interval behind it, with as many digits as tell something.
  ///
  /// - Parameter emphasis: How the first of them is to stand out.
  /// - Returns: A cell for each column.
  func cells(_ emphasis: Table.Cell.Emphasis = .none) -> [Table.Cell] {
    func pair(
      _ value: Double, _ interval: ClosedRange<Double>, _ emphasis: Table.Cell.Emphasis = .none
    ) -> [Table.Cell] {
      [
        .text(Numbers.measured(value), emphasis),
        .text(
          "\(Numbers.measured(interval.lowerBound, like: value)) – \(Numbers.measured(interval.upperBound, like: value))",
          .muted),
      ]
    }
    let explained: [Table.Cell] = [
      .text(measures.explained.map { Numbers.decimal($0, 4) } ?? "–"),
      .text(
        intervals.explained.map { "\(Numbers.decimal($0.lowerBound, 4)) – \(Numbers.decimal($0.upperBound, 4))" }
          ?? "–",
        .muted),
    ]
    return pair(measures.root, intervals.root, emphasis) + pair(measures.absolute, intervals.absolute) + explained
  }
}
