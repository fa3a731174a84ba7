internal import Databases
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
    var count = 0
    self = try database.asking({ progress(count) }) { () throws(TabularDataError) in
      try Self.read(database, table, request, path: url.path) {
        count = $0
        return progress($0)
      }
    }
  }

  private static func read(
    _ database: borrowing SQLiteFile, _ table: String?, _ request: TableRequest, path: String, progress: (Int) -> Bool
  ) throws(TabularDataError) -> ReadTable {
    let known = try database.tables()
    guard let name = table ?? (known.count == 1 ? known.first : nil),
      let own = known.first(where: { $0.lowercased() == name.lowercased() })
    else { throw .noSuchPart(path: path, kind: .table, wanted: table, known: known) }
    let quoted = "\"" + own.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    var rows: [[String]] = []
    let names = try database.rows("SELECT * FROM \(quoted) LIMIT 1000") { (fields, _) throws(TabularDataError) in
      rows.append(fields.map { FieldText.text(FieldText.trimmed($0)) })
    }
    let sniffed = ColumnSniffer([names] + rows, header: true, hasDecimalComma: false)
    let plan = try TablePlan(sniffed, request: request, path: path)
    var assembly = TableAssembly(plan, request: request, path: path, hasDecimalComma: false)
    _ = try database.rows("SELECT * FROM \(quoted)") { (fields, row) throws(TabularDataError) in
      try assembly.take(fields, line: row)
      if row.isMultiple(of: 256), !progress(assembly.count) { throw .stopped }
    }
    return try assembly.finish(part: own)
  }
}

/// A database that is open for reading.
private struct SQLiteFile: ~Copyable {
  private let path: String
  private let database: Database

  init(_ url: URL) throws(TabularDataError) {
    path = url.path
    // SQLite would wait for ever on a pipe.
    do throws(FileReadError) { _ = try BufferedReader(path, limit: 1 << 40) } catch { throw TabularDataError(error) }
    do throws(DatabaseError) {
      database = try Database(path: path, .reading, patience: 2_000, longest: 1 << 27)
    } catch {
      throw .database(path: path, message: error.message)
    }
  }

  /// Asks now and then, as long as the body runs, whether to go on reading.
  func asking(
    _ goesOn: () -> Bool, during body: () throws(TabularDataError) -> ReadTable
  ) throws(TabularDataError) -> ReadTable { try database.asking(goesOn, during: body) }

  /// What SQLite says is wrong.
  private func fault(_ error: DatabaseError) -> TabularDataError {
    error.kind == .interrupted ? .stopped : .database(path: path, message: error.message)
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
    var rows: Rows
    do throws(DatabaseError) { rows = try database.rows(text) } catch { throw fault(error) }
    let names = rows.names
    var (fields, count) = ([UnsafeBufferPointer<UInt8>](), 0)
    while true {
      do throws(DatabaseError) { guard try rows.next() else { return names } } catch { throw fault(error) }
      count += 1
      fields.removeAll(keepingCapacity: true)
      let row = rows.row
      for column in names.indices {
        guard !row.isBlob(Int32(column)) else { throw .blob(path: path, row: count, column: names[column]) }
        fields.append(row.utf8(Int32(column)))
      }
      try take(fields, count)
    }
  }
}
