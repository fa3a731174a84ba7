internal import Databases
public import Foundation

/// What a statement cost, as it is remembered.
public struct StoredCost: Sendable, Equatable {
  /// The session it ran in.
  public var session: String
  /// Where that session worked.
  public var place: String
  /// The statement, as typed.
  public var statement: String
  /// When it began, to the millisecond.
  public var started: Date
  /// What it cost, as JSON.
  public var record: String

  /// Describes a cost.
  public init(session: String, place: String, statement: String, started: Date, record: String) {
    self.session = session
    self.place = place
    self.statement = statement
    self.started = started
    self.record = record
  }
}

/// The ledger: what statements cost.
extension RunStore {
  /// How many costs of a place are remembered; older ones are forgotten.
  static let costsRemembered = 10_000

  /// Remembers a cost.
  public func add(_ cost: StoredCost) throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      try connection.execute(
        "INSERT INTO costs (session, place, statement, started, record) VALUES (?, ?, ?, ?, ?)", .text(cost.session),
        .text(cost.place), .text(cost.statement), .date(cost.started), .text(cost.record))
      guard connection.lastInserted.isMultiple(of: 1000) else { return }
      try connection.execute(
        "DELETE FROM costs WHERE id <= ?", .integer(connection.lastInserted - Int64(Self.costsRemembered)))
    }
  }

  /// The last costs of a place, of one session or of all, oldest first.
  public func costs(in place: String, session: String? = nil, last count: Int? = nil) throws(StoreError) -> [StoredCost]
  {
    try withConnection { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT session, place, statement, started, record FROM costs
        WHERE place = ? \(session == nil ? "" : "AND session = ?") ORDER BY id DESC
        """, [.text(place)] + (session.map { [.text($0)] } ?? []), atMost: max(0, count ?? .max)
      ) { row -> StoredCost? in
        guard let session = row.text(0), let place = row.text(1), let statement = row.text(2), let record = row.text(4)
        else { return nil }
        return StoredCost(session: session, place: place, statement: statement, started: row.date(3), record: record)
      }.reversed()
    }
  }
}
