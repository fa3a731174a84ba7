import Experiments
import Foundation
import RunStore

extension Session {
  /// Reads the datasets again whose files were changed by statements that were taken back or done again.
  ///
  /// - Throws: what `put` throws.
  func readAgain(after steps: [UndoStep]) throws(Fault) {
    let named = Set(steps.flatMap { $0.datasets.map(\.name) })
    let paths = steps.flatMap(\.changes).compactMap { try? journal.files?.change($0) }.flatMap(\.files).flatMap(\.paths)
    guard !paths.isEmpty else { return }
    for case .photos(let dataset) in datasets.values {
      let folder = dataset.folder.standardizedFileURL.path(percentEncoded: false)
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      guard paths.contains(where: { $0.hasPrefix(prefix) || $0 + "/" == prefix }) else { continue }
      // What a step did to the dataset itself is known; of other changes the file of labels tells.
      let labels = named.contains(dataset.name) ? dataset.labels : nil
      guard let read = try? readAgain(dataset, labels: labels) else { continue }
      try put(.photos(read))
    }
  }

  /// A dataset as its folder stands now; with the classes given, else those of `labels.json` or of its folders.
  func readAgain(_ dataset: PhotoDataset, labels: [String]?) throws(Fault) -> PhotoDataset {
    do {
      var read = try PhotoFolder(folder: dataset.folder, name: dataset.name, shorten: files.short).read(labels: labels)
      read.maxClasses = dataset.maxClasses
      return read.scaled(by: dataset.scaling)
    } catch {
      throw Fault(.photoFolder(error))
    }
  }
}
