import Databases
import Foundation
import Testing

@testable import RunStore

@Suite struct ConnectionTests {
  private static func numbers(_ connection: borrowing Connection) throws -> [Int64] {
    try connection.rows("SELECT n FROM t ORDER BY n", [], atMost: .max) { $0.integer(0) }
  }

  private static func withTable(_ body: (borrowing Connection, String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.sqlite").path(percentEncoded: false)
    let connection = try Connection(path: path)
    try connection.run(script: "PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER UNIQUE NOT NULL, s TEXT)")
    try body(connection, path)
    #expect(folder.files.contains("a.sqlite"))
  }

  @Test func `a statement that is kept takes other values each time, and none of the last ones`() throws {
    try Self.withTable { connection, _ in
      for number in Int64(1)...3 {
        try connection.execute("INSERT INTO t VALUES (?, ?)", .integer(number), .text("text \(number)"))
      }
      try connection.execute("INSERT INTO t VALUES (?, ?)", .integer(4))
      let texts = try connection.rows("SELECT s FROM t ORDER BY n", [], atMost: .max) { $0.text(0) ?? "nothing" }
      #expect(texts == ["text 1", "text 2", "text 3", "nothing"])
      #expect(try Self.numbers(connection) == [1, 2, 3, 4])
      try connection.execute("INSERT INTO t VALUES (?, ?)", .integer(5))
      #expect(try Self.numbers(connection) == [1, 2, 3, 4, 5])
    }
  }

  @Test func `a statement that failed runs again`() throws {
    try Self.withTable { connection, _ in
      for number in [Int64(1), 1, 2] {
        try? connection.execute("INSERT INTO t VALUES (?, NULL)", .integer(number))
      }
      #expect(throws: StoreError.self) { try connection.execute("INSERT INTO t VALUES (?, NULL)", .integer(2)) }
      try connection.execute("INSERT INTO t VALUES (?, NULL)", .integer(3))
      #expect(try Self.numbers(connection) == [1, 2, 3])
    }
  }

  @Test func `a statement may be run while its rows are read`() throws {
    try Self.withTable { connection, _ in
      for number in Int64(1)...3 { try connection.execute("INSERT INTO t VALUES (?, NULL)", .integer(number)) }
      var pairs: [[Int64]] = []
      _ = try connection.rows("SELECT n FROM t ORDER BY n", [], atMost: .max) { row in
        let outer = row.integer(0)
        for inner in (try? Self.numbers(connection)) ?? [] { pairs.append([outer, inner]) }
        return true
      }
      #expect(pairs == (1...3).flatMap { outer in (1...3).map { [outer, $0] } })
    }
  }

  @Test func `rows that are not read hold up nobody, and a table made anew is another one`() throws {
    try Self.withTable { connection, path in
      for number in Int64(1)...3 { try connection.execute("INSERT INTO t VALUES (?, NULL)", .integer(number)) }
      #expect(try connection.rows("SELECT n FROM t ORDER BY n", [], atMost: 1) { $0.integer(0) } == [1])
      let other = try Connection(path: path)
      try other.run(script: "DROP TABLE t; CREATE TABLE t (s TEXT, n INTEGER); INSERT INTO t VALUES ('x', 7)")
      #expect(try connection.rows("SELECT n FROM t ORDER BY n", [], atMost: 1) { $0.integer(0) } == [7])
      try other.run(script: "DROP TABLE t")
      #expect(throws: StoreError.self) { try Self.numbers(connection) }
    }
  }

  @Test func `more statements than are kept all run`() throws {
    try Self.withTable { connection, _ in
      for number in 1...200 { try connection.execute("INSERT INTO t VALUES (\(number), NULL)") }
      #expect(try Self.numbers(connection) == Array(1...200))
    }
  }
}
