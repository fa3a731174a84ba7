import Foundation
public import RunStore

/// Changes the files of datasets, and reads the datasets again.
public struct PhotoEdits {
  private let workspace: Workspace
  private var files: DataFolder { workspace.files }
  private var undo: UndoStack { workspace.undo }
  private var catalogue: Catalogue { workspace.catalogue }

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Changes a dataset's files, all or none, and reads it again.
  ///
  /// - Parameters:
  ///   - work: The folder, with its record as it is to be.
  ///   - edits: The changes to photos and class folders.
  ///   - labels: The classes as they are to be.
  ///   - statement: The statement, as typed.
  ///   - told: What the changes come to.
  ///   - replaces: Whether files that Whet did not write may be replaced: the list of classes of a folder that it did not make.
  /// - Returns: The dataset as it is now.
  /// - Throws: `ExperimentError.data`; nothing is changed then.
  @discardableResult
  public func change(
    _ work: WorkFolder, _ edits: [FileEdit], labels: [String], for statement: String, told: String,
    replacing replaces: Bool = true
  ) throws(ExperimentError) -> PhotoDataset {
    let all = try ExperimentError.converting { () throws(WorkFolderError) in try work.complete(edits, labels: labels) }
    for case .write(let path, _) in all where !replaces {
      // A folder with a record is Whet's.
      let isOwn = !work.isNew
      do throws(WrittenFileError) {
        try undo.written.check(path, WrittenFiles.Permission(recognising: { _ in isOwn }))
      } catch {
        throw ExperimentError.data(DataDiagnostic(error, toWrite: statement, in: files))
      }
    }
    if !all.isEmpty { try undo.change(all, for: statement, told: told, in: files) }
    let dataset = try readAgain(work.dataset, labels: labels)
    try ExperimentError.converting { () throws(CatalogueError) in try catalogue.put(.photos(dataset)) }
    return dataset
  }

  /// Reads the datasets again whose files were changed by statements that were taken back or done again.
  ///
  /// - Throws: what `put` throws.
  public func readAgain(after steps: [UndoStep]) throws(ExperimentError) {
    let named = Set(steps.flatMap { $0.datasets.map(\.name) })
    let paths = steps.flatMap(\.changes).compactMap { try? undo.files?.change($0) }.flatMap(\.files).flatMap(\.paths)
    guard !paths.isEmpty else { return }
    for case .photos(let dataset) in workspace.datasets.values {
      let folder = dataset.folder.standardizedFileURL.path(percentEncoded: false)
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      guard paths.contains(where: { $0.hasPrefix(prefix) || $0 + "/" == prefix }) else { continue }
      // What a step did to the dataset itself is known; of other changes the file of labels tells.
      let labels = named.contains(dataset.name) ? dataset.labels : nil
      guard let read = try? readAgain(dataset, labels: labels) else { continue }
      try ExperimentError.converting { () throws(CatalogueError) in try catalogue.put(.photos(read)) }
    }
  }

  /// A dataset as its folder stands now; with the classes given, else those of `labels.json` or of its folders.
  public func readAgain(_ dataset: PhotoDataset, labels: [String]?) throws(ExperimentError) -> PhotoDataset {
    do throws(PhotoFolderError) {
      var read = try PhotoFolder(folder: dataset.folder, name: dataset.name, shorten: files.short).read(labels: labels)
      read.maxClasses = dataset.maxClasses
      read.statement = dataset.statement
      if let unreadable = dataset.unreadable { read = unreadable.leftOut(of: read) }
      if let division = dataset.division { read = read.divided(by: division) }
      return read.scaled(by: dataset.scaling)
    } catch {
      throw ExperimentError.source(.photoFolder(error))
    }
  }
}

extension Workspace {
  /// Changes of datasets' files.
  public var photoEdits: PhotoEdits { PhotoEdits(self) }
}
