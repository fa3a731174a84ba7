public import Foundation

extension ModelFile {
  /// No larger file is read: four gibibytes, more than the format's own readers take.
  static let largestFile = 4 << 30

  /// Reads a model from a file.
  ///
  /// - Throws: `cannotRead` with the system's reason, `otherForm` when the path leads to a folder, `fileTooLarge`, and
  ///   whatever is wrong with the bytes: `notAModel` or `malformed`.
  public init(contentsOf url: URL) throws(ModelFileError) {
    try self.init(bytes: try ModelFile.read(url.path))
  }

  /// Writes the model in place of what the path leads to, at one stroke: whoever reads the file meanwhile, and whatever
  /// goes wrong, finds either all of the old one or all of the new one.
  ///
  /// - Throws: `cannotWrite` with the system's reason; nothing is changed then.
  public func write(to url: URL) throws(ModelFileError) {
    do { try AtomicFile.write(wire.bytes, to: url.path) } catch {
      throw .cannotWrite(path: url.path, code: error.code)
    }
  }

  private static func read(_ path: String) throws(ModelFileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .cannotRead(path: path, code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .cannotRead(path: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .otherForm(path: path, form(ofFolder: path))
    default: throw .cannotRead(path: path, code: EINVAL)
    }
    let size = Int(status.st_size)
    guard size <= largestFile else { throw .fileTooLarge(path: path, bytes: size, limit: largestFile) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let count = Foundation.read(file, rest.baseAddress, rest.count)
        if count > 0 { filled += count }
        if count == 0 { break }
        if count < 0, errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else { throw .cannotRead(path: path, code: failure) }
    return bytes
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
