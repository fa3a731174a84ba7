import Figures

/// How well a network's numbers meet the true ones.
struct RegressionView {
  let model: String
  let split: String
  /// The true numbers, and the network's, sample by sample.
  let truths: [Double], answers: [Double]

  /// The mean of the squared differences.
  var meanSquaredError: Double { mean(zip(truths, answers).map { ($0 - $1) * ($0 - $1) }) }

  /// The share of the truths' variance that the answers explain: 1 is perfect, 0 no better than their mean; nil where
  /// all truths are the same.
  var explained: Double? {
    let middle = mean(truths)
    let variance = mean(truths.map { ($0 - middle) * ($0 - middle) })
    return variance > 0 ? 1 - meanSquaredError / variance : nil
  }

  /// The measures, and a row for each sample.
  var rendering: Rendering {
    let absolute = mean(zip(truths, answers).map { abs($0 - $1) })
    let share = explained.map { ", R² \(Numbers.fixed($0, 4))" } ?? ""
    return Table(
      caption: "\(model) on \(split): mean squared error \(Numbers.fixed(meanSquaredError, 4)), its root "
        + "\(Numbers.fixed(meanSquaredError.squareRoot(), 4)), mean absolute error \(Numbers.fixed(absolute, 4))\(share)",
      columns: [.number("sample"), .number("true"), .number("answer"), .number("difference")],
      rows: truths.indices.map { index in
        [
          .integer(index, .muted), .text(Numbers.short(truths[index])), .text(Numbers.fixed(answers[index], 4)),
          .text(Numbers.fixed(answers[index] - truths[index], 4)),
        ]
      }, rowLimit: 40
    ).rendering
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
}
