internal import Databases
internal import Files
internal import Foundation

/// Brings what can be read of a damaged database into a fresh one.
enum Salvage {
  /// Reads a damaged file, with its log, and writes its rows; rows the fresh database has already are passed over.
  ///
  /// - Returns: How many rows each table has got.
  /// - Throws: `StoreError` where the fresh database cannot be written.
  static func recover(_ path: String, into connection: borrowing Connection) throws(StoreError) -> [String: Int] {
    var recovered: [String: Int] = [:]
    // Rows may be there without those they belong to.
    try connection.run(script: "PRAGMA foreign_keys = OFF")
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try RowScan(file: PageFile(path: path)).rows { (row, isNumbered) throws(StoreError) in
        for table in RecoveredTable.all {
          guard let values = table.values(of: row, isNumbered: isNumbered) else { continue }
          let names = table.columns.prefix(values.count).map(\.name).joined(separator: ", ")
          let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
          try connection.execute("INSERT OR IGNORE INTO \(table.name) (\(names)) VALUES (\(marks))", values)
          if connection.changes > 0 { recovered[table.name, default: 0] += 1 }
        }
      }
      try connection.run(script: numbersTaken)
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
    try connection.run(script: "PRAGMA foreign_keys = ON")
    return recovered
  }

  /// Numbers whose own rows were lost are still taken: a session or run that is begun afterwards must not get the commands or
  /// epochs of one that was recovered without it.
  private static let numbersTaken = """
    INSERT OR IGNORE INTO sessions (id, started)
      SELECT session, 0 FROM commands WHERE session BETWEEN 1 AND 1000000000
      UNION SELECT session, 0 FROM runs WHERE session BETWEEN 1 AND 1000000000;
    DELETE FROM sqlite_sequence WHERE name = 'runs';
    INSERT INTO sqlite_sequence (name, seq)
      SELECT 'runs', max(
        (SELECT coalesce(max(id), 0) FROM runs),
        (SELECT coalesce(max(run), 0) FROM epochs WHERE run BETWEEN 1 AND 1000000000));
    """
}
