import DataFiles
import Foundation
import Language
import RunStore

/// Where photos are copied from: a folder, or an archive that is unpacked for the time being.
struct PhotoSource {
  /// The photos.
  let dataset: PhotoDataset
  private let unpacked: URL?

  /// Opens a folder or a ZIP archive.
  ///
  /// - Parameters:
  ///   - url: The folder or archive.
  ///   - name: What the dataset is called.
  ///   - labels: The classes wanted; nil for all.
  ///   - files: How paths are written for people.
  /// - Throws: `Fact.photoFolder`, `Fact.data` for an archive that cannot be unpacked.
  init(_ url: URL, name: String, labels: [String]?, in files: DataFolder) throws(Fault) {
    guard !FileState.isFolder(url) else {
      unpacked = nil
      dataset = try Self.read(url, name, labels) { files.short($0) }
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "whet-\(UUID().uuidString)", directoryHint: .isDirectory)
    do throws(ZipError) {
      try ZipFolder(archive: url).unpack(to: folder)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw Fault(.data(.archive(files.short(url), error)))
    }
    do {
      // Paths within the archive are told from the archive's name on.
      let root = WorkFolder.path(folder)
      dataset = try Self.read(folder, name, labels) { place in
        let inner = WorkFolder.path(place).dropFirst(root.count).drop { $0 == "/" }
        return inner.isEmpty ? files.short(url) : "\(files.short(url)):\(inner)"
      }
      unpacked = folder
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// Removes what was unpacked.
  func close() {
    if let unpacked { try? FileManager.default.removeItem(at: unpacked) }
  }

  private static func read(
    _ folder: URL, _ name: String, _ labels: [String]?, _ shorten: @escaping (URL) -> String
  ) throws(Fault) -> PhotoDataset {
    do throws(PhotoFolder.Problem) {
      return try PhotoFolder(folder: folder, name: name, shorten: shorten).read(labels: labels)
    } catch {
      throw Fault(.photoFolder(error))
    }
  }
}
