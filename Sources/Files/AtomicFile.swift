public import Foundation

/// A file that is written whole or not at all: a temporary file beside it is filled, brought to the disk and renamed to its
/// place. Until `finish` returns, what was there before is untouched.
///
/// Only a regular file is replaced, and keeps its permissions. Nothing is written through a link, for the file it leads to may
/// lie anywhere; nor over a pipe or a device.
///
/// A temporary file is locked while its writer lives, so the next writer in its folder can tell the ones that a killed process
/// left behind, and removes them.
public final class AtomicFile {
  /// The file's place.
  public let path: String
  /// The temporary file, open for writing.
  public let descriptor: Int32
  /// Where the temporary file is, until the file is finished or given up.
  public let temporary: String
  /// Whether a file was there when this one was begun.
  public let isReplacing: Bool
  private var isPlaced = false

  /// What the names of temporary files begin with. Hidden, so that nobody takes one for a photo.
  static let prefix = ".whet-saving-"

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The file's place.
  ///   - temporary: The temporary file, in the same folder or file system and nobody else's; nil for one with a name of its own.
  ///   - mayReplace: Whether the regular file that is there may be replaced, for example because it is one of the program's own.
  /// - Throws: `FileWriteError`.
  public init(
    at path: String, temporary: String? = nil, replacing mayReplace: ((borrowing RegularFile) -> Bool)? = nil
  ) throws(FileWriteError) {
    self.path = path
    let mode = try Self.mode(ofFileAt: path)
    isReplacing = mode != nil
    if mode != nil, let mayReplace {
      guard let file = try? RegularFile(path: path), mayReplace(file) else { throw .foreign(path: path) }
    }
    if let temporary {
      self.temporary = temporary
      descriptor = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard descriptor >= 0 else { throw .unwritable(path: path, code: errno) }
    } else {
      Self.clear(Self.folder(of: path))
      (self.temporary, descriptor) = try Self.begin(path)
    }
    if let mode, fchmod(descriptor, mode) != 0 { throw .unwritable(path: path, code: errno) }
  }

  deinit {
    if !isPlaced { unlink(temporary) }
    close(descriptor)
  }

  /// Adds bytes.
  ///
  /// - Throws: `FileWriteError.unwritable`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileWriteError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EINTR { throw .unwritable(path: path, code: errno) }
    }
  }

  /// Adds bytes.
  ///
  /// - Throws: `FileWriteError.unwritable`.
  public func write(_ bytes: some ContiguousBytes) throws(FileWriteError) {
    var failure: FileWriteError?
    bytes.withUnsafeBytes { bytes in
      do throws(FileWriteError) { try write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Brings the file to the disk and puts it in its place.
  ///
  /// - Parameter isDurable: Whether it is brought to the disk first; without it, it survives the end of the process but perhaps
  ///   not a power cut.
  /// - Throws: `FileWriteError`.
  public func finish(isDurable: Bool = true) throws(FileWriteError) {
    if isDurable, fsync(descriptor) != 0 { throw .unwritable(path: path, code: errno) }
    // Somebody may have put something else there meanwhile.
    _ = try Self.mode(ofFileAt: path)
    guard rename(temporary, path) == 0 else { throw .unwritable(path: path, code: errno) }
    isPlaced = true
    if isDurable { Self.bringToDisk(folderOf: path) }
  }

  /// Writes a file whole or not at all.
  ///
  /// - Parameters:
  ///   - bytes: All of the file.
  ///   - path: The file's place.
  ///   - mayReplace: Whether the regular file that is there may be replaced; nil for always.
  /// - Throws: `FileWriteError`.
  public static func write(
    _ bytes: some ContiguousBytes, to path: String, replacing mayReplace: ((borrowing RegularFile) -> Bool)? = nil
  ) throws(FileWriteError) {
    let file = try AtomicFile(at: path, replacing: mayReplace)
    try file.write(bytes)
    try file.finish()
  }

  /// Brings the entries of a path's folder to the disk: only then a new name in it is safe. A file system that cannot do that is
  /// no reason to fail.
  public static func bringToDisk(folderOf path: String) {
    let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  // MARK: What is there

  /// The permissions of the regular file at a path, which must be one that may be written to; nil where nothing is.
  private static func mode(ofFileAt path: String) throws(FileWriteError) -> mode_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .unwritable(path: path, code: errno) }
      return nil
    }
    let kind = FileKind(mode: status.st_mode)
    guard kind == .regular else { throw .notRegular(path: path, kind: kind) }
    guard access(path, W_OK) == 0 else { throw .unwritable(path: path, code: errno) }
    return status.st_mode & 0o7777
  }

  private static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  // MARK: Temporary files

  /// Makes a temporary file beside a path, and locks it.
  private static func begin(_ path: String) throws(FileWriteError) -> (String, Int32) {
    while true {
      let temporary = "\(folder(of: path))/\(prefix)\(UUID().uuidString)"
      let file = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard file >= 0 else { throw .unwritable(path: path, code: errno) }
      while flock(file, LOCK_EX) != 0, errno == EINTR {}
      var status = stat()
      if fstat(file, &status) != 0 || status.st_nlink > 0 { return (temporary, file) }
      // Another writer took it for one left behind, before it was locked.
      close(file)
    }
  }

  /// Removes the temporary files in a folder whose writers are gone.
  private static func clear(_ folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix) else { continue }
      let path = "\(folder)/\(name)"
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }
}
