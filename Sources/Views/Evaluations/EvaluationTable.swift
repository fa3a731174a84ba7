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

  private var regressors: [RegressionView] {
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
    return Table(caption: caption, columns: columns, rows: rows, note: note).rendering
  }

  private static func blanks(_ count: Int) -> [Table.Cell] { Array(repeating: .text("–", .muted), count: count) }

  private var caption: String {
    guard isSingle, let result = results.first?.result else { return "On \(split)" }
    switch result {
    case .classes(let view): return view.headline
    case .numbers(let view): return "\(view.model) on \(split): \(Numbers.count(view.count, "sample"))"
    }
  }

  /// Whether a column has the mean loss.
  private var hasLoss: Bool { classifiers.contains { $0.model.hasLoss } }

  private var classColumns: [Table.Column] {
    [.number("correct"), .number("accuracy"), .number("95 % interval")] + (hasLoss ? [.number("mean loss")] : [])
  }

  private func classCells(_ view: EvaluationView) -> [Table.Cell] {
    let (evaluation, interval) = (view.evaluation, view.evaluation.interval())
    let cells: [Table.Cell] = [
      .text("\(Numbers.grouped(evaluation.correct)) of \(Numbers.grouped(evaluation.count))"),
      .text(Numbers.percent(evaluation.accuracy)),
      .text("\(Numbers.percent(interval.lowerBound)) – \(Numbers.percent(interval.upperBound))"),
    ]
    return cells + (hasLoss ? [.number(view.model.hasLoss ? evaluation.loss : nil, .decimal(4))] : [])
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
      lines += baselines
      if hasLoss, classifiers.contains(where: { !$0.model.hasLoss }) { lines.append(Model.withoutLoss) }
    }
    if !regressors.isEmpty { lines.append(RegressionView.note) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// What needs no learning: chance for each model, unless it is the same for all.
  private var baselines: [String] {
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
