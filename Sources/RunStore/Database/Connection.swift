internal import Databases

/// The connection to the store's file, whose faults are the store's.
struct Connection: ~Copyable {
  /// How long a statement waits for another process before it gives up, in milliseconds. A disk that is busy with a build can keep
  /// a writer for many seconds, and what would be lost then is the user's.
  static let patience: Int32 = 60_000

  /// A value bound to a statement.
  typealias Value = Database.Value

  /// The file.
  let path: String
  private let database: Database
  private let use: DatabaseUse?

  /// Opens a file, and makes it where there is none; `use` lasts as long as the connection.
  init(path: String, use: DatabaseUse? = nil) throws(StoreError) {
    (self.path, self.use) = (path, use)
    do throws(DatabaseError) {
      database = try Database(path: path, .writing, patience: Self.patience)
    } catch {
      throw StoreError(error, path: path, waited: 0)
    }
  }

  /// Runs a statement that gives no rows.
  func execute(_ statement: String, _ values: Value...) throws(StoreError) { try execute(statement, values) }

  /// Runs a statement that gives no rows.
  func execute(_ statement: String, _ values: [Value]) throws(StoreError) {
    _ = try rows(statement, values, atMost: .max) { _ in true }
  }

  /// Runs statements separated by semicolons, without values: the schema's own.
  func run(script: String) throws(StoreError) {
    do throws(DatabaseError) { try database.run(script: script) } catch { throw fault(error) }
  }

  /// Runs a statement and reads its rows; those that `read` makes nothing of are passed over. At most so many are read.
  func rows<Result>(
    _ statement: String, _ values: [Value], atMost most: Int, read: (borrowing Row) -> Result?
  ) throws(StoreError) -> [Result] {
    do throws(DatabaseError) {
      var rows = try database.rows(statement, values)
      var results: [Result] = []
      while results.count < most {
        guard try rows.next() else { break }
        if let result = read(rows.row) { results.append(result) }
      }
      return results
    } catch {
      throw fault(error)
    }
  }

  /// Looks at every page.
  ///
  /// - Throws: `StoreError.corrupt` where one is not as it should be.
  func check() throws(StoreError) {
    guard try rows("PRAGMA quick_check(1)", [], atMost: 1, read: { $0.text(0) }) == ["ok"] else {
      throw .corrupt(path: path)
    }
  }

  /// The identifier of the row inserted last.
  var lastInserted: Int64 { database.lastInserted }

  /// How many rows the last statement changed.
  var changes: Int { database.changes }

  /// Does several things whole or not at all. The file is taken for writing at once, so that a transaction never has to
  /// be given up halfway for another's sake.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some errors end the transaction by themselves, so this may have nothing left to do.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func fault(_ fault: DatabaseError) -> StoreError { StoreError(fault, path: path, waited: Self.patience) }
}

extension Database.Value {
  /// The text, or nothing.
  static func optional(_ text: String?) -> Self { text.map(Database.Value.text) ?? .null }
}
