import DataFiles
import Files
import Foundation

/// Reads the files of a package, from a folder or from an archive.
struct PackageReader {
  /// The most files of a package, and how deep its folders may lie in each other: a few times what any has.
  static let mostFiles = 2_000, deepestFolder = 16
  /// The most bytes of all its files: four gibibytes, more than the format's own readers take.
  static let mostBytes = 4 << 30

  private let root: String
  private var files: [String: PackageFile] = [:]
  private var bytes = 0

  /// All files below a folder.
  ///
  /// - Throws: `ModelFileError.package`, `cannotRead`, `fileTooLarge`.
  static func files(inFolder path: String) throws(ModelFileError) -> [String: PackageFile] {
    var reader = PackageReader(root: path)
    try reader.readFolder("", depth: 0)
    return reader.files
  }

  private init(root: String) { self.root = root }

  private mutating func readFolder(_ folder: String, depth: Int) throws(ModelFileError) {
    guard depth <= PackageReader.deepestFolder else { throw .package(.tooManyFiles(limit: PackageReader.mostFiles)) }
    let place = folder.isEmpty ? root : "\(root)/\(folder)"
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: place) } catch {
      throw .cannotRead(path: place, code: EACCES)
    }
    guard names.count <= PackageReader.mostFiles else {
      throw .package(.tooManyFiles(limit: PackageReader.mostFiles))
    }
    for name in names.sorted() {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      try checkLink(path)
      switch FileKind(at: "\(root)/\(path)") {
      case .folder: try readFolder(path, depth: depth + 1)
      case .regular: try readFile(path)
      default: throw .package(.notAFile(path))
      }
    }
  }

  /// A link is followed where it stays in the package.
  private func checkLink(_ path: String) throws(ModelFileError) {
    var status = stat()
    guard lstat("\(root)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    func real(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard let home = real(root), let target = real("\(root)/\(path)"), target.hasPrefix(home + "/") else {
      throw .package(.link(path))
    }
  }

  private mutating func readFile(_ path: String) throws(ModelFileError) {
    guard files.count < PackageReader.mostFiles else { throw .package(.tooManyFiles(limit: PackageReader.mostFiles)) }
    do throws(FileReadError) {
      let file = try RegularFile(path: "\(root)/\(path)")
      let read = try PackageFile(file, atMost: PackageReader.mostBytes - bytes)
      bytes += read.count
      files[path] = read
    } catch {
      switch error {
      case .unreadable(let path, let code): throw .cannotRead(path: path, code: code)
      case .notRegular: throw .package(.notAFile(path))
      case .tooLarge(let path, let size, _):
        throw .fileTooLarge(path: path, bytes: size, limit: PackageReader.mostBytes)
      }
    }
  }
}

extension PackageReader {
  /// Whether bytes are those of a ZIP archive.
  static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// All files of the one package in an archive, by their paths in the package; nil for a file that only begins as one.
  ///
  /// - Throws: `ModelFileError.package`.
  static func files(inArchive url: URL) throws(ModelFileError) -> [String: PackageFile]? {
    do throws(ZipError) {
      let reader = try ZipReader(contentsOf: url, limits: limits)
      guard let folder = onlyPackage(in: reader.entries) else { return [:] }
      var files: [String: PackageFile] = [:]
      for entry in reader.entries where !entry.isFolder && entry.name.hasPrefix(folder) {
        files[String(entry.name.dropFirst(folder.count))] = PackageFile(Array(try reader.content(of: entry)))
      }
      return files
    } catch {
      if error == .notAnArchive { return nil }
      throw .package(.archive(error))
    }
  }

  private static var limits: ZipLimits {
    var limits = ZipLimits()
    limits.entries = mostFiles
    limits.bytes = PackageReader.mostBytes
    limits.entryBytes = PackageReader.mostBytes
    return limits
  }

  /// The folder of the only outermost manifest; what macOS puts beside the files is none.
  private static func onlyPackage(in entries: [ZipReader.Entry]) -> String? {
    let name = Manifest.fileName
    let folders = entries.filter { !$0.isFolder && !$0.name.hasPrefix("__MACOSX/") }.compactMap { entry in
      entry.name == name ? "" : entry.name.hasSuffix("/\(name)") ? String(entry.name.dropLast(name.count)) : nil
    }
    let outermost = folders.filter { folder in !folders.contains { $0 != folder && folder.hasPrefix($0) } }
    return outermost.count == 1 ? outermost[0] : nil
  }
}
