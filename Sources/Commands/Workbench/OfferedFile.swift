import CommandLanguage
import Foundation

/// A file or a folder that completion offers, and how likely it is the one that is meant.
struct OfferedFile {
  let name: String
  let isFolder: Bool
  /// 0 for what is wanted, 1 for other folders, 2 for other files, 3 for notebooks.
  let rank: Int

  init(name: String, in place: URL, wanted: WantedFiles) {
    self.name = name
    let url = place.appending(path: name)
    isFolder = Self.isFolder(url)
    let ending = url.pathExtension.lowercased()
    let isWanted =
      switch wanted {
      case .photos: isFolder ? Self.holdsPhotos(url) : Self.photos.contains(ending)
      case .models: Self.models.contains(ending)
      case .tables: Self.tables.contains { name.lowercased().hasSuffix($0) }
      case .any: false
      }
    rank = isWanted ? 0 : isFolder ? 1 : ending == "ipynb" ? 3 : 2
  }

  private static let photos: Set = ["jpg", "jpeg", "png", "heic", "heif", "avif", "webp", "tif", "tiff", "gif", "bmp"]
  private static let models: Set = ["mlmodel", "mlpackage", "onnx", "safetensors"]
  private static let tables = [".csv", ".csv.gz", "-ubyte", "-ubyte.gz", ".npz", ".npy", ".sqlite", ".db"]
  private static let splits: Set = ["train", "training", "test", "testing", "validation", "val", "valid"]
  /// The most entries of a folder that are looked at: completion is to answer at once.
  private static let mostLookedAt = 64

  /// What a folder holds, hidden files left out, in order.
  static func names(in place: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false))) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
      && isFolder.boolValue && !models.contains(url.pathExtension.lowercased())
  }

  private static func folders(in place: URL) -> [URL] {
    names(in: place).prefix(mostLookedAt).map { place.appending(path: $0) }.filter(isFolder)
  }

  /// Whether photos lie in a folder, in its folders, or in those of its splits.
  private static func holdsPhotos(_ folder: URL, depth: Int = 2) -> Bool {
    if names(in: folder).prefix(mostLookedAt).contains(where: {
      photos.contains(($0 as NSString).pathExtension.lowercased())
    }) {
      return true
    }
    return depth > 0 && folders(in: folder).prefix(8).contains { holdsPhotos($0, depth: depth - 1) }
  }

  /// The classes of a folder of photos: the names of its folders that hold photos, or of those of its splits.
  static func labels(of folder: URL) -> [String] {
    let inside = folders(in: folder)
    let parts = inside.filter { splits.contains($0.lastPathComponent.lowercased()) }
    let classes = (parts.isEmpty ? inside : parts.flatMap { folders(in: $0) }).filter { holdsPhotos($0, depth: 0) }
    var seen: Set<String> = []
    return classes.map(\.lastPathComponent).filter { seen.insert($0).inserted }
  }
}
