import Files
import Foundation
import Language
import RunStore
import Training

/// The folder of a dataset, as commands change it. Making one checks that it may be changed.
struct WorkFolder {
  /// The dataset as it was last read.
  let dataset: PhotoDataset
  /// How paths are written for people.
  let files: DataFolder
  /// What the folder remembers.
  var record: WorkRecord

  /// The folder of a dataset.
  ///
  /// - Throws: `DataFact.sampleData` where the folder lies in the data folder, which is never written to,
  ///   `DataFact.drawnData` for drawn hands.
  init(_ dataset: PhotoDataset, in files: DataFolder) throws(Fault) {
    guard !files.isOfDataFolder(dataset.folder) else {
      throw Fault(
        .data(
          files.isDrawn(dataset.folder)
            ? .drawnData(dataset: dataset.name)
            : .sampleData(dataset: dataset.name, folder: files.short(dataset.folder))))
    }
    self.dataset = dataset
    self.files = files
    record = WorkRecord(of: dataset.folder)
  }

  /// The splits a class has a folder in; none where the class folders lie in the dataset's folder itself.
  var splits: [String] {
    dataset.isSplit ? ["train", "test"].filter { FileState.isFolder(dataset.folder.appending(path: $0)) } : [""]
  }

  /// The folder of a class in a split: the one that is there, in whichever spelling, else the one that would be.
  func folder(of label: String, in split: String) -> URL {
    let place = dataset.isSplit && !split.isEmpty ? dataset.folder.appending(path: split) : dataset.folder
    let exact = place.appending(path: label)
    guard !FileState.isFolder(exact) else { return exact }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false))) ?? []
    return names.sorted().first { LabelSpelling.areSame($0, label) }.map { place.appending(path: $0) } ?? exact
  }

  /// Makes the folder of a class, where it is missing.
  func making(_ folder: URL) -> [FileEdit] {
    FileState.isFolder(folder) ? [] : [.makeFolder(path: Self.path(folder))]
  }

  /// A place for a photo in a folder: under its own name, or under a new one where that is taken.
  static func place(for name: String, in folder: URL) -> URL {
    let place = folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: path(place)) else { return place }
    let ending = (name as NSString).pathExtension
    return folder.appending(path: UUID().uuidString + (ending.isEmpty ? "" : ".\(ending)"))
  }

  /// A path for the file system.
  static func path(_ url: URL) -> String {
    let path = url.standardizedFileURL.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The edits with those of the folder's own files, `labels.json` and the record, where they change.
  ///
  /// - Throws: `DataFact.sampleData` where a path leads into the data folder, for example through a link.
  func complete(_ edits: [FileEdit], labels: [String]) throws(Fault) -> [FileEdit] {
    var edits = edits
    let list = dataset.folder.appending(path: "labels.json")
    let listed = (try? Data(regularFile: list)).flatMap { try? JSONDecoder().decode([String].self, from: $0) }
    if listed != labels { edits.append(.write(path: Self.path(list), Self.json(labels))) }
    if record != WorkRecord(of: dataset.folder) {
      edits.append(.write(path: Self.path(dataset.folder.appending(path: WorkRecord.fileName)), record.data))
    }
    for path in edits.flatMap(\.changedPaths) where files.isOfDataFolder(URL(filePath: path)) {
      throw Fault(.data(.sampleData(dataset: dataset.name, folder: files.short(URL(filePath: path)))))
    }
    return edits
  }

  /// A list of classes as the content of `labels.json`.
  static func json(_ labels: [String]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return ((try? encoder.encode(labels)) ?? Data("[]".utf8)) + Data("\n".utf8)
  }
}

extension FileState {
  /// Whether a folder is there.
  static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: WorkFolder.path(url), isDirectory: &isFolder) && isFolder.boolValue
  }
}

extension FileEdit {
  /// The paths it changes.
  fileprivate var changedPaths: [String] {
    switch self {
    case .write(let path, _), .copy(_, let path), .remove(let path), .makeFolder(let path), .removeFolder(let path):
      [path]
    case .move(let from, let to): [from, to]
    }
  }
}

extension DataFolder {
  /// Whether a file or folder, or the place where one would be made, lies in the data folder: sample data that only
  /// `fetch` writes; or among the samples that are drawn.
  func isOfDataFolder(_ url: URL) -> Bool {
    let place = Self.real(url)
    return [folder, samples].compactMap { $0 }.map(Self.real).contains { place == $0 || place.hasPrefix($0 + "/") }
  }

  /// Whether a folder is one of drawn samples.
  func isDrawn(_ url: URL) -> Bool {
    guard let samples else { return false }
    return Self.real(url).hasPrefix(Self.real(samples) + "/")
  }

  /// A path without links, as far as it exists.
  private static func real(_ url: URL) -> String {
    let url = url.standardizedFileURL
    let path = WorkFolder.path(url)
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard path != "/", !path.isEmpty else { return path }
    return real(url.deletingLastPathComponent()) + "/" + url.lastPathComponent
  }
}
