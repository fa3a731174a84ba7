internal import CSQLite

/// One connection to a SQLite file. It has one owner and closes with it. Statements are read once and kept: of a short one,
/// reading takes longer than running.
struct Connection: ~Copyable {
  /// How long a statement waits for another process before it gives up, in milliseconds. A disk that is busy with a build can keep
  /// a writer for many seconds, and what would be lost then is the user's.
  static let patience: Int32 = 60_000

  /// A value bound to a statement. Nothing from outside is ever written into the statement's own text.
  enum Value: Equatable {
    case null, integer(Int64), text(String)

    /// The text, or nothing.
    static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
  }

  /// The file.
  let path: String
  private let handle: OpaquePointer
  private let statements = KeptStatements()

  /// Opens a file, and makes it where there is none.
  init(path: String) throws(StoreError) {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? ""
      sqlite3_close_v2(opened)
      throw StoreError(code: code, message: message, path: path, waited: 0)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.patience)
  }

  deinit {
    statements.discard()
    sqlite3_close_v2(handle)
  }

  /// Runs a statement that gives no rows.
  func execute(_ statement: String, _ values: Value...) throws(StoreError) { try execute(statement, values) }

  /// Runs a statement that gives no rows.
  func execute(_ statement: String, _ values: [Value]) throws(StoreError) {
    _ = try rows(statement, values, atMost: .max) { _ in true }
  }

  /// Runs statements separated by semicolons, without values: the schema's own.
  func run(script: String) throws(StoreError) {
    try check(sqlite3_exec(handle, script, nil, nil, nil))
  }

  /// Runs a statement and reads its rows; those that `read` makes nothing of are passed over. At most so many are read.
  func rows<Result>(
    _ statement: String, _ values: [Value], atMost most: Int, read: (borrowing Row) -> Result?
  ) throws(StoreError) -> [Result] {
    guard let prepared = try prepare(statement) else { return [] }
    defer { statements.giveBack(prepared, of: statement) }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index) + 1, to: prepared) }
    var results: [Result] = []
    while results.count < most {
      let code = sqlite3_step(prepared)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else {
        try check(code)
        break
      }
      if let result = read(Row(statement: prepared)) { results.append(result) }
    }
    return results
  }

  private func prepare(_ statement: String) throws(StoreError) -> OpaquePointer? {
    if let kept = statements.take(statement) { return kept }
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, statement, -1, &prepared, nil))
    return prepared
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
  var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

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

  private func bind(_ value: Value, at index: Int32, to statement: OpaquePointer) throws(StoreError) {
    switch value {
    case .null: try check(sqlite3_bind_null(statement, index))
    case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
    case .text(let text): try bind(text, at: index, to: statement)
    }
  }

  /// Binds a copy of the text that SQLite frees itself.
  private func bind(_ text: String, at index: Int32, to statement: OpaquePointer) throws(StoreError) {
    var text = text
    let code = text.withUTF8 { bytes in
      guard let copy = sqlite3_malloc64(UInt64(max(1, bytes.count))) else { return SQLITE_NOMEM }
      if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
      return sqlite3_bind_text64(
        statement, index, copy.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), sqlite3_free,
        UInt8(SQLITE_UTF8))
    }
    try check(code)
  }

  private func check(_ code: Int32) throws(StoreError) {
    guard code != SQLITE_OK else { return }
    throw StoreError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), path: path, waited: Self.patience)
  }
}

/// Statements that were read, by their texts. One that is being run is not among them.
private final class KeptStatements {
  /// How many are kept: more than this program has.
  private static let most = 64
  private var kept: [String: OpaquePointer] = [:]

  func take(_ text: String) -> OpaquePointer? { kept.removeValue(forKey: text) }

  /// Keeps a statement that was run, without its values and with no hold on the file.
  func giveBack(_ statement: OpaquePointer, of text: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    guard kept.count < Self.most, kept[text] == nil else {
      sqlite3_finalize(statement)
      return
    }
    kept[text] = statement
  }

  func discard() {
    for statement in kept.values { sqlite3_finalize(statement) }
    kept = [:]
  }
}

/// One row of a statement's results; it lives only while it is read.
struct Row: ~Copyable {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// The text of a column; nil for NULL. Bytes that are no UTF-8 are replaced.
  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
