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
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
    try connection.run(script: "PRAGMA foreign_keys = ON")
    return recovered
  }
}
