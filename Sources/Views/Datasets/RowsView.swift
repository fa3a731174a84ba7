import DataFiles
public import Experiments
public import Figures
import Tensors
import Wording

/// Samples of a table with columns, a row each.
public struct RowsView {
  /// The samples.
  let selection: TableSelection
  /// The class whose samples are shown; nil for all.
  let label: String?
  /// The most rows.
  let limit: Int

  /// Shows the first `limit` samples, or those of a class.
  public init(selection: TableSelection, label: String?, limit: Int) {
    (self.selection, self.label, self.limit) = (selection, label, limit)
  }

  /// The most numbers of a sample that are shown.
  private static let mostNumbers = 12

  /// The first rows: what is predicted, and the numbers it is predicted from.
  ///
  /// - Throws: `SourceError.table` where numbers that are kept in a file cannot be read back.
  public func rendering() throws -> Rendering {
    let dataset = selection.dataset
    let truths = selection.truths
    let places = truths.indices.filter { label == nil || truths[$0] == label }
    let names = dataset.columns.flatMap(\.numberNames)
    let rows = try places.prefix(limit).map { place -> [Table.Cell] in
      let numbers = try selection.tensor([place]).values.prefix(Self.mostNumbers)
      let own = dataset.outputs > 1 ? truths[place].split(separator: " ").map(String.init) : [truths[place]]
      return [.text("\(place)")] + own.map { .text($0) } + numbers.map { .text(Numbers.short($0)) }
    }
    var notes: [String] = []
    if places.count > rows.count {
      notes.append("The first \(Numbers.part(rows.count, of: places.count, "sample")).")
    }
    if names.count > Self.mostNumbers {
      notes.append("The first \(Self.mostNumbers) of \(Numbers.count(names.count, "number")) of a sample.")
    }
    return Table(
      caption: selection.text + (label.map { ", \($0)" } ?? ""),
      columns: [Table.Column.number("row")]
        + (dataset.outputNames ?? [dataset.report?.target ?? "class"]).map { Table.Column($0) }
        + names.prefix(Self.mostNumbers).map { .number($0) },
      rows: rows, note: notes.isEmpty ? nil : notes.joined(separator: " ")
    ).rendering
  }
}
