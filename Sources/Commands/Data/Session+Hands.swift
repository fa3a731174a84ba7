import CommandLanguage
import Experiments
import Foundation
import Language
import RunStore
import Training

extension Session {
  /// The photo dataset of a name, and the folder to change it in.
  ///
  /// - Throws: `Fact.unknownDataset`, `Fact.noPhotos`, `DataFact.sampleData`.
  func workFolder(_ value: CheckedValue) throws(Fault) -> WorkFolder {
    guard let dataset = datasets[value.word] else {
      throw Fault(.unknownDataset(value.word, known: datasets.keys.sorted()), at: value.span)
    }
    guard case .photos(let photos) = dataset else { throw Fault(.noPhotos(value.word), at: value.span) }
    return try Fault.placing(at: value.span) { () throws(WorkFolderError) in try WorkFolder(photos, in: files) }
  }

  /// The split that a value names, which may have no photos, and the folder to change it in.
  ///
  /// - Throws: as `workFolder`, `Fact.unknownSplit`, and `DataFact.whichSplit` for a dataset with several.
  func workSplit(_ value: CheckedValue) throws(Fault) -> (work: WorkFolder, split: PhotoSplit) {
    let word = value.word
    let name = datasets[word] != nil ? word : String(word.prefix { $0 != "." })
    let work = try workFolder(CheckedValue(name, at: value.span, text: value.text))
    let splits = work.dataset.splits
    guard name != word else {
      guard splits.count == 1 else {
        throw Fault(.data(.whichSplit(splits.map { "\(name).\($0.name)" })), at: value.span)
      }
      return (work, splits[0])
    }
    let wanted = String(word.dropFirst(name.count + 1))
    guard let split = work.dataset.split(wanted) else {
      throw Fault(.unknownSplit(wanted, dataset: name, known: splits.map(\.name)), at: value.span)
    }
    return (work, split)
  }

  /// Changes a dataset's files, all or none, and reads it again.
  ///
  /// - Parameters:
  ///   - work: The folder, with its record as it is to be.
  ///   - edits: The changes to photos and class folders.
  ///   - labels: The classes as they are to be.
  ///   - statement: The statement, as typed.
  ///   - told: What the changes come to.
  /// - Returns: The dataset as it is now.
  /// - Throws: `Fact.data`; nothing is changed then.
  @discardableResult
  func change(
    _ work: WorkFolder, _ edits: [FileEdit], labels: [String], for statement: String, told: String
  ) throws(Fault) -> PhotoDataset {
    let all = try Fault.placing { () throws(WorkFolderError) in try work.complete(edits, labels: labels) }
    if !all.isEmpty { try journal.change(all, for: statement, told: told, in: files) }
    let dataset = try readAgain(work.dataset, labels: labels)
    try put(.photos(dataset))
    return dataset
  }
}

extension PhotoDataset {
  /// The class of a value, in the dataset's spelling.
  ///
  /// - Throws: `DataFact.noSuchClass`.
  func label(_ value: CheckedValue) throws(Fault) -> String {
    guard let place = LabelSpelling.position(of: value.word, in: labels) else {
      throw Fault(.data(.noSuchClass(value.word, dataset: name, known: labels)), at: value.span)
    }
    return labels[place]
  }
}
