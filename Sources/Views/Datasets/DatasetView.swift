import DataFiles
public import Experiments
public import Figures
import Pictures
import Training
import Wording

/// How a dataset is shown.
public struct DatasetView {
  /// The dataset.
  let dataset: Dataset
  /// The most classes that are listed.
  var limit = usualLimit

  /// Shows a dataset, of each split at most `limit` samples.
  public init(dataset: Dataset, limit: Int = usualLimit) { (self.dataset, self.limit) = (dataset, limit) }

  /// So many classes are listed unless said otherwise.
  public static let usualLimit = 200

  /// The classes, and how many samples each has in which split.
  public var summary: Rendering {
    let splits = dataset.splits
    if case .table(let table) = dataset, table.isRegression {
      return TargetsView(dataset: table, note: TableNote(dataset: table).text).rendering
    }
    let counts = counts
    var rows: [[Table.Cell]] = dataset.labels.indices.map { label in
      [.text(dataset.labels[label])] + counts.map { .integer($0[label]) }
    }
    rows.append([.text("all", .strong)] + splits.map { .integer($0.count, .strong) })
    let total = splits.reduce(0) { $0 + $1.count }
    let caption =
      "\(dataset.name): \(Numbers.count(total, dataset.noun)) in "
      + Numbers.count(dataset.labels.count, "class", plural: "classes")
    let table = Table(
      caption: caption,
      columns: [Table.Column("class")] + splits.map { .number($0.name) }, rows: rows, note: note, rowLimit: limit,
      remedy: "To see more: describe \(dataset.name) limit=\(min(rows.count, 100_000))"
    ).rendering
    return dataset.labels.count > Self.mostShown ? table.folded(caption) : table
  }

  /// More classes than these are to be opened.
  private static let mostShown = 8

  private var counts: [[Int]] {
    switch dataset {
    case .photos(let dataset): dataset.splits.map { $0.counts(dataset.labels) }
    case .table(let dataset): dataset.splits.map { $0.counts(dataset.labels) }
    }
  }

  private var note: String? {
    switch dataset {
    case .photos(let dataset): note(on: dataset)
    case .table(let dataset): TableNote(dataset: dataset).text
    }
  }

  /// How samples were divided.
  public static func divided(_ seed: UInt64?, byGroup: Bool, hasClasses: Bool = true) -> String {
    "Divided at random, seed=\(seed ?? 1)"
      + (byGroup
        ? "; groups stay on one side." : hasClasses ? ", each class in the same shares." : ".")
  }

  /// What lies in a dataset's folder and is none of it, of many things the first and the sums.
  private static func leftOut(_ files: [LeftOutFile]) -> String {
    let shown = files.prefix(5).map { $0.path + ($0.photos > 0 ? " (\(Numbers.count($0.photos, "photo")))" : "") }
    let sentence = "Left out, because not photos of a class: " + shown.joined(separator: ", ")
    guard files.count > shown.count else { return sentence + "." }
    let folders = files.filter { $0.path.hasSuffix("/") }
    let sums = [
      files.count > folders.count ? Numbers.count(files.count - folders.count, "file") : nil,
      folders.isEmpty
        ? nil
        : "\(Numbers.count(folders.count, "folder")) with "
          + Numbers.count(folders.reduce(0) { $0 + $1.photos }, "photo"),
    ].compactMap(\.self)
    return "\(sentence) and \(files.count - shown.count) more; in all \(Numbers.list(sums))."
  }

  private func note(on dataset: PhotoDataset) -> String? {
    var remarks = [String]()
    if dataset.scaling != .scaleFill {
      remarks.append("Photos are resized by \(dataset.scaling.rawValue), unless a model says otherwise.")
    }
    if dataset.split("test") == nil {
      remarks.append("There is no test/ folder, so there are no test photos.")
      // A copy is divided by its folders alone.
      if dataset.statement?.contains("into=") != true {
        remarks.append("To set a fifth aside for testing: add split=[0.8, 0.2].")
      }
    }
    if let division = dataset.division {
      remarks.append(Self.divided(division.seed, byGroup: division.group != nil))
    }
    for (split, told) in [("train", "training"), ("test", "test")] {
      guard let photos = dataset.split(split)?.photos else { continue }
      let seen = Set(photos.map(\.label))
      let unseen = dataset.labels.filter { !seen.contains($0) }
      if !unseen.isEmpty { remarks.append("No \(told) photos of \(Words.shortened(unseen)).") }
    }
    if let unreadable = dataset.unreadable.flatMap({ UnreadableView(photos: $0).sentence }) {
      remarks.append(unreadable)
    }
    if !dataset.skipped.isEmpty {
      remarks.append(Self.leftOut(dataset.skipped))
      if let remedy = ForeignPictures.remedy(among: dataset.skipped.map(\.path)) { remarks.append(remedy) }
    }
    return remarks.isEmpty ? nil : remarks.joined(separator: " ")
  }
}
