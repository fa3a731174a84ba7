import Files
public import Foundation
import Training

/// Reads a folder of photos: `train/✊/a.jpg`, `test/✊/b.png`, or class folders alone.
public struct PhotoFolder {
  /// The folder.
  public let folder: URL
  /// What the dataset will be called.
  public let name: String
  /// How paths are written in messages.
  public let shorten: (URL) -> String

  /// Names a folder; without `shorten`, errors name files by their whole paths.
  public init(folder: URL, name: String, shorten: @escaping (URL) -> String = { $0.path(percentEncoded: false) }) {
    self.folder = folder
    self.name = name
    self.shorten = shorten
  }

  /// Reads the folder.
  ///
  /// `labels` are the classes wanted, in order; nil means all there are, in the order of `labels.json` or by name.
  ///
  /// - Returns: The dataset.
  /// - Throws: What is wrong with the folder, the first thing first.
  public func read(labels wanted: [String]?) throws(PhotoFolderError) -> PhotoDataset {
    let top = try entries(folder)
    let hasSplits = top.folders.contains("train")
    let trainFolder = hasSplits ? folder.appending(path: "train") : folder
    let found = hasSplits ? try entries(trainFolder).folders : top.folders
    guard !found.isEmpty else { throw .noClasses(path(trainFolder)) }
    let labels = try order(found, wanted: wanted, in: trainFolder)
    var skipped = top.files.filter { $0 != "labels.json" }.map { LeftOutFile($0) }
    if hasSplits { skipped += top.folders.filter { !["train", "test"].contains($0) }.map(leftOut) }
    var splits: [PhotoSplit] = []
    for split in hasSplits ? ["train", "test"].filter(top.folders.contains) : ["train"] {
      let place = hasSplits ? folder.appending(path: split) : folder
      splits.append(try photos(of: split, in: place, labels: labels, isChosen: wanted != nil, skipped: &skipped))
    }
    // A class without photos is one that somebody has yet to fill; a folder of such classes alone is a mistake, unless it
    // was made here.
    guard splits.contains(where: { !$0.photos.isEmpty }) || labels.allSatisfy(isListed) else {
      throw .noPhotos(folder: path(folder), classes: labels, files: skipped.map(\.path))
    }
    return PhotoDataset(
      name: name, folder: folder, labels: labels, splits: splits, skipped: skipped, isSplit: hasSplits)
  }

  private func photos(
    of split: String, in place: URL, labels: [String], isChosen: Bool, skipped: inout [LeftOutFile]
  ) throws(PhotoFolderError) -> PhotoSplit {
    let (folders, strays) = try entries(place)
    if split != "train" || place != folder { skipped += strays.map { LeftOutFile("\(split)/\($0)") } }
    let outside = isChosen ? [] : folders.filter { LabelSpelling.position(of: $0, in: labels) == nil }
    skipped += outside.map { leftOut("\(split)/\($0)") }
    var photos: [Photo] = []
    for label in labels {
      guard
        let own = folders.first(where: { $0 == label }) ?? folders.first(where: { LabelSpelling.areSame($0, label) })
      else { continue }
      let (nested, files) = try entries(place.appending(path: own))
      let inner = split == "train" && place == folder ? own : "\(split)/\(own)"
      skipped += nested.map { leftOut("\(inner)/\($0)") }
      let pictures = files.filter(Self.isPhoto)
      skipped += files.filter { !Self.isPhoto($0) }.map { LeftOutFile("\(inner)/\($0)") }
      photos += pictures.map { file in
        let url = place.appending(path: own).appending(path: file)
        return Photo(url: url, label: label, stamp: Self.stamp(url))
      }
    }
    return PhotoSplit(name: split, photos: inOrder(photos))
  }

  /// A folder in the dataset that is left out, with the photos in it and below it.
  private func leftOut(_ path: String) -> LeftOutFile {
    let files = FileManager.default.enumerator(atPath: system(folder.appending(path: path)))
    let photos = (files?.compactMap { $0 as? String } ?? []).count { name in
      Self.isPhoto(name) && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }
    return LeftOutFile(path + "/", photos: photos)
  }

  /// The photos with those that were added one by one at the end, in the order of adding.
  private func inOrder(_ photos: [Photo]) -> [Photo] {
    let added = Dictionary(
      WorkRecord(of: folder).added.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    guard !added.isEmpty else { return photos }
    let later = photos.filter { added[$0.name] != nil }
    return photos.filter { added[$0.name] == nil }
      + later.sorted { added[$0.name, default: 0] < added[$1.name, default: 0] }
  }

  /// Whether a class is in `labels.json`: somebody has made it, though it has no photos yet.
  private func isListed(_ label: String) -> Bool {
    (try? labelsFile()).flatMap { LabelSpelling.position(of: label, in: $0) } != nil
  }

  private func order(_ found: [String], wanted: [String]?, in place: URL) throws(PhotoFolderError) -> [String] {
    let remembered = wanted == nil ? try labelsFile() : wanted
    guard let listed = remembered else { return found }
    for (position, label) in listed.enumerated() {
      if let twin = listed[..<position].first(where: { LabelSpelling.areSame($0, label) }) {
        throw .sameLabel(twin, label)
      }
      guard LabelSpelling.position(of: label, in: found) != nil else {
        throw .noFolder(label: label, folder: path(place), found: found)
      }
    }
    guard wanted == nil else { return listed }
    return listed + found.filter { LabelSpelling.position(of: $0, in: listed) == nil }
  }

  /// The order in `labels.json`, where there is such a file: an array of names.
  private func labelsFile() throws(PhotoFolderError) -> [String]? {
    let url = folder.appending(path: "labels.json")
    let data: Data
    do throws(FileReadError) { data = try Data(regularFile: url, atMost: 16 << 20) } catch {
      if case .unreadable(_, ENOENT) = error { return nil }
      throw .brokenLabelsFile(path(url))
    }
    guard let labels = try? JSONDecoder().decode([String].self, from: data) else {
      throw .brokenLabelsFile(path(url))
    }
    return labels
  }

  /// What lies in a folder, by name; hidden files are left out.
  private func entries(_ url: URL) throws(PhotoFolderError) -> (folders: [String], files: [String]) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: system(url), isDirectory: &isFolder) else {
      throw .missing(places: [path(url)])
    }
    guard isFolder.boolValue else { throw .notAFolder(path(url)) }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: system(url))
    } catch {
      throw .unreadable(path(url), reason: Self.reason(error))
    }
    var folders: [String] = []
    var files: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: system(url.appending(path: name)), isDirectory: &isFolder)
      if isFolder.boolValue { folders.append(name) } else { files.append(name) }
    }
    return (folders, files)
  }

  /// A path for the file system.
  private func system(_ url: URL) -> String { url.path(percentEncoded: false) }

  /// A path for people.
  private func path(_ url: URL) -> String {
    let path = shorten(url)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The operating system's word for why a file cannot be had: "Permission denied".
  public static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let code = underlying.map(\.code) else { return error.localizedDescription }
    return String(cString: strerror(Int32(code)))
  }

  /// The endings of the files that are taken for photos; what a file holds is told by its content.
  public static let endings = [
    "jpg", "jpeg", "png", "heic", "heif", "avif", "webp", "tif", "tiff", "gif", "bmp",
  ]

  /// Whether a file is a photo, by its name.
  public static func isPhoto(_ name: String) -> Bool {
    endings.contains((name as NSString).pathExtension.lowercased())
  }

  /// A file's length and time of change.
  public static func stamp(_ url: URL) -> Photo.Stamp {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
    let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return Photo.Stamp(size: (attributes?[.size] as? Int) ?? 0, changed: changed)
  }
}
