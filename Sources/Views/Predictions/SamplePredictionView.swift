import Experiments
public import Figures
public import Training
import Wording

/// How a model's answers to samples of a table are shown.
public struct SamplePredictionView {
  let model: String
  /// What each sample is called.
  let samples: [String]
  /// For each sample the classes, most probable first.
  let answers: [[LabelProbability]]
  /// How many classes are shown.
  let top: Int
  /// The least probability of an answer; nil where any will do.
  let least: Double?

  /// Shows answers to samples, of each the `top` most probable classes.
  public init(model: String, samples: [String], answers: [[LabelProbability]], top: Int, least: Double?) {
    (self.model, self.samples, self.answers, self.top) = (model, samples, answers, top)
    self.least = least
  }

  /// One sample with its answers below each other, or several samples, a row each.
  public var rendering: Rendering { samples.count == 1 ? single : table }

  private var single: Rendering {
    Table(
      caption: "\(model): \(verdict(0))", columns: [Table.Column("answer"), Table.Column("probability")],
      rows: answers[0].prefix(top).enumerated().map { place, answer in
        [.text(answer.label, place == 0 ? .strong : .none), Table.Cell(.share(answer.probability, decimals: 1))]
      }, note: samples[0]
    ).rendering
  }

  private var table: Rendering {
    let top = min(top, answers.map(\.count).max() ?? 0)
    return Table(
      caption: "\(model): \(Numbers.count(samples.count, "sample"))",
      columns: [Table.Column("sample"), Table.Column("answer"), Table.Column("probability")]
        + (1..<max(top, 1)).map { Table.Column("\($0 + 1).") },
      rows: samples.indices.map { index in
        [
          .text(samples[index], .muted), .text(verdict(index), .strong),
          Table.Cell(.share(answers[index].first?.probability ?? 0, decimals: 1)),
        ]
          + answers[index].prefix(top).dropFirst().map {
            .text("\($0.label) \(Numbers.percent($0.probability))", .muted)
          }
      }, rowLimit: 200
    ).rendering
  }

  private func verdict(_ index: Int) -> String {
    guard let best = answers[index].first else { return "–" }
    return least.map { best.probability < $0 } ?? false ? "unsure" : best.label
  }
}
