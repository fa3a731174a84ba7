import DataFiles
public import Foundation
import RunStore

/// Where photos are copied from: a folder, or an archive that is unpacked for the time being.
public struct PhotoSource: Sendable {
  /// The photos.
  public private(set) var dataset: PhotoDataset
  private let unpacked: URL?

  /// Opens a folder or a ZIP archive.
  ///
  /// - Parameters:
  ///   - url: The folder or archive.
  ///   - name: What the dataset is called.
  ///   - labels: The classes wanted; nil for all.
  ///   - files: How paths are written for people.
  /// - Throws: `PhotoSourceError`.
  public init(_ url: URL, name: String, labels: [String]?, in files: DataFolder) throws(PhotoSourceError) {
    guard !FilePath.isFolder(url) else {
      unpacked = nil
      dataset = try Self.read(url, name, labels) { files.short($0) }
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "whet-\(UUID().uuidString)", directoryHint: .isDirectory)
    do throws(ZipError) {
      try PhotoArchive(archive: url).unpack(to: folder)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw .archive(files.short(url), error)
    }
    do {
      // Paths within the archive are told from the archive's name on.
      let root = FilePath.plain(folder)
      dataset = try Self.read(folder, name, labels) { place in
        let inner = FilePath.plain(place).dropFirst(root.count).drop { $0 == "/" }
        return inner.isEmpty ? files.short(url) : "\(files.short(url)):\(inner)"
      }
      unpacked = folder
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// Leaves out the photos that cannot be read.
  ///
  /// - Parameters:
  ///   - known: What is known of photos already.
  ///   - signal: Asked whether to stop.
  ///   - update: Told how many of how many photos were decoded.
  /// - Throws: `Interruption`.
  public mutating func leaveOutUnreadable(
    knowing known: UnreadablePhotos, signal: any StopSignal, update: (Int, Int) -> Void = { _, _ in }
  ) throws(Interruption) {
    dataset = try known.leftOut(of: dataset, now: Date.now.timeIntervalSince1970, signal: signal, update: update)
  }

  /// Removes what was unpacked.
  public func close() {
    if let unpacked { try? FileManager.default.removeItem(at: unpacked) }
  }

  private static func read(
    _ folder: URL, _ name: String, _ labels: [String]?, _ shorten: @escaping (URL) -> String
  ) throws(PhotoSourceError) -> PhotoDataset {
    do throws(PhotoFolderError) {
      return try PhotoFolder(folder: folder, name: name, shorten: shorten).read(labels: labels)
    } catch {
      throw .folder(error)
    }
  }
}
