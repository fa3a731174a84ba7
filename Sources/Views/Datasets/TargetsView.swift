import DataFiles
import Experiments
import Figures
import Wording

/// The numbers to be predicted of a table, split by split.
struct TargetsView {
  /// The dataset.
  let dataset: TableDataset
  /// What is said below.
  let note: String?

  /// How many samples each split has, and how their numbers lie.
  var rendering: Rendering {
    let names = dataset.outputNames
    let rows = dataset.splits.flatMap { split in
      (0..<max(1, dataset.outputs)).map { row(of: split, output: $0, names: names) }
    }
    let total = dataset.splits.reduce(0) { $0 + $1.places.count }
    let told = names.map { "\($0.count) numbers" } ?? "a number"
    return Table(
      caption: "\(dataset.name): \(Numbers.count(total, "sample")) with \(told) to predict",
      columns: [Table.Column("split")] + (names == nil ? [] : [Table.Column("number")]) + [
        .number("samples"), .number("least"), .number("median"), .number("mean"), .number("greatest"),
      ], rows: rows, note: note
    ).rendering
  }

  /// How one of the numbers lies in a split.
  private func row(of split: TableSplit, output: Int, names: [String]?) -> [Table.Cell] {
    let outputs = max(1, dataset.outputs)
    let all = split.data.truths.numbers ?? []
    let numbers = split.places.map { all[$0 * outputs + output] }.sorted()
    let spread = Spread(numbers)
    let middle = numbers.isEmpty ? 0 : numbers[numbers.count / 2]
    return [.text(split.name)] + (names.map { [.text($0[output])] } ?? []) + [.integer(numbers.count)]
      + [spread.least, Double(middle), spread.mean, spread.largest].map {
        .text(Numbers.decimal($0, abs($0) < 1_000 ? 3 : 0))
      }
  }
}
