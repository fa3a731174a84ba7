import CommandLanguage
import Experiments
import Figures

/// How well a network's numbers meet the true ones.
struct RegressionView {
  let model: String
  let split: String
  /// What each output is called.
  let outputs: [String]
  /// The true numbers, and the network's, sample by sample, output by output.
  let truths: [Double], answers: [Double]

  /// How far the numbers of one output are from the true ones.
  struct Measures {
    /// The mean of the squared differences, and of their amounts.
    let squared: Double, absolute: Double
    /// The share of the truths' variance that the answers explain: 1 is perfect, 0 no better than their mean; nil where
    /// all truths are the same.
    let explained: Double?

    /// Compares numbers.
    init(_ truths: [Double], _ answers: [Double]) {
      func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
      squared = mean(zip(truths, answers).map { ($0 - $1) * ($0 - $1) })
      absolute = mean(zip(truths, answers).map { abs($0 - $1) })
      let middle = mean(truths)
      let variance = mean(truths.map { ($0 - middle) * ($0 - middle) })
      explained = variance > 0 ? 1 - squared / variance : nil
    }
  }

  /// The measures of all numbers together; the share explained only of a single output.
  var measures: Measures { Measures(truths, answers) }

  /// The measures, output by output where there are several, and a row for each sample.
  var rendering: Rendering {
    let whole = measures
    let share = outputs.count == 1 ? whole.explained.map { ", R² \(Numbers.decimal($0, 4))" } ?? "" : ""
    let caption =
      "\(model) on \(split): mean squared error \(Numbers.decimal(whole.squared, 4)), its root "
      + "\(Numbers.decimal(whole.squared.squareRoot(), 4)), mean absolute error \(Numbers.decimal(whole.absolute, 4))\(share)"
    return outputs.count == 1
      ? samples(caption) : Rendering.stacked([byOutput(caption), samples("\(model) on \(split), sample by sample")])
  }

  private func byOutput(_ caption: String) -> Rendering {
    Table(
      caption: caption,
      columns: [
        Table.Column("output"), .number("mean squared error"), .number("mean absolute error"), .number("R²"),
      ],
      rows: outputs.indices.map { output in
        let own = Measures(column(output, of: truths), column(output, of: answers))
        return [
          .text(outputs[output]), .text(Numbers.decimal(own.squared, 4)), .text(Numbers.decimal(own.absolute, 4)),
          .text(own.explained.map { Numbers.decimal($0, 4) } ?? "–"),
        ]
      }
    ).rendering
  }

  private func column(_ output: Int, of values: [Double]) -> [Double] {
    stride(from: output, to: values.count, by: outputs.count).map { values[$0] }
  }

  private func samples(_ caption: String) -> Rendering {
    let count = outputs.count
    return Table(
      caption: caption,
      columns: [.number("sample"), .number("true"), .number("answer"), .number("difference")],
      rows: (0..<truths.count / max(1, count)).map { index in
        let own = index * count..<(index + 1) * count
        return [
          .integer(index, .muted), .text(own.map { Numbers.short(truths[$0]) }.joined(separator: ", ")),
          .text(own.map { Numbers.decimal(answers[$0], 4) }.joined(separator: ", ")),
          .text(own.map { Numbers.decimal(answers[$0] - truths[$0], 4) }.joined(separator: ", ")),
        ]
      }, rowLimit: 40
    ).rendering
  }
}
