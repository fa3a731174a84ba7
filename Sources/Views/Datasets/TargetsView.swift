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
    let rows = dataset.splits.map { split -> [Table.Cell] in
      let numbers = split.places.compactMap { split.data.truths.numbers?[$0] }.sorted()
      let mean = numbers.reduce(0.0) { $0 + Double($1) } / Double(max(1, numbers.count))
      let middle = numbers.isEmpty ? 0 : numbers[numbers.count / 2]
      return [.text(split.name), .integer(numbers.count)]
        + [Double(numbers.first ?? 0), Double(middle), mean, Double(numbers.last ?? 0)].map {
          .text(Numbers.decimal($0, abs($0) < 1_000 ? 3 : 0))
        }
    }
    let total = dataset.splits.reduce(0) { $0 + $1.places.count }
    return Table(
      caption: "\(dataset.name): \(Numbers.count(total, "sample")) with a number to predict",
      columns: [
        Table.Column("split"), .number("samples"), .number("least"), .number("median"), .number("mean"),
        .number("greatest"),
      ], rows: rows, note: note
    ).rendering
  }
}
