public import Foundation

/// A folder that is written whole or not at all: a temporary folder beside it is filled, brought to the disk and put in its place. A
/// folder that was there before changes places with the new one at one stroke, and is removed.
///
/// A temporary folder is locked while its writer lives, so the next writer in the same place can tell the ones that a killed process
/// left behind, and removes them.
public final class AtomicFolder {
  /// The folder's place.
  public let path: String
  /// The temporary folder, until the folder is finished or given up.
  public let temporary: String
  /// Whether a folder was there when this one was begun.
  public let isReplacing: Bool
  private let lock: CInt

  /// Begins a folder.
  ///
  /// - Throws: `FileWriteError.notRegular` where something other than a folder is there, `unwritable`.
  public init(at path: String) throws(FileWriteError) {
    self.path = path
    isReplacing = try Self.isThere(path)
    Self.clear(Self.parent(of: path))
    (temporary, lock) = try Self.begin(path)
  }

  deinit {
    // Where an exchange was made, this is what was there before.
    try? FileManager.default.removeItem(atPath: temporary)
    close(lock)
  }

  /// Makes a folder in it, with those that it lies in.
  ///
  /// - Throws: `FileWriteError.unwritable`.
  public func makeFolder(_ name: String) throws(FileWriteError) {
    do {
      try FileManager.default.createDirectory(atPath: "\(temporary)/\(name)", withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: path, code: EEXIST)
    }
  }

  /// Writes a file in it, with the folders that it lies in.
  ///
  /// - Throws: `FileWriteError.unwritable`.
  public func write(_ bytes: some ContiguousBytes, to name: String) throws(FileWriteError) {
    try write(to: name) { (file) throws(FileWriteError) in try file.write(bytes) }
  }

  /// Writes a file in it, with the folders that it lies in.
  ///
  /// - Throws: `FileWriteError.unwritable`, and what `fill` throws.
  public func write(to name: String, fill: (AtomicFile) throws(FileWriteError) -> Void) throws(FileWriteError) {
    if let end = name.lastIndex(of: "/") { try makeFolder(String(name[..<end])) }
    do throws(FileWriteError) {
      let file = try AtomicFile(at: "\(temporary)/\(name)")
      try fill(file)
      try file.finish()
    } catch {
      guard case .unwritable(_, let code) = error else { throw error }
      throw .unwritable(path: path, code: code)
    }
  }

  /// Puts the folder in its place; what was there when it was begun is gone then.
  ///
  /// - Throws: `FileWriteError`; what was there is untouched then.
  public func finish() throws(FileWriteError) {
    // Somebody may have put something else there meanwhile.
    guard try Self.isThere(path) == isReplacing else { throw .unwritable(path: path, code: EEXIST) }
    try Self.put(temporary, at: path)
  }

  /// Lets a folder change places with the folder at a path, or puts it there where nothing is.
  ///
  /// - Throws: `FileWriteError`; nothing is changed then.
  public static func put(_ temporary: String, at path: String) throws(FileWriteError) {
    if try isThere(path) {
      try exchange(temporary, path)
    } else if rename(temporary, path) != 0 {
      throw .unwritable(path: path, code: errno)
    }
    AtomicFile.bringToDisk(folderOf: path)
  }

  private static func isThere(_ path: String) throws(FileWriteError) -> Bool {
    guard let kind = FileKind(ofEntryAt: path) else { return false }
    guard kind == .folder else { throw .notRegular(path: path, kind: kind) }
    return true
  }

  private static func parent(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// Lets two folders change places, at one stroke where the file system can do that.
  private static func exchange(_ temporary: String, _ path: String) throws(FileWriteError) {
    typealias Rename = @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt
    let exchanges: CUnsignedInt = 2
    if let found = dlsym(nil, "renameat2"),
      unsafeBitCast(found, to: Rename.self)(AT_FDCWD, temporary, AT_FDCWD, path, exchanges) == 0
    {
      return
    }
    // Not a name that is cleared: it is all that is left where the process ends here.
    let aside = "\(parent(of: path))/.whet-before-\(UUID().uuidString)"
    guard rename(path, aside) == 0 else { throw .unwritable(path: path, code: errno) }
    guard rename(temporary, path) == 0 else {
      let code = errno
      rename(aside, path)
      throw .unwritable(path: path, code: code)
    }
    rename(aside, temporary)
  }

  // MARK: Temporary folders

  /// Makes a temporary folder beside a path, and locks it.
  private static func begin(_ path: String) throws(FileWriteError) -> (String, CInt) {
    while true {
      let temporary = "\(parent(of: path))/\(AtomicFile.prefix)\(UUID().uuidString)"
      guard mkdir(temporary, 0o777) == 0 else { throw .unwritable(path: path, code: errno) }
      let folder = open(temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw .unwritable(path: path, code: errno) }
      while flock(folder, LOCK_EX) != 0, errno == EINTR {}
      if FileKind(ofEntryAt: temporary) == .folder { return (temporary, folder) }
      // Another writer took it for one left behind, before it was locked.
      close(folder)
    }
  }

  /// Removes the temporary folders in a folder whose writers are gone.
  private static func clear(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(AtomicFile.prefix) {
      let path = "\(folder)/\(name)"
      let entry = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard entry >= 0 else { continue }
      if flock(entry, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
      close(entry)
    }
  }
}
