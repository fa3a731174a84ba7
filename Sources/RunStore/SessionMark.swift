internal import Foundation

/// A sign that a session is alive: a locked file in the state folder. The system lets go of the lock when the process
/// ends, however it ends, so that others can tell what an ended session left half done from what is being done.
final class SessionMark: Sendable {
  /// The session's own name, never used again.
  let name: String
  private let file: Int32
  private let path: String

  /// Marks a session as alive.
  ///
  /// - Throws: `StoreError.folder` where the state folder cannot be written.
  init(stateFolder: URL) throws(StoreError) {
    let folder = Self.folder(stateFolder)
    name = UUID().uuidString
    path = "\(folder)/\(name)"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .folder(path: folder, errorNumber: errno) }
    // The file gets its name once it is locked: nobody finds it unlocked while its session lives.
    let draft = "\(folder)/.\(name)"
    file = open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .folder(path: folder, errorNumber: errno) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0, rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      close(file)
      throw .folder(path: folder, errorNumber: code)
    }
  }

  deinit {
    unlink(path)
    close(file)
  }

  /// Whether a session is alive. The mark of one that is not is removed.
  static func isAlive(_ name: String, stateFolder: URL) -> Bool {
    guard UUID(uuidString: name) != nil else { return false }
    let path = "\(folder(stateFolder))/\(name)"
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return errno != ENOENT }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return true }
    unlink(path)
    return false
  }

  /// Whether any session is alive.
  static func isAnyAlive(stateFolder: URL) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(stateFolder))) ?? []
    return names.contains { isAlive($0, stateFolder: stateFolder) }
  }

  private static func folder(_ stateFolder: URL) -> String {
    stateFolder.appending(path: "sessions").path(percentEncoded: false)
  }
}
