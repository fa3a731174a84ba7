import Databases
import Foundation
import Testing

@testable import RunStore

@Suite struct RowScanTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The rows of each table, by scanning the file.
  private func scanned(_ path: String) throws -> [String: [[Connection.Value]]] {
    var found: [String: [[Connection.Value]]] = [:]
    try RowScan(file: PageFile(path: path)).rows { row, isNumbered in
      let fits = RecoveredTable.all.compactMap { table in
        table.values(of: row, isNumbered: isNumbered).map { (table.name, $0) }
      }
      #expect(fits.count <= 1, "\(row)")
      for (name, values) in fits { found[name, default: []].append(values) }
    }
    return found
  }

  /// The rows of a table, by SQLite.
  private func selected(_ table: RecoveredTable, _ store: RunStore) throws -> [[Connection.Value]] {
    try store.withConnection { connection throws(StoreError) in
      try connection.rows("SELECT * FROM \(table.name)", [], atMost: .max) { row in
        table.columns.indices.map { column -> Connection.Value in
          guard !row.isNull(Int32(column)) else { return .null }
          switch table.columns[column].holds {
          case .text, .optionalText: return .text(row.text(Int32(column)) ?? "")
          default: return .integer(row.integer(Int32(column)))
          }
        }
      }
    }
  }

  @Test(arguments: [true, false]) func `a whole file gives every row that SQLite gives`(isClosed: Bool) throws {
    let sample = SampleStore(folder: folder.url)
    // With another connection open the rows stay in the log.
    let open = isClosed ? nil : try RunStore.open(folder: folder.url)
    try sample.fill()
    let found = try scanned(sample.path)
    #expect(FileManager.default.fileExists(atPath: sample.path + "-wal") != isClosed)
    let store = try open ?? RunStore.open(folder: folder.url)
    for table in RecoveredTable.all {
      let rows = try selected(table, store)
      #expect(rows.count >= 3, "\(table.name)")
      #expect(Set(rows.map { "\($0)" }) == Set((found[table.name] ?? []).map { "\($0)" }), "\(table.name)")
      #expect(rows.count == found[table.name]?.count, "\(table.name)")
    }
  }

  @Test func `the tables are those of the schema`() throws {
    let store = try RunStore.open(folder: folder.url)
    try store.withConnection { connection throws(StoreError) in
      let names = try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", [], atMost: .max
      ) { $0.text(0) }
      #expect(Set(names) == Set(RecoveredTable.all.map(\.name)))
      for table in RecoveredTable.all {
        let columns = try connection.rows("PRAGMA table_info(\(table.name))", [], atMost: .max) { $0.text(1) }
        #expect(columns == table.columns.map(\.name))
      }
    }
  }

  @Test func `rows of an earlier version are recovered without the columns it did not have`() throws {
    let store = try RunStore(folder: folder.url, schema: Schema(steps: Array(Schema.current.steps.prefix(1))))
    try store.withConnection { connection throws(StoreError) in
      try connection.run(
        script: """
          INSERT INTO runs (model, command, settings, seed, fingerprint, engine, state, started)
            VALUES ('hand', 'train', '{}', -5, 'f', 'e', 'finished', 1000);
          """)
    }
    let rows = try scanned(folder.file("whet.sqlite").path)["runs"]
    #expect(
      rows == [
        [
          .integer(1), .null, .text("hand"), .text("train"), .text("{}"), .integer(-5), .text("f"), .text("e"),
          .text("finished"), .integer(1000), .null,
        ]
      ])
  }
}
