import Files
import Foundation

/// The files beside a model in which it keeps its larger constants. Each is read once.
final class OnnxDataFiles {
  /// The most bytes of all of them: as many as a package may have.
  private static let mostBytes = PackageReader.mostBytes

  /// The folder of the model; nil for one that lies in no folder.
  private let folder: String?
  private var files: [String: [UInt8]] = [:]
  private var byteCount = 0

  init(in folder: String?) { self.folder = folder }

  /// Numbers of a file.
  ///
  /// - Parameters:
  ///   - location: Its path from the model's folder on.
  ///   - offset: The first byte, in digits; nil for 0.
  ///   - count: How many bytes are needed.
  ///   - length: How many bytes the model says there are, in digits; nil where it does not say.
  /// - Returns: The bytes, which share the file's.
  /// - Throws: `WeightFileProblem.path` for a file outside of the folder, `missing`, `beyond`, `size`.
  func bytes(
    of location: String, from offset: String?, count: Int, length: String?
  ) throws(WeightFileProblem) -> Bytes {
    let file = try file(location)
    guard let start = Int(offset ?? "0"), start >= 0 else { throw .beyond(offset: -1) }
    if let length, let stated = Int(length), stated != count { throw .size(expected: count, actual: stated) }
    guard start <= file.count, count <= file.count - start else { throw .beyond(offset: start) }
    return file[start..<start + count]
  }

  private func file(_ location: String) throws(WeightFileProblem) -> [UInt8] {
    if let known = files[location] { return known }
    guard let inside = PackagePath.normalized(location) else { throw .path(location) }
    guard let folder, FileManager.default.fileExists(atPath: "\(folder)/\(inside)") else { throw .missing(location) }
    // A link is followed where it stays in the folder.
    func real(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard let home = real(folder), let target = real("\(folder)/\(inside)"),
      target.hasPrefix(home == "/" ? home : home + "/")
    else { throw .path(location) }
    do throws(FileReadError) {
      let read = try RegularFile(path: target).bytes(atMost: OnnxDataFiles.mostBytes - byteCount)
      byteCount += read.count
      files[location] = read
      return read
    } catch {
      throw .missing(location)
    }
  }
}
