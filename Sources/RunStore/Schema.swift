internal import Databases

/// The tables, as the steps that lead from an empty file to them. A step, once released, is never changed: a new version
/// is a new step at the end. The file's `user_version` says how many it has been through. `RecoveredTable.all` describes the same
/// tables.
struct Schema {
  /// The steps, each a script.
  let steps: [String]

  /// The tables of this version of the program.
  static let current = Schema(steps: [
    """
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started INTEGER NOT NULL
    );
    CREATE TABLE commands (
      session INTEGER NOT NULL REFERENCES sessions (id),
      line INTEGER NOT NULL,
      source TEXT NOT NULL,
      output TEXT,
      PRIMARY KEY (session, line)
    ) WITHOUT ROWID;
    CREATE TABLE runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session INTEGER REFERENCES sessions (id),
      model TEXT NOT NULL,
      command TEXT NOT NULL,
      settings TEXT NOT NULL,
      seed INTEGER NOT NULL,
      fingerprint TEXT NOT NULL,
      engine TEXT NOT NULL,
      state TEXT NOT NULL,
      started INTEGER NOT NULL,
      ended INTEGER
    );
    CREATE INDEX runs_by_model ON runs (model, id);
    CREATE TABLE epochs (
      run INTEGER NOT NULL REFERENCES runs (id),
      epoch INTEGER NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (run, epoch)
    ) WITHOUT ROWID;
    CREATE TABLE remembered (
      scope TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (scope, name)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session TEXT NOT NULL,
      place TEXT NOT NULL,
      statement TEXT NOT NULL,
      told TEXT NOT NULL,
      state TEXT NOT NULL,
      started INTEGER NOT NULL,
      files TEXT NOT NULL
    );
    CREATE INDEX changes_by_state ON changes (state, place, id);
    CREATE TABLE holdings (
      holder TEXT NOT NULL,
      hash TEXT NOT NULL,
      PRIMARY KEY (holder, hash)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE runs ADD COLUMN place TEXT NOT NULL DEFAULT '';
    ALTER TABLE runs ADD COLUMN details TEXT NOT NULL DEFAULT '{}';
    CREATE TABLE costs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session TEXT NOT NULL,
      place TEXT NOT NULL,
      statement TEXT NOT NULL,
      started INTEGER NOT NULL,
      record TEXT NOT NULL
    );
    CREATE INDEX costs_by_place ON costs (place, id);
    """,
  ])

  /// Brings a file to this schema. Two processes may try at once: the second finds the work done.
  ///
  /// - Returns: Whether the file was empty.
  func migrate(_ connection: borrowing Connection) throws(StoreError) -> Bool {
    let found = try version(of: connection)
    guard found != steps.count else { return false }
    guard found < steps.count else {
      throw .newerSchema(path: connection.path, found: found, known: steps.count)
    }
    try connection.execute("BEGIN IMMEDIATE")
    do {
      for step in try version(of: connection)..<steps.count {
        try connection.run(script: steps[step])
        try connection.run(script: "PRAGMA user_version = \(step + 1)")
      }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      // The steps are sound: where one cannot be taken, the file is not what its number of steps says, or no store.
      if case .failed = error { throw .corrupt(path: connection.path) }
      throw error
    }
    return found == 0
  }

  private func version(of connection: borrowing Connection) throws(StoreError) -> Int {
    try connection.rows("PRAGMA user_version", [], atMost: 1) { Int($0.integer(0)) }.first ?? 0
  }
}
