public import DataFiles
public import Foundation
import Training

/// Unpacks the photos of an archive into a folder of its own.
public struct PhotoArchive: Sendable {
  /// The archive.
  public let archive: URL

  /// Unpacks photos, class folders and `labels.json`; what else is in the archive is left out. A single folder around
  /// everything, as many programs make it, is left out, too.
  ///
  /// - Throws: `ZipError`; the folder is to be thrown away then.
  public func unpack(to folder: URL) throws(ZipError) {
    let reader = try ZipReader(contentsOf: archive)
    let wrapper = Self.wrapper(of: reader.entries)
    for entry in reader.entries {
      let name = String(entry.name.dropFirst(wrapper.count))
      guard !name.isEmpty, !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
      let place = folder.appending(path: name)
      guard !entry.isFolder else {
        try Self.writing { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
        continue
      }
      guard PhotoFolder.isPhoto(name) || name == "labels.json" else { continue }
      let content = try reader.content(of: entry)
      try Self.writing {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: place, options: .withoutOverwriting)
      }
    }
    try Self.writing { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  }

  /// The folder all entries lie in, with its slash, where it holds `train/`; else nothing.
  private static func wrapper(of entries: [ZipReader.Entry]) -> String {
    let names = entries.map(\.name)
    guard !names.contains(where: { $0 == "train" || $0.hasPrefix("train/") }) else { return "" }
    let inner = names.lazy.compactMap { name -> String? in
      let parts = name.split(separator: "/")
      return parts.count > 1 && parts[1] == "train" ? parts[0] + "/" : nil
    }.first
    guard let inner, names.allSatisfy({ $0 == inner.dropLast() || $0.hasPrefix(inner) || $0.hasPrefix("__MACOSX") })
    else { return "" }
    return inner
  }

  private static func writing(_ body: () throws -> Void) throws(ZipError) {
    do { try body() } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw .cannotWrite(code: Int32(underlying?.code ?? Int(EIO)))
    }
  }
}
