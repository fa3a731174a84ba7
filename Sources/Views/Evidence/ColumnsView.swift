import DataFiles
public import Experiments
public import Figures
import Training
import Wording

/// What a model's answers to a table hang on, column by column.
public struct ColumnsView {
  let model: String
  /// The samples, as named.
  let on: String

  /// Shows the columns of a table to a model.
  public init(model: String, on: String) { (self.model, self.on) = (model, on) }

  /// The most columns that a chart shows.
  private static let mostBars = 20

  /// What each column is worth over samples: a table, and a chart of the first.
  ///
  /// - Parameters:
  ///   - importance: What was found.
  ///   - repeats: How many orders were tried.
  ///   - seed: What they were drawn from.
  ///   - count: How many samples there are.
  /// - Returns: The page.
  public func rendering(of importance: ColumnImportance, repeats: Int, seed: UInt64, count: Int) -> Rendering {
    let isNumber = importance.answersNumbers
    let text = { (value: Double) in
      isNumber ? Numbers.measured(value, like: importance.score) : Numbers.percent(value)
    }
    let score =
      isNumber
      ? "RMSE \(text(importance.score))" : "\(text(importance.score)) correct"
    let told = isNumber ? "RMSE grows by" : "correct falls by"
    var note =
      "Each column was shuffled \(Numbers.count(repeats, "time")) (seed=\(seed)) and \(model) evaluated again; intervals: 95 % of "
      + "1,000 resamples of the samples. Columns with the same information look less important."
    if importance.asked < count {
      note += " Asked about \(Numbers.grouped(importance.asked)) of \(Numbers.grouped(count)) samples, drawn."
    }
    let table = Table(
      caption: "\(model) on \(on): \(score) with all columns",
      columns: [Table.Column("column"), .number(told), .number("95 % interval"), Table.Column("")],
      rows: importance.columns.map { column in
        let isClear = column.interval.lowerBound > 0
        return [
          .text(column.name, isClear ? .strong : .none), .text(text(column.change), isClear ? .none : .muted),
          .text("\(text(column.interval.lowerBound)) – \(text(column.interval.upperBound))", .muted),
          .text(
            isClear ? "" : column.interval.upperBound < 0 ? "better without" : "not distinguishable from 0", .muted),
        ]
      }, note: note, rowLimit: 40
    ).rendering
    let bars = importance.columns.filter { $0.change > 0 }.prefix(Self.mostBars).map { column in
      BarChart.Bar(column.name, column.change, interval: column.interval)
    }
    let chart = BarChart(
      valueLabel: "\(told), with its interval", bars: bars, format: isNumber ? .significant(4) : .percentage(1)
    ).rendering()
    return Rendering.stacked(bars.isEmpty ? [table] : [table, chart])
  }

  /// A number without digits that nobody wrote; a class as it is.
  private static func short(_ truth: some StringProtocol) -> String {
    Double(truth).map { Numbers.short($0) } ?? String(truth)
  }

  /// What stands in a sample's column: a number, the text whose number is not 0, or a date.
  private static func value(of column: ColumnEffects.Column, in table: TableSelection) -> String {
    switch table.dataset.columns.first(where: { $0.name == column.name })?.kind {
    case .categories(let texts): zip(texts, column.values).first { $0.1 != 0 }?.0 ?? "–"
    case .date(let form): form.text(of: column.values.map { Double($0) / Double(table.dataset.scale) })
    case .number, nil: column.values.map { Numbers.short($0) }.joined(separator: ", ")
    }
  }

  /// What the answer to one sample hangs on.
  ///
  /// - Parameters:
  ///   - effects: What was found.
  ///   - row: The sample's place.
  ///   - output: Which of several predicted numbers.
  ///   - table: The samples.
  /// - Returns: The page.
  public func rendering(of effects: ColumnEffects, row: Int, output: Int = 0, of table: TableSelection) -> Rendering {
    let names = table.dataset.outputNames
    let all = table.truths[row]
    let truth = names == nil ? all : all.split(separator: " ")[output...].first.map(String.init) ?? all
    let named = names.map { "\($0[output]) " } ?? ""
    let text = { (value: Double) in
      effects.label == nil ? Numbers.measured(value, like: effects.answer) : Numbers.percent(value)
    }
    let headline =
      effects.label.map { label in
        let isRight = LabelSpelling.areSame(label, truth)
        return "\(model) says \(label) to row \(row) of \(on), \(text(effects.answer)) sure"
          + (isRight ? ", and is right" : "; it is \(truth)")
      } ?? "\(model) predicts \(named)\(text(effects.answer)) for row \(row) of \(on); it is \(Self.short(truth))"
    let answer = effects.label.map { "\($0) would be" } ?? "prediction"
    return Table(
      caption: headline,
      columns: [
        Table.Column("column"), .number("value"), .number("mean change"), .number("\(answer), 95 % of cases"),
      ],
      rows: effects.columns.map { column in
        [
          .text(column.name), .text(Self.value(of: column, in: table)),
          .text(text(column.change), .strong),
          .text("\(text(column.range.lowerBound)) – \(text(column.range.upperBound))", .muted),
        ]
      },
      note:
        "Each column in turn took the values of \(Numbers.count(effects.others, "other sample")) of \(on), while the others "
        + "kept their own.", rowLimit: 40
    ).rendering
  }
}
