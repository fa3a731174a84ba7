internal import CSQLite

/// One connection to an SQLite file. It has one owner and closes with it. Statements are read once and kept: of a short one,
/// reading takes longer than running.
public struct Database: ~Copyable {
  /// What is done with the file.
  public enum Access: Sendable {
    /// It is only read, and has to be there.
    case reading
    /// It is read and written, and made where there is none.
    case writing
  }

  /// A value bound to a statement. Nothing from outside is ever written into the statement's own text.
  public enum Value: Sendable, Equatable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A text.
    case text(String)
  }

  private let handle: OpaquePointer
  private let statements = KeptStatements()

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - access: What is done with it.
  ///   - patience: How long a statement waits for another process before it gives up, in milliseconds.
  ///   - longest: The longest text or row that is read, in bytes; nil for SQLite's own limit.
  /// - Throws: What SQLite says.
  public init(
    path: String, _ access: Access, patience: Int32, longest: Int32? = nil
  ) throws(DatabaseError) {
    var opened: OpaquePointer?
    let mode = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle = opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? ""
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, patience)
    if let longest { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longest) }
  }

  deinit {
    statements.discard()
    sqlite3_close_v2(handle)
  }

  /// Runs statements separated by semicolons, without values.
  public func run(script: String) throws(DatabaseError) { try check(sqlite3_exec(handle, script, nil, nil, nil)) }

  /// Begins a statement, whose rows are then asked for one by one. The database has to outlive them.
  ///
  /// - Parameters:
  ///   - statement: Its text.
  ///   - values: What is bound to its question marks, in order.
  /// - Returns: Its rows; it is run as they are asked for.
  /// - Throws: What SQLite says.
  public func rows(_ statement: String, _ values: [Value] = []) throws(DatabaseError) -> Rows {
    let kept = statements.take(statement)
    var prepared = kept
    if kept == nil { try check(sqlite3_prepare_v2(handle, statement, -1, &prepared, nil)) }
    let rows = Rows(statement: prepared, text: statement, database: handle, statements: statements)
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index) + 1, to: prepared) }
    return rows
  }

  /// How many steps of SQLite's machine a statement takes between two questions whether to go on: some milliseconds.
  private static let stepsBetween: Int32 = 100_000

  /// Asks now and then, as long as the body runs, whether its statements are to go on; also those that find no row for long.
  ///
  /// - Parameters:
  ///   - goesOn: Answers false to end the statement that runs, as `interrupted`.
  ///   - body: What runs them.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public func asking<Result, Failure: Error>(
    _ goesOn: () -> Bool, during body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withoutActuallyEscaping(goesOn) { (goesOn) throws(Failure) in
      let question = InterruptCheck(goesOn)
      sqlite3_progress_handler(
        handle, Self.stepsBetween,
        { question in
          guard let question else { return 0 }
          return Unmanaged<InterruptCheck>.fromOpaque(question).takeUnretainedValue().goesOn() ? 0 : 1
        }, Unmanaged.passUnretained(question).toOpaque())
      defer {
        sqlite3_progress_handler(handle, 0, nil, nil)
        withExtendedLifetime(question) {}
      }
      return try body()
    }
  }

  /// The identifier of the row inserted last.
  public var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  public var changes: Int { Int(sqlite3_changes(handle)) }

  private func bind(_ value: Value, at index: Int32, to statement: OpaquePointer?) throws(DatabaseError) {
    switch value {
    case .null: try check(sqlite3_bind_null(statement, index))
    case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
    case .text(let text): try bind(text, at: index, to: statement)
    }
  }

  /// Binds a copy of the text that SQLite frees itself.
  private func bind(_ text: String, at index: Int32, to statement: OpaquePointer?) throws(DatabaseError) {
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

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code != SQLITE_OK else { return }
    throw DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// What is asked while a statement runs.
private final class InterruptCheck {
  let goesOn: () -> Bool
  init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
}

/// Statements that were read, by their texts. One that is being run is not among them.
final class KeptStatements {
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
