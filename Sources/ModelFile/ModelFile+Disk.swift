public import Files
public import Foundation

extension ModelFile {
  /// A package with more files is not read.
  public static let mostFilesOfPackage = PackageReader.mostFiles

  /// Reads a model from a file.
  ///
  /// The file may be a package, a folder or an archive of one; an ONNX file, by its ending, becomes a program.
  ///
  /// - Throws: `cannotRead` with the system's reason, `otherForm` when the path leads to another folder, `notRegular` when it leads
  ///   to a pipe or a device, `fileTooLarge`, `package`, and whatever is wrong with the bytes: `notAModel` or `malformed`.
  public init(contentsOf url: URL) throws(ModelFileError) {
    if ModelFile.isOnnx(url.path), FileKind(at: url.path) != .folder {
      self = try .onnx(url)
    } else if FileKind(at: url.path) == .folder, ModelFile.isPackage(folder: url.path) {
      self = try ModelFile.opened(PackageReader.files(inFolder: url.path))
    } else {
      let bytes = try ModelFile.read(url.path)
      if PackageReader.isArchive(bytes), let files = try PackageReader.files(inArchive: url) {
        self = try ModelFile.opened(files)
      } else {
        try self.init(bytes: bytes)
      }
    }
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
      return try RegularFile(path: path).bytes(atMost: PackageReader.mostBytes)
    } catch {
      switch error {
      case .unreadable(_, let code): throw .cannotRead(path: path, code: code)
      case .notRegular(_, .folder): throw .otherForm(path: path, form(ofFolder: path))
      case .notRegular(_, let kind): throw .notRegular(path: path, kind)
      case .tooLarge(_, let bytes, let limit): throw .fileTooLarge(path: path, bytes: bytes, limit: limit)
      }
    }
  }

  /// Whether a folder is a package, by its name or by what lies in it.
  public static func isPackage(folder path: String) -> Bool {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    return folder.pathExtension.lowercased() == "mlpackage"
      || folder.has("Manifest.json") && folder.has("Data")
  }

  private static func form(ofFolder path: String) -> ModelForm {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    return folder.pathExtension.lowercased() == "mlmodelc" || folder.has("coremldata.bin") ? .compiled : .folder
  }
}

extension URL {
  /// Whether something of a name lies in a folder.
  fileprivate func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: appendingPathComponent(name).path)
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
