import Figures

/// How a dataset is shown.
struct DatasetView {
  /// The dataset.
  let dataset: PhotoDataset
  /// Where paths start from.
  let files: DataFolder

  /// The classes, and how many photos each has in which split.
  var summary: Rendering {
    let splits = dataset.splits
    let counts = splits.map { $0.counts(dataset.labels) }
    var rows: [[Table.Cell]] = dataset.labels.indices.map { label in
      [.text(dataset.labels[label])] + counts.map { .integer($0[label]) }
    }
    rows.append([.text("all", .strong)] + splits.map { .integer($0.photos.count, .strong) })
    return Table(
      caption: "\(dataset.name): \(Numbers.count(dataset.count, "photo")) in "
        + Numbers.count(dataset.labels.count, "class", plural: "classes"),
      columns: [Table.Column("class")] + splits.map { .number($0.name) }, rows: rows, note: note
    ).rendering
  }

  private var note: String? {
    var remarks = [String]()
    if dataset.split("test") == nil {
      remarks.append("There is no test/ folder, so nothing is held back for checking.")
    }
    let untested = dataset.labels.filter { label in
      dataset.split("test").map { !$0.photos.contains { $0.label == label } } ?? false
    }
    if !untested.isEmpty { remarks.append("No test photos of \(Numbers.list(untested)).") }
    if !dataset.skipped.isEmpty {
      let shown = dataset.skipped.prefix(5).joined(separator: ", ")
      let more = dataset.skipped.count > 5 ? " and \(dataset.skipped.count - 5) more" : ""
      remarks.append("Left out as no photos: \(shown)\(more).")
    }
    return remarks.isEmpty ? nil : remarks.joined(separator: " ")
  }
}
