import Synchronization

/// A use of a database by this process, from before it is opened until it is closed.
///
/// While there is one, no other descriptor of the database's files may be closed here: POSIX ends all locks that a process holds on
/// a file when it closes any descriptor of it, SQLite's as well.
final class DatabaseUse: Sendable {
  private static let counts = Mutex<[String: Int]>([:])
  private let path: String
  /// What was found before the first use; false for all others.
  let isDamaged: Bool

  /// Begins a use.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - looksDamaged: Looks at the files where nobody in this process uses them; nobody begins to meanwhile.
  init(of path: String, looksDamaged: () -> Bool) {
    self.path = path
    isDamaged = Self.counts.withLock { counts in
      counts[path, default: 0] += 1
      return counts[path] == 1 && looksDamaged()
    }
  }

  deinit {
    Self.counts.withLock { counts in
      counts[path, default: 1] -= 1
      if counts[path] == 0 { counts[path] = nil }
    }
  }
}
