public import Downloads
import Experiments
public import Figures
import Foundation
import Wording

/// What is shown of downloads: what there is, how far one is, and what it came to.
public struct FetchView {
  /// What is downloaded.
  let collection: DownloadCollection

  /// Tells of downloads from a collection.
  public init(collection: DownloadCollection) { self.collection = collection }

  /// How far it is.
  ///
  /// - Parameters:
  ///   - progress: How many bytes have come.
  ///   - seconds: How long it has been going on.
  /// - Returns: A bar with numbers.
  public func progress(_ progress: Fetcher.Progress, seconds: Double) -> Rendering {
    let rate = Double(progress.fresh) / max(seconds, 1e-3)
    let left = rate > 0 ? Double(progress.total - progress.received) / rate : nil
    let details =
      progress.fresh > 0
      ? ["\(Numbers.bytes(Int(rate)))/s"] + (left.map { ["\(Numbers.duration($0)) left"] } ?? [])
      : ["waiting for an answer"]
    return ProgressView(
      title: collection.name, completed: progress.received / 1000, total: progress.total / 1000, unit: "KB",
      details: details
    ).rendering
  }

  /// What it came to.
  ///
  /// - Parameters:
  ///   - folder: Where the files are, for people.
  ///   - came: How many bytes came, and in how many seconds; nil where all was there already.
  ///   - others: Files of these names that are others, and were left alone.
  /// - Returns: The facts, a line each, and what to do with it.
  public func result(folder: String, came: (bytes: Int, seconds: Double)?, others: [DownloadFile]) -> Rendering {
    let count = Numbers.count(collection.files.count, "file")
    let checked = others.isEmpty ? "as listed" : "as listed, except \(Numbers.list(others.map(\.path)))"
    var facts = [
      ("what", collection.summary), ("where", folder), ("size", "\(count), \(Numbers.bytes(collection.size))"),
      ("SHA-256", checked), ("licence", collection.licence),
      (
        "downloaded",
        came.map { "\(Numbers.bytes($0.bytes)) in \(Numbers.duration($0.seconds))" } ?? "nothing: already there"
      ),
    ]
    if !others.isEmpty {
      facts.append(("not replaced", "\(Numbers.list(others.map(\.path))): to replace it, remove it and fetch again"))
    }
    return FactsView(title: collection.name, facts: facts, note: "Now: \(collection.example)").rendering
  }

  /// What there is to download, and what is here.
  ///
  /// - Parameter isHere: Tells whether the files of a collection are here.
  /// - Returns: A table, a row for each collection.
  public static func overview(isHere: (DownloadCollection) -> Bool) -> Rendering {
    Table(
      columns: [
        .init("fetch"), .init("what"), .number("size"), .init("licence"), .init("in the data folder"),
      ],
      rows: Manifest.collections.map { collection in
        [
          .text(collection.name, .strong), .text(collection.summary), .text(Numbers.bytes(collection.size)),
          .text(collection.licence), .text(isHere(collection) ? "\(collection.folder), here" : collection.folder),
        ]
      }
    ).rendering
  }
}
