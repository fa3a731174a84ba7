public import Files
public import Foundation

extension ModelFile {
  /// No larger file is read: four gibibytes, more than the format's own readers take.
  static let largestFile = 4 << 30

  /// Reads a model from a file.
  ///
  /// - Throws: `cannotRead` with the system's reason, `otherForm` when the path leads to a folder, `notRegular` when it leads to a
  ///   pipe or a device, `fileTooLarge`, and whatever is wrong with the bytes: `notAModel` or `malformed`.
  public init(contentsOf url: URL) throws(ModelFileError) {
    try self.init(bytes: try ModelFile.read(url.path))
  }

  /// Writes the model in place of what the path leads to, at one stroke: whoever reads the file meanwhile, and whatever
  /// goes wrong, finds either all of the old one or all of the new one.
  ///
  /// - Throws: `cannotWrite` with the system's reason, `notRegular` where something other than a file is there; nothing is
  ///   changed then.
  public func write(to url: URL) throws(ModelFileError) {
    do throws(FileWriteError) { try AtomicFile.write(wire.bytes, to: url.path) } catch { throw ModelFileError(error) }
  }

  private static func read(_ path: String) throws(ModelFileError) -> [UInt8] {
    do throws(FileReadError) {
      return try RegularFile(path: path).bytes(atMost: largestFile)
    } catch {
      switch error {
      case .unreadable(_, let code): throw .cannotRead(path: path, code: code)
      case .notRegular(_, .folder): throw .otherForm(path: path, form(ofFolder: path))
      case .notRegular(_, let kind): throw .notRegular(path: path, kind)
      case .tooLarge(_, let bytes, let limit): throw .fileTooLarge(path: path, bytes: bytes, limit: limit)
      }
    }
  }

  private static func form(ofFolder path: String) -> ModelForm {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    func has(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }
    if folder.pathExtension.lowercased() == "mlpackage" || has("Manifest.json") && has("Data") { return .package }
    if folder.pathExtension.lowercased() == "mlmodelc" || has("coremldata.bin") { return .compiled }
    return .folder
  }
}

extension ModelFileError {
  /// Why a model's file is not written.
  public init(_ error: FileWriteError) {
    self =
      switch error {
      case .unwritable(let path, let code): .cannotWrite(path: path, code: code)
      case .notRegular(let path, let kind): .notRegular(path: path, kind)
      case .foreign(let path): .cannotWrite(path: path, code: EPERM)
      }
  }
}
