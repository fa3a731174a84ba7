import CommandLanguage
import Experiments
import Foundation
import RunStore

extension Lookup {
  /// Where photos are added: a split of a dataset of one's own; under a new name a folder beside the notebook that is made with
  /// the first of them, and a `test` that a divided folder does not have yet.
  ///
  /// - Parameters:
  ///   - value: The split.
  ///   - label: The class.
  /// - Returns: The folder, the split, the class in the dataset's spelling, and the folders to make.
  /// - Throws: as `workSplit`; what is wrong with a new name or class.
  func splitToFill(
    _ value: CheckedValue, with label: CheckedValue
  ) throws -> (work: WorkFolder, split: PhotoSplit, label: String, edits: [FileEdit]) {
    let name = String(value.word.prefix { $0 != "." })
    let wanted = value.word == name ? "train" : String(value.word.dropFirst(name.count + 1))
    if case .photos(let dataset)? = workspace.datasets[name] {
      guard wanted == "test", dataset.isSplit, dataset.split("test") == nil, value.word != name else {
        let (work, split) = try workSplit(value)
        return (work, split, try work.dataset.label(label), [])
      }
      let work = try Diagnostic.placing(at: value.span) { try WorkFolder(dataset, in: workspace.files) }
      return (
        work, PhotoSplit(name: wanted, photos: []), try dataset.label(label),
        work.making(dataset.folder.appending(path: wanted))
      )
    }
    let folder = workspace.files.destination(name)
    guard workspace.datasets[name] == nil, workspace.models[name] == nil, ["train", "test"].contains(wanted),
      !FileManager.default.fileExists(atPath: FilePath.plain(folder))
    else {
      let (work, split) = try workSplit(value)
      return (work, split, try work.dataset.label(label), [])
    }
    try checkName(CheckedValue(name, at: value.span, text: value.text), for: .dataset)
    if let problem = ClassName.problem(of: label.word) {
      throw Diagnostic(.data(.classes(.badClassName(label.word, problem))), at: label.span)
    }
    let dataset = PhotoDataset(
      name: name, folder: folder, labels: [label.word], splits: [PhotoSplit(name: wanted, photos: [])], skipped: [],
      isSplit: true)
    let work = try Diagnostic.placing(at: value.span) { try WorkFolder(dataset, in: workspace.files) }
    // Without train/ the classes of a folder would be taken for those of all.
    let train = folder.appending(path: "train")
    let folders =
      [folder, train] + (wanted == "train" ? [] : [train.appending(path: label.word), folder.appending(path: wanted)])
    return (work, dataset.splits[0], label.word, folders.map { .makeFolder(path: FilePath.plain($0)) })
  }
}
