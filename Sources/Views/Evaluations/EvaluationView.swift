public import Experiments
public import Figures
public import Training
import Wording

/// How a model's answers are shown.
public struct EvaluationView {
  /// The model asked.
  public let model: Model
  /// The samples it was asked about.
  public let selection: Selection
  /// What it answered.
  public let evaluation: Evaluation
  /// Whether the worst answers come first.
  let isWorstFirst: Bool
  /// Which of the samples the model has learnt.
  public var overlap: LearntOverlap?

  /// Shows the answers of a model to samples.
  public init(model: Model, selection: Selection, evaluation: Evaluation, isWorstFirst: Bool) {
    (self.model, self.selection, self.evaluation, self.isWorstFirst) = (model, selection, evaluation, isWorstFirst)
  }

  /// What is to be said of samples that are not new to the model.
  public var learnt: String? { overlap?.phrase(evaluation) }

  /// `80.0 % correct (12 of 15) [54.8, 93.0]`.
  public var summary: String {
    let interval = evaluation.interval()
    // As it is: scripts read this line.
    return
      "\(Numbers.percent(evaluation.accuracy)) correct (\(Numbers.part(evaluation.correct, of: evaluation.count))) "
      + "[\(Numbers.fixed(interval.lowerBound * 100, 1)), \(Numbers.fixed(interval.upperBound * 100, 1))]"
  }

  /// Whether every sample was asked about.
  public var isWhole: Bool { evaluation.count == selection.count }

  /// `cancelled after 8 of 15`.
  public var cancelled: String {
    "cancelled after \(Numbers.part(evaluation.count, of: selection.count))"
  }

  /// What a single model comes to, as the headline of its table.
  var headline: String {
    "\(model.name) on \(selection.text): \(summary)\(isWhole ? "" : ", \(cancelled)")"
      + (learnt.map { "; \($0)" } ?? "")
  }

  /// The answers, sample by sample, below what they come to; of many, the first and the last.
  public var samples: Rendering {
    let rows = isWorstFirst ? evaluation.worstFirst : evaluation.rows
    let isLong = rows.count > rowLimit
    let shown = isLong ? Array(rows.prefix(rowLimit / 2 + 1) + rows.suffix(rowLimit / 2)) : rows
    Thumbnails.prepare(shown.map(\.index), of: selection)
    return Table(
      caption: headline,
      columns: [
        Table.Column(isTable ? "" : "photo"), Table.Column(isTable ? "sample" : "file"), Table.Column("class"),
        Table.Column("answer"),
        .number("confidence"),
      ] + (model.hasLoss ? [.number("loss")] : []) + [Table.Column("", .center)],
      rows: rows.enumerated().map { place, row in
        let isShown = !isLong || place < rowLimit / 2 + 1 || place >= rows.count - rowLimit / 2
        return [
          isShown ? Thumbnails.cell(of: selection, row.index) : "", .text(selection.sampleName(row.index), .muted),
          .text(row.truth),
          .text(row.predicted), .text(Numbers.percent(row.confidence)),
        ] + (model.hasLoss ? [.number(row.loss, .decimal(4))] : []) + [.badge(row.isCorrect ? .good : .bad)]
      },
      note: baselines.joined(separator: "\n"), rowLimit: rowLimit
    ).rendering
  }

  /// The most samples that are shown one by one: a screenful of those that are sorted, which are looked at from the top.
  private var rowLimit: Int { isWorstFirst ? 20 : 60 }

  private var isTable: Bool {
    if case .table = selection { true } else { false }
  }

  /// That the model has nothing to answer from yet, where that is so.
  public var beginning: String? {
    switch model {
    case .hybrid: nil
    case .neighbors(let neighbors):
      neighbors.memory.count == 0 ? "\(model.name) has no samples yet. To add some: train \(model.name) on=…" : nil
    case .network(let network):
      network.modelState.isUntrained
        ? "\(model.name) has not been trained yet: these are predictions of its initial weights" : nil
    }
  }

  /// How often guessing is right; nil of a model with no answers.
  public var chance: String? {
    guard evaluation.chance > 0, evaluation.chance.isFinite, model.answers > 0 else { return nil }
    return "chance \(Numbers.percent(evaluation.chance, 1)) (guessing among \(model.answers) classes)"
  }

  /// How often the most frequent class is right.
  var majority: String {
    "majority \(Numbers.percent(evaluation.majority, 1)) (always the most frequent class)"
  }

  /// What needs no learning, and where the model is wrong.
  var baselines: [String] {
    var lines = [beginning, chance, majority].compactMap(\.self)
    if model.hasLoss, let loss = evaluation.loss, let share = evaluation.shareOfLoss(), evaluation.count > 5 {
      lines.append(
        "mean loss \(Numbers.decimal(loss, 4)); the five largest carry \(Numbers.percent(share, 0)) of the sum")
    }
    if let confidence = evaluation.meanConfidenceOfErrors {
      lines.append("mean confidence of wrong predictions \(Numbers.percent(confidence, 1))")
    }
    return lines
  }
}
