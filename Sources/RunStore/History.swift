internal import Databases
import Files
public import Foundation

/// One command of one session, as Jupyter's history knows it.
public struct HistoryEntry: Sendable, Equatable {
  /// The session, counted from 1.
  public let session: Int
  /// The command's number within the session, from 1 (Jupyter's execution count).
  public let line: Int
  /// What was typed.
  public let source: String
  /// What it answered as text, where that was recorded and asked for.
  public let output: String?

  /// Describes a command.
  public init(session: Int, line: Int, source: String, output: String? = nil) {
    self.session = session
    self.line = line
    self.source = source
    self.output = output
  }
}

/// The command history of a store, and the three ways in which Jupyter's `history_request` asks for it.
public struct HistoryTable: Sendable {
  let store: RunStore

  /// Begins a session; its number belongs to this process alone.
  public func beginSession(at date: Date = Date()) throws(StoreError) -> Int {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute("INSERT INTO sessions (started) VALUES (?)", .date(date))
      return Int(connection.lastInserted)
    }
  }

  /// Records a command of a session that was begun; one with the same number is replaced.
  public func record(_ entry: HistoryEntry) throws(StoreError) {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute(
        """
        INSERT INTO commands (session, line, source, output) VALUES (?, ?, ?, ?)
        ON CONFLICT (session, line) DO UPDATE SET source = excluded.source, output = excluded.output
        """,
        .integer(Int64(entry.session)), .integer(Int64(entry.line)), .text(entry.source), .optional(entry.output))
    }
  }

  /// Records what a command answered, once it is known; nothing happens where no such command was recorded.
  public func recordOutput(_ output: String, session: Int, line: Int) throws(StoreError) {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute(
        "UPDATE commands SET output = ? WHERE session = ? AND line = ?", .text(output), .integer(Int64(session)),
        .integer(Int64(line)))
    }
  }

  /// The last commands of all sessions, oldest first (`hist_access_type: "tail"`).
  public func tail(_ count: Int, output: Bool = false) throws(StoreError) -> [HistoryEntry] {
    try entries("ORDER BY session DESC, line DESC", [], atMost: max(0, count), output: output).reversed()
  }

  /// Commands of one session by number, from `start` up to but not including `stop` (`hist_access_type: "range"`).
  ///
  /// As in IPython a session of 0 is the current one, a negative one counts backwards from it, and without a stop all
  /// that follow come.
  public func range(
    session: Int, current: Int, start: Int, stop: Int?, output: Bool = false
  ) throws(StoreError) -> [HistoryEntry] {
    let (counted, overflow) = current.addingReportingOverflow(session)
    let number = session > 0 ? session : overflow ? 0 : counted
    return try entries(
      "WHERE session = ? AND line >= ? AND line < ? ORDER BY line",
      [.integer(Int64(number)), .integer(Int64(start)), .integer(Int64(stop ?? Int.max))], atMost: .max,
      output: output)
  }

  /// The last commands that fit a pattern, oldest first (`hist_access_type: "search"`).
  ///
  /// The pattern is matched with the whole source, with `*`, `?` and `[…]`, case for case. With `unique` only the last
  /// of several equal sources comes. Without a count all come.
  public func search(
    _ pattern: String, count: Int? = nil, unique: Bool = false, output: Bool = false
  ) throws(StoreError) -> [HistoryEntry] {
    let glob = Glob(pattern)
    var seen: Set<String> = []
    return try entries(
      "ORDER BY session DESC, line DESC", [], atMost: max(0, count ?? .max), output: output,
      where: { glob.matches($0) && (!unique || seen.insert($0).inserted) }
    ).reversed()
  }

  private func entries(
    _ clauses: String, _ values: [Connection.Value], atMost count: Int, output: Bool,
    where isWanted: (String) -> Bool = { _ in true }
  ) throws(StoreError) -> [HistoryEntry] {
    try store.withConnection { connection throws(StoreError) in
      try connection.rows("SELECT session, line, source, output FROM commands \(clauses)", values, atMost: count) {
        row in
        guard let source = row.text(2), isWanted(source) else { return nil }
        return HistoryEntry(
          session: Int(row.integer(0)), line: Int(row.integer(1)), source: source, output: output ? row.text(3) : nil)
      }
    }
  }
}

extension RunStore {
  /// The command history.
  public var history: HistoryTable { HistoryTable(store: self) }
}

extension Connection.Value {
  /// A point in time, in whole milliseconds since 1970.
  static func date(_ date: Date) -> Connection.Value {
    .integer(Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0)
  }
}

extension Row {
  /// A point in time that was written by `Value.date`.
  func date(_ column: Int32) -> Date {
    Date(timeIntervalSince1970: Double(integer(column)) / 1000)
  }
}
