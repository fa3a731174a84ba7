internal import CSQLite
internal import Files
public import Foundation

/// Tables of SQLite's databases: a sample per row.
extension ReadTable {
  /// Reads a table of a database, which is opened for reading alone.
  ///
  /// - Parameters:
  ///   - url: The database.
  ///   - table: The table or view; nil where there is one only.
  ///   - request: How it is to be read.
  ///   - progress: Told now and then how many samples are read; false stops it.
  /// - Throws: What is wrong with the file; `stopped` where `progress` answers false.
  public init(
    sqlite url: URL, table: String?, _ request: TableRequest, progress: (_ samples: Int) -> Bool = { _ in true }
  ) throws(TabularDataError) {
    let database = try SQLiteFile(url)
    let known = try database.tables()
    guard let name = table ?? (known.count == 1 ? known.first : nil),
      let own = known.first(where: { $0.lowercased() == name.lowercased() })
    else { throw .noSuchPart(path: url.path, kind: .table, wanted: table, known: known) }
    let quoted = "\"" + own.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    var rows: [[String]] = []
    let names = try database.rows("SELECT * FROM \(quoted) LIMIT 1000") { (fields, _) throws(TabularDataError) in
      rows.append(fields.map { FieldText.text(FieldText.trimmed($0)) })
    }
    let sniffed = ColumnSniffing([names] + rows, header: true, hasDecimalComma: false)
    let plan = try TablePlan(sniffed, rows: [names] + rows, request: request, path: url.path)
    var assembly = TableAssembly(plan, request: request, path: url.path, hasDecimalComma: false)
    _ = try database.rows("SELECT * FROM \(quoted)") { (fields, row) throws(TabularDataError) in
      try assembly.take(fields, line: row)
      if row.isMultiple(of: 256), !progress(assembly.count) { throw .stopped }
    }
    self = try assembly.finish(TableReport(target: assembly.targetName, part: own))
  }
}

/// A database that is open for reading.
private final class SQLiteFile {
  private let path: String
  private var handle: OpaquePointer?

  init(_ url: URL) throws(TabularDataError) {
    path = url.path
    // SQLite would wait for ever on a pipe.
    do throws(FileReadError) { _ = try PieceReader(path, limit: 1 << 40) } catch { throw TabularDataError(error) }
    let opened = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard opened == SQLITE_OK else { throw fault() }
    sqlite3_busy_timeout(handle, 2_000)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 27)
  }

  deinit { sqlite3_close_v2(handle) }

  private func fault() -> TabularDataError {
    .database(path: path, message: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory")
  }

  /// The names of its tables and views.
  func tables() throws(TabularDataError) -> [String] {
    var names: [String] = []
    let text =
      "SELECT name FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite_%' ORDER BY name"
    _ = try rows(text) { (fields, _) throws(TabularDataError) in names.append(FieldText.text(fields[0])) }
    return names
  }

  /// Hands on a statement's rows, counted from 1, and answers the names of its columns.
  func rows(
    _ text: String, take: ([UnsafeBufferPointer<UInt8>], Int) throws(TabularDataError) -> Void
  ) throws(TabularDataError) -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else { throw fault() }
    defer { sqlite3_finalize(statement) }
    let count = sqlite3_column_count(statement)
    let names = (0..<count).map { sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? "" }
    var (fields, row) = ([UnsafeBufferPointer<UInt8>](), 0)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return names
      case SQLITE_ROW: break
      default: throw fault()
      }
      row += 1
      fields.removeAll(keepingCapacity: true)
      for column in 0..<count {
        guard sqlite3_column_type(statement, column) != SQLITE_BLOB else {
          throw .blob(path: path, row: row, column: names[Int(column)])
        }
        let bytes = sqlite3_column_text(statement, column)
        fields.append(
          UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column))))
      }
      try take(fields, row)
    }
  }
}
