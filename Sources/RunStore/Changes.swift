internal import Databases
public import Foundation

/// A statement that changed files, as it is remembered.
public struct Change: Sendable, Equatable {
  /// How far it is.
  public enum State: String, Sendable, CaseIterable {
    /// It is being made; or its session ended in the midst of it.
    case begun
    /// It is made.
    case done
    /// It is being taken back.
    case undoing
    /// It was taken back, and can be made again.
    case undone
    /// It is being made again.
    case redoing
  }

  /// Its number, in the order of beginning.
  public let id: Int64
  /// The session that made it, by the name of its mark.
  public let session: String
  /// The folder the session worked in.
  public let place: String
  /// The statement, as typed.
  public let statement: String
  /// What it did, as a sentence's end: "8FDEEF3B….jpg was removed from hands.train".
  public let told: String
  /// How far it is.
  public let state: State
  /// When it was begun.
  public let date: Date
  /// What it does to files, in order.
  public let files: [FileChange]
}

/// Who needs which stored content.
extension RunStore {
  /// Says that stored content is needed, by something such as "change 12" or "run 7", until it is released. Call it
  /// within an hour of `ContentStore.put`.
  public func hold(_ hashes: [ContentHash], for holder: String) throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        for hash in hashes {
          try connection.execute(
            "INSERT OR IGNORE INTO holdings (holder, hash) VALUES (?, ?)", .text(holder), .text(hash.description))
        }
      }
    }
  }

  /// Says that something needs no stored content any more.
  public func release(heldFor holder: String) throws(StoreError) {
    try withConnection { connection throws(StoreError) in
      try connection.execute("DELETE FROM holdings WHERE holder = ?", .text(holder))
    }
  }

  /// All stored content that somebody needs.
  ///
  /// - Throws: `StoreError`; `corrupt` where a digest cannot be read, for what it stands for is needed, too.
  public func held() throws(StoreError) -> Set<ContentHash> {
    try withConnection { connection throws(StoreError) in
      var isWhole = true
      let held = try connection.rows("SELECT DISTINCT hash FROM holdings", [], atMost: .max) { row in
        let hash = row.text(0).flatMap { ContentHash($0) }
        if hash == nil { isWhole = false }
        return hash
      }
      guard isWhole else { throw StoreError.corrupt(path: connection.path) }
      return Set(held)
    }
  }
}

/// The statements of a store that changed files.
struct ChangeTable: Sendable {
  let store: RunStore

  /// Writes down a change that is about to be made, brought to the disk before this returns.
  func begin(
    _ files: [FileChange], _ statement: String, told: String, session: String, place: String, at date: Date
  ) throws(StoreError) -> Int64 {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Paths, digests and nothing else: this cannot fail.
    let text = (try? encoder.encode(files)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    return try store.withConnection { connection throws(StoreError) in
      try connection.run(script: "PRAGMA synchronous = FULL")
      defer { try? connection.run(script: "PRAGMA synchronous = NORMAL") }
      return try connection.transaction { () throws(StoreError) in
        try connection.execute(
          """
          INSERT INTO changes (session, place, statement, told, state, started, files)
          VALUES (?, ?, ?, ?, 'begun', ?, ?)
          """, .text(session), .text(place), .text(statement), .text(told), .date(date), .text(text))
        let id = connection.lastInserted
        for hash in files.flatMap(\.contents) {
          try connection.execute(
            "INSERT OR IGNORE INTO holdings (holder, hash) VALUES (?, ?)", .text("change \(id)"),
            .text(hash.description))
        }
        return id
      }
    }
  }

  /// Says how far a change is. False where it was not in the state it is taken for: somebody else was faster.
  func set(
    _ state: Change.State, of change: Int64, from earlier: Change.State, session: String
  ) throws(StoreError) -> Bool {
    try store.withConnection { connection throws(StoreError) in
      try connection.run(script: "PRAGMA synchronous = FULL")
      defer { try? connection.run(script: "PRAGMA synchronous = NORMAL") }
      try connection.execute(
        "UPDATE changes SET state = ?, session = ? WHERE id = ? AND state = ?", .text(state.rawValue), .text(session),
        .integer(change), .text(earlier.rawValue))
      return connection.changes == 1
    }
  }

  /// Gives an ended session's change to another. False where somebody else was faster.
  func claim(_ change: Change, by session: String) throws(StoreError) -> Bool {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute(
        "UPDATE changes SET session = ? WHERE id = ? AND session = ?", .text(session), .integer(change.id),
        .text(change.session))
      return connection.changes == 1
    }
  }

  /// Forgets a change, and lets go of what it holds.
  func forget(_ change: Int64) throws(StoreError) {
    try store.withConnection { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        try connection.execute("DELETE FROM changes WHERE id = ?", .integer(change))
        try connection.execute("DELETE FROM holdings WHERE holder = ?", .text("change \(change)"))
      }
    }
  }

  /// The changes in some states, newest first; of one place or of all.
  func changes(
    _ states: [Change.State], place: String? = nil, atMost count: Int = .max
  ) throws(StoreError) -> [Change] {
    let marks = Array(repeating: "?", count: states.count).joined(separator: ", ")
    return try store.withConnection { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT id, session, place, statement, told, state, started, files FROM changes
        WHERE state IN (\(marks)) \(place == nil ? "" : "AND place = ?") ORDER BY id DESC
        """, states.map { .text($0.rawValue) } + (place.map { [.text($0)] } ?? []), atMost: count, read: Change.init)
    }
  }

  /// The change of a number; nil where there is none.
  func change(_ id: Int64) throws(StoreError) -> Change? {
    try store.withConnection { connection throws(StoreError) in
      try connection.rows(
        "SELECT id, session, place, statement, told, state, started, files FROM changes WHERE id = ?", [.integer(id)],
        atMost: 1, read: Change.init
      ).first
    }
  }
}

extension RunStore {
  /// The statements that changed files.
  var fileChanges: ChangeTable { ChangeTable(store: self) }
}

extension Change {
  /// Reads a row of the table; nil where it holds what no version writes.
  fileprivate init?(_ row: borrowing Row) {
    guard let session = row.text(1), let place = row.text(2), let statement = row.text(3), let told = row.text(4),
      let state = row.text(5).flatMap(State.init), let files = row.text(7),
      let changes = try? JSONDecoder().decode([FileChange].self, from: Data(files.utf8))
    else { return nil }
    self.init(
      id: row.integer(0), session: session, place: place, statement: statement, told: told, state: state,
      date: row.date(6), files: changes)
  }
}
