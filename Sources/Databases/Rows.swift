internal import CSQLite

/// The rows of a statement, of which one at a time is there.
public struct Rows: ~Copyable {
  private let statement: OpaquePointer?
  private let text: String
  private let database: OpaquePointer
  private let statements: KeptStatements

  init(statement: OpaquePointer?, text: String, database: OpaquePointer, statements: KeptStatements) {
    (self.statement, self.text, self.database, self.statements) = (statement, text, database, statements)
  }

  deinit { if let statement { statements.giveBack(statement, of: text) } }

  /// The names of the columns.
  public var names: [String] {
    (0..<sqlite3_column_count(statement)).map { sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? "" }
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: What SQLite says.
  public mutating func next() throws(DatabaseError) -> Bool {
    // A text of blanks and comments alone is no statement.
    guard statement != nil else { return false }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw DatabaseError(code: code, message: String(cString: sqlite3_errmsg(database)))
    }
  }

  /// The row that is there; it is to be read before the next is asked for.
  public var row: Row { Row(statement: statement) }
}

/// One row of a statement's results; it lives only while it is read.
public struct Row: ~Copyable {
  fileprivate let statement: OpaquePointer?

  /// The number of a column; 0 for what is none.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// Whether a column has no value.
  public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// Whether a column holds bytes that are no text.
  public func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_BLOB }

  /// The text of a column; nil where it has no value. Bytes that are no UTF-8 are replaced.
  public func text(_ column: Int32) -> String? {
    isNull(column) ? nil : String(decoding: utf8(column), as: UTF8.self)
  }

  /// The bytes of a column's text, which are there as long as the row; none where it has no value.
  public func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let bytes = sqlite3_column_text(statement, column)
    return UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }
}
