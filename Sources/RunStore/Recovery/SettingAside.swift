internal import Databases
internal import Files
internal import Foundation

/// Replaces a damaged database by one with all that can be read of it, without losing the damaged one and without two processes
/// doing it twice.
enum SettingAside {
  /// Renames the file, with what SQLite keeps beside it, and begins a fresh one, unless `check` finds that it is whole after all,
  /// because another process has been faster. A lock file keeps the others waiting meanwhile.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - check: Throws `corrupt` where it is damaged.
  ///   - begin: Opens a fresh database at the path.
  /// - Throws: `StoreError`; what `check` throws but `corrupt`.
  static func replace(
    _ path: String, unless check: () throws(StoreError) -> Void,
    by begin: () throws(StoreError) -> Connection
  ) throws(StoreError) {
    let lock = Glibc.open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .readOnly(path: path) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 && errno == EINTR {}
    do {
      try check()
      return
    } catch StoreError.corrupt {}
    let target = try rename(path)
    let fresh = try begin()
    let recovered = try Salvage.recover(target, into: fresh)
    let damage = StoreDamage(date: Date(), path: target, recovered: recovered)
    for name in [StoreDamage.name, StoreDamage.untoldName] {
      try fresh.execute(
        "INSERT OR REPLACE INTO remembered (scope, name, value) VALUES (?, ?, ?)", .text(StoreDamage.scope),
        .text(name),
        .text(damage.text))
    }
  }

  private static func rename(_ path: String) throws(StoreError) -> String {
    let target = free(path)
    if Glibc.rename(path, target) != 0 {
      // Where only the log is left, an empty file keeps its place beside it.
      guard errno == ENOENT else { throw errno == ENOSPC ? .full(path: path) : .readOnly(path: path) }
      close(Glibc.open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
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
