public import Experiments
public import Figures
import Training
import Wording

/// What models come to on the same samples: one table with a row for each of them, and their answers one by one where
/// these are asked for.
public struct EvaluationTable {
  /// What a model comes to, by what it answers with.
  public enum Measures {
    case classes(EvaluationView)
    case numbers(RegressionView)
  }

  /// The samples, as named.
  private let split: String
  /// Whether a single model was asked about: its table has a headline.
  private let isSingle: Bool
  private var results: [(model: Model, result: Measures)] = []
  /// What next to no training comes to; nil where it is not shown.
  public var baselines: Baselines?

  /// A table without rows.
  ///
  /// - Parameters:
  ///   - split: The samples, as named.
  ///   - models: How many models are to be added.
  public init(split: String, models: Int) {
    self.split = split
    isSingle = models == 1
  }

  /// Adds what a model comes to.
  public mutating func add(_ model: Model, _ result: Measures) { results.append((model, result)) }

  /// The models that answer with classes.
  public var classifiers: [EvaluationView] {
    results.compactMap { if case .classes(let view) = $0.result { view } else { nil } }
  }

  /// The models that answer with numbers.
  var regressors: [RegressionView] {
    results.compactMap { if case .numbers(let view) = $0.result { view } else { nil } }
  }

  /// The table, and below it the samples of each model.
  ///
  /// - Parameter listsSamples: Whether the samples are shown one by one. Those of a single classifier stand below its
  ///   headline, which makes its one row superfluous.
  /// - Returns: The tables, from top to bottom.
  public func renderings(listsSamples: Bool) -> [Rendering] {
    guard listsSamples else { return [table] }
    let samples = results.map { entry in
      switch entry.result {
      case .classes(let view): view.samples
      case .numbers(let view): view.samples
      }
    }
    return isSingle && !classifiers.isEmpty ? samples : [table] + samples
  }

  private var table: Rendering {
    let differences = ModelDifferences(results.map(\.model))
    var columns = [Table.Column("model")]
    if !differences.isEmpty { columns.append(Table.Column("what differs")) }
    if !classifiers.isEmpty { columns += classColumns }
    if !regressors.isEmpty { columns += RegressionView.columns }
    let rows = results.enumerated().flatMap { place, entry -> [[Table.Cell]] in
      var start = [Table.Cell.text(entry.model.name)]
      if !differences.isEmpty { start.append(.text(differences.phrases[place], .muted)) }
      switch entry.result {
      case .classes(let view):
        return [start + classCells(view) + (regressors.isEmpty ? [] : Self.blanks(RegressionView.columns.count))]
      case .numbers(let view):
        return view.rows.map { start + (classifiers.isEmpty ? [] : Self.blanks(classColumns.count)) + $0 }
      }
    }
    return Table(caption: caption, columns: columns, rows: rows + baselineRows(differences), note: note).rendering
  }

  /// A row for each baseline.
  private func baselineRows(_ differences: ModelDifferences) -> [[Table.Cell]] {
    guard let baselines else { return [] }
    func start(_ name: String) -> [Table.Cell] {
      [.text(name, .muted)] + (differences.isEmpty ? [] : [.text("", .muted)])
    }
    let blanks = (
      classes: classifiers.isEmpty ? [] : Self.blanks(classColumns.count),
      numbers: regressors.isEmpty ? [] : Self.blanks(RegressionView.columns.count)
    )
    return baselines.classes.map { baseline, evaluation in
      start(baseline.name) + Self.cells(evaluation) + (hasLoss ? [.number(nil, .decimal(4))] : []) + blanks.numbers
    }
      + [baselines.numbers].compactMap(\.self).map { mean in
        start(Baseline.mean.name) + blanks.classes + [.text(mean.outputs == 1 ? "" : "all")]
          + NumberMeasures(mean).cells()
      }
  }

  private static func blanks(_ count: Int) -> [Table.Cell] { Array(repeating: .text("–", .muted), count: count) }

  private var caption: String {
    guard isSingle, let result = results.first?.result else { return "On \(split)" }
    switch result {
    case .classes(let view): return view.headline
    case .numbers(let view):
      return "\(view.predictions.model) on \(split): \(Numbers.count(view.predictions.evaluation.count, "sample"))"
    }
  }

  /// Whether a column has the mean loss.
  private var hasLoss: Bool { classifiers.contains { $0.model.hasLoss } }

  private var classColumns: [Table.Column] {
    [.number("correct"), .number("accuracy"), .number("95 % interval")] + (hasLoss ? [.number("mean loss")] : [])
  }

  private func classCells(_ view: EvaluationView) -> [Table.Cell] {
    Self.cells(view.evaluation)
      + (hasLoss ? [.number(view.model.hasLoss ? view.evaluation.loss : nil, .decimal(4))] : [])
  }

  /// The right answers, and the interval of their share.
  private static func cells(_ evaluation: Evaluation) -> [Table.Cell] {
    let interval = evaluation.interval()
    return [
      .text(Numbers.part(evaluation.correct, of: evaluation.count)),
      .text(Numbers.percent(evaluation.accuracy)),
      .text("\(Numbers.percent(interval.lowerBound)) – \(Numbers.percent(interval.upperBound))"),
    ]
  }

  private var note: String? {
    var lines: [String] = []
    if isSingle {
      lines = classifiers.first?.baselines ?? []
    } else {
      for view in classifiers {
        let name = view.model.name
        if !view.isWhole { lines.append("\(name): \(view.cancelled)") }
        if let learnt = view.learnt { lines.append("\(name): \(learnt)") }
        if let beginning = view.beginning { lines.append(beginning) }
      }
      lines += simplest
      if hasLoss, classifiers.contains(where: { !$0.model.hasLoss }) { lines.append(Model.withoutLoss) }
    }
    if !regressors.isEmpty { lines.append(RegressionView.note) }
    if let baselines { lines.append(baselines.note) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// What needs no learning: chance for each model, unless it is the same for all.
  private var simplest: [String] {
    let chances = classifiers.map(\.chance)
    var lines: [String] = []
    if let first = chances.first, chances.allSatisfy({ $0 == first }) {
      lines = [first].compactMap(\.self)
    } else {
      lines = classifiers.compactMap { view in view.chance.map { "\(view.model.name): \($0)" } }
    }
    if let majority = classifiers.first(where: \.isWhole)?.majority { lines.append(majority) }
    return lines
  }
}

extension EvaluationTable {
  /// What next to no training comes to on the same samples.
  public struct Baselines {
    /// Those of classes.
    let classes: [(baseline: Baseline, evaluation: Evaluation)]
    /// The mean of the numbers to learn from; nil where none are predicted.
    let numbers: NumberEvaluation?
    /// The samples learnt from, as named.
    let learnt: String

    /// Learns from samples, and answers others.
    ///
    /// - Parameters:
    ///   - models: The models beside them; the first classifier says what is read of samples.
    ///   - learning: The samples to learn from.
    ///   - selection: The samples asked about.
    ///   - table: What the models come to.
    ///   - inference: Where features are worked out.
    /// - Throws: `ExperimentError` where samples cannot be read, `Interruption`.
    public init(
      besides models: [Model], learning: Selection, on selection: Selection, _ table: EvaluationTable,
      _ inference: Inference
    ) throws {
      learnt = learning.text
      classes =
        try models.first { !$0.isRegressor }.map {
          try inference.baselines(beside: $0, learning: learning, on: selection)
        } ?? []
      numbers = table.regressors.first.map {
        Inference.meanBaseline(
          learning, truths: $0.predictions.evaluation.truths, outputs: $0.predictions.evaluation.outputs)
      }
    }

    /// What they learnt from.
    var note: String {
      let names = classes.map(\.baseline.name) + (numbers == nil ? [] : [Baseline.mean.name])
      return "\(Numbers.list(names)): trained on \(learnt)"
    }
  }
}
