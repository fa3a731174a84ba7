import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite struct DatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.url.appending(path: "x.db").path(percentEncoded: false) }

  init() throws { folder = try TemporaryFolder() }

  private func numbers(
    _ database: borrowing Database, _ text: String, _ values: [Database.Value] = []
  ) throws -> [Int64] {
    var rows = try database.rows(text, values)
    var numbers: [Int64] = []
    while try rows.next() { numbers.append(rows.row.integer(0)) }
    return numbers
  }

  @Test func `what was written is read, values bound in order`() throws {
    let database = try Database(path: path, .writing, patience: 100)
    try database.run(script: "CREATE TABLE t(a INTEGER, b TEXT, c BLOB); INSERT INTO t VALUES (1, 'x', x'00')")
    var insert = try database.rows("INSERT INTO t VALUES (?, ?, ?)", [.integer(7), .text("a'\u{0}é"), .null])
    #expect(try !insert.next())
    #expect(database.changes == 1 && database.lastInserted == 2)
    var rows = try database.rows("SELECT a, b, c FROM t ORDER BY a")
    #expect(rows.names == ["a", "b", "c"])
    #expect(try rows.next())
    #expect(rows.row.isBlob(2) && rows.row.text(1) == "x")
    #expect(try rows.next())
    #expect(rows.row.integer(0) == 7 && rows.row.isNull(2) && rows.row.text(2) == nil && rows.row.utf8(2).isEmpty)
    #expect(rows.row.text(1) == "a'\u{0}é")
    #expect(try !rows.next())
  }

  @Test func `a statement may run inside another of the same text, and again`() throws {
    let database = try Database(path: path, .writing, patience: 100)
    try database.run(script: "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
    let text = "SELECT a FROM t WHERE a >= ? ORDER BY a"
    var outer = try database.rows(text, [.integer(1)])
    #expect(try outer.next())
    #expect(try numbers(database, text, [.integer(2)]) == [2])
    #expect(try outer.next())
    #expect(outer.row.integer(0) == 2)
    #expect(try numbers(database, text, [.integer(0)]) == [1, 2])
    #expect(try numbers(database, "-- nothing") == [])
  }

  @Test func `a statement ends when it is asked to, and the next is not`() throws {
    let database = try Database(path: path, .writing, patience: 100)
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c WHERE x < 0"
    var questions = 0
    let goesOn = {
      questions += 1
      return questions < 3
    }
    do {
      _ = try database.asking(goesOn) { try numbers(database, endless) }
      Issue.record("it should have ended")
    } catch let fault as DatabaseError {
      #expect(fault.kind == .interrupted)
    }
    #expect(questions == 3)
    #expect(try numbers(database, "SELECT 7") == [7])
  }

  @Test func `what is wrong is told by its kind`() throws {
    func kind(_ body: () throws -> Void) -> DatabaseError.Kind? {
      do { try body() } catch { return (error as? DatabaseError)?.kind }
      return nil
    }
    #expect(kind { _ = try Database(path: path, .reading, patience: 0) } == .cannotOpen)
    try Data("no database at all, but long enough".utf8).write(to: URL(filePath: path))
    #expect(kind { _ = try numbers(Database(path: path, .reading, patience: 0), "SELECT 1 FROM t") } == .corrupt)
    let other = folder.url.appending(path: "y.db").path(percentEncoded: false)
    try Database(path: other, .writing, patience: 0).run(
      script: "CREATE TABLE t(a); INSERT INTO t VALUES ('0123456789')")
    #expect(kind { try Database(path: other, .reading, patience: 0).run(script: "DELETE FROM t") } == .readOnly)
    let short = try Database(path: other, .reading, patience: 0, longest: 100)
    #expect(kind { _ = try numbers(short, "SELECT zeroblob(1000)") } == .tooLong)
    #expect(kind { _ = try numbers(short, "SELECT b FROM t") } == .other)
  }
}
