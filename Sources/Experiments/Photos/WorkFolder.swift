import Files
public import Foundation
public import RunStore
import Training

/// The folder of a dataset, as commands change it. Making one checks that it may be changed.
public struct WorkFolder: Sendable {
  /// The dataset as it was last read.
  public let dataset: PhotoDataset
  /// How paths are written for people.
  public let files: DataFolder
  /// What the folder remembers.
  public var record: WorkRecord

  /// The folder of a dataset.
  ///
  /// - Throws: `WorkFolderError.sampleData` where the folder lies in the data folder, which is never written to,
  ///   `WorkFolderError.drawnData` for drawn hands.
  public init(_ dataset: PhotoDataset, in files: DataFolder) throws(WorkFolderError) {
    guard !files.isOfDataFolder(dataset.folder) else {
      throw files.isDrawn(dataset.folder)
        ? .drawnData(dataset: dataset.name)
        : .sampleData(dataset: dataset.name, folder: files.short(dataset.folder))
    }
    self.dataset = dataset
    self.files = files
    record = WorkRecord(of: dataset.folder)
  }

  /// Whether the folder has no record: nothing was copied or added there before.
  public var isNew: Bool {
    !FileManager.default.fileExists(atPath: FilePath.plain(dataset.folder.appending(path: WorkRecord.fileName)))
  }

  /// The splits a class has a folder in; none where the class folders lie in the dataset's folder itself.
  public var splits: [String] {
    dataset.isSplit ? ["train", "test"].filter { FilePath.isFolder(dataset.folder.appending(path: $0)) } : [""]
  }

  /// The folder of a class in a split: the one that is there, in whichever spelling, else the one that would be.
  public func folder(of label: String, in split: String) -> URL {
    let place = dataset.isSplit && !split.isEmpty ? dataset.folder.appending(path: split) : dataset.folder
    let exact = place.appending(path: label)
    guard !FilePath.isFolder(exact) else { return exact }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false))) ?? []
    return names.sorted().first { LabelSpelling.areSame($0, label) }.map { place.appending(path: $0) } ?? exact
  }

  /// Makes the folder of a class, where it is missing.
  public func making(_ folder: URL) -> [FileEdit] {
    FilePath.isFolder(folder) ? [] : [.makeFolder(path: FilePath.plain(folder))]
  }

  /// A place for a photo in a folder: under its own name, or under a new one where that is taken.
  public static func place(for name: String, in folder: URL) -> URL {
    let place = folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: FilePath.plain(place)) else { return place }
    let ending = (name as NSString).pathExtension
    return folder.appending(path: UUID().uuidString + (ending.isEmpty ? "" : ".\(ending)"))
  }

  /// The edits with those of the folder's own files, `labels.json` and the record, where they change.
  ///
  /// - Throws: `WorkFolderError.sampleData` where a path leads into the data folder, for example through a link.
  public func complete(_ edits: [FileEdit], labels: [String]) throws(WorkFolderError) -> [FileEdit] {
    var edits = edits
    let list = dataset.folder.appending(path: "labels.json")
    let listed = (try? Data(regularFile: list)).flatMap { try? JSONDecoder().decode([String].self, from: $0) }
    if listed != labels { edits.append(.write(path: FilePath.plain(list), Self.json(labels))) }
    if record != WorkRecord(of: dataset.folder) {
      edits.append(.write(path: FilePath.plain(dataset.folder.appending(path: WorkRecord.fileName)), record.data))
    }
    for path in edits.flatMap(\.changedPaths) where files.isOfDataFolder(URL(filePath: path)) {
      throw .sampleData(dataset: dataset.name, folder: files.short(URL(filePath: path)))
    }
    return edits
  }

  /// A list of classes as the content of `labels.json`.
  public static func json(_ labels: [String]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return ((try? encoder.encode(labels)) ?? Data("[]".utf8)) + Data("\n".utf8)
  }
}

extension FileEdit {
  /// The paths it changes.
  fileprivate var changedPaths: [String] {
    switch self {
    case .write(let path, _), .copy(_, let path), .exchange(_, let path), .remove(let path), .makeFolder(let path),
      .removeFolder(let path):
      [path]
    case .move(let from, let to): [from, to]
    }
  }
}
