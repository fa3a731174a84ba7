internal import Foundation

/// Moves a damaged store out of the way, without losing it and without two processes doing it twice.
enum SettingAside {
  /// Renames the file, with what SQLite keeps beside it, unless `check` finds that it is whole after all, because
  /// another process has been faster. A lock file keeps the others waiting meanwhile.
  ///
  /// Returns the new path, or nil where nothing had to be moved.
  static func move(_ path: String, unless check: () throws(StoreError) -> Void) throws(StoreError) -> String? {
    let lock = Glibc.open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .readOnly(path: path) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 && errno == EINTR {}
    do {
      try check()
      return nil
    } catch StoreError.corrupt {
      return try rename(path)
    }
  }

  private static func rename(_ path: String) throws(StoreError) -> String {
    let target = free(path)
    guard Glibc.rename(path, target) == 0 else {
      throw errno == ENOSPC ? .full(path: path) : .readOnly(path: path)
    }
    for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
      guard Glibc.rename(path + suffix, target + suffix) == 0 else { throw .readOnly(path: path + suffix) }
    }
    return target
  }

  /// The first of "name.damaged-1", "name.damaged-2", … that is not taken.
  private static func free(_ path: String) -> String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    return "\(path).damaged-\(number)"
  }
}
