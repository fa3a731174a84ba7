internal import Databases
public import Foundation

/// One training, as it is remembered.
public struct Run: Sendable, Equatable {
  /// How a training ended, or that it has not.
  public enum State: String, Sendable, CaseIterable {
    /// It is going on; or the process ended in its midst.
    case running
    /// It was interrupted and can go on.
    case paused
    /// It has done what was asked.
    case finished
    /// It could not go on.
    case failed
  }

  /// Its number, from 1, in the order of beginning.
  public let id: Int64
  /// What it was begun with.
  public let start: RunStart
  /// How it stands.
  public let state: State
  /// When it began and ended, to the millisecond.
  public let started: Date, ended: Date?
}

/// What a training is begun with: everything that is needed to do it again.
public struct RunStart: Sendable, Equatable {
  /// The session that began it.
  public var session: Int?
  /// The model's name.
  public var model: String
  /// The command that began it.
  public var command: String
  /// Its settings, as JSON.
  public var settings: String
  /// The seed everything was drawn from.
  public var seed: UInt64
  /// What identifies the data.
  public var fingerprint: String
  /// The version of the engine.
  public var engine: String
  /// Where it was begun: a folder, or a notebook in it.
  public var place: String
  /// Whatever else belongs to it, as JSON.
  public var details: String

  /// Describes the beginning of a training.
  public init(
    session: Int? = nil, model: String, command: String, settings: String, seed: UInt64, fingerprint: String,
    engine: String, place: String = "", details: String = "{}"
  ) {
    self.session = session
    self.model = model
    self.command = command
    self.settings = settings
    self.seed = seed
    self.fingerprint = fingerprint
    self.engine = engine
    self.place = place
    self.details = details
  }
}

/// One epoch of a run: its number and its record as JSON.
public struct StoredEpoch: Sendable, Equatable {
  /// The epoch's number.
  public var epoch: Int
  /// What is known of it, as JSON.
  public var record: String

  /// Pairs an epoch with its record.
  public init(epoch: Int, record: String) {
    self.epoch = epoch
    self.record = record
  }
}

/// The trainings of a store, and their epochs.
public struct TrainingTable: Sendable {
  let store: RunStore

  /// Begins a run and gives its number.
  public func begin(_ start: RunStart, at date: Date = Date()) throws(StoreError) -> Int64 {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute(
        """
        INSERT INTO runs (session, model, command, settings, seed, fingerprint, engine, state, started, place, details)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'running', ?, ?, ?)
        """,
        start.session.map { .integer(Int64($0)) } ?? .null, .text(start.model), .text(start.command),
        .text(start.settings), .integer(Int64(bitPattern: start.seed)), .text(start.fingerprint),
        .text(start.engine), .date(date), .text(start.place), .text(start.details))
      return connection.lastInserted
    }
  }

  /// Adds epochs to a run, all or none; an epoch with the same number is replaced.
  public func append(_ epochs: [StoredEpoch], to run: Int64) throws(StoreError) {
    try store.withConnection { connection throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        for epoch in epochs {
          try connection.execute(
            "INSERT OR REPLACE INTO epochs (run, epoch, record) VALUES (?, ?, ?)",
            .integer(run), .integer(Int64(epoch.epoch)), .text(epoch.record))
        }
      }
    }
  }

  /// Says how a run stands now; any state but `running` also ends it. False where there is no such run.
  @discardableResult
  public func set(_ state: Run.State, of run: Int64, at date: Date = Date()) throws(StoreError) -> Bool {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute(
        "UPDATE runs SET state = ?, ended = ? WHERE id = ?", .text(state.rawValue),
        state == .running ? .null : .date(date), .integer(run))
      return connection.changes == 1
    }
  }

  /// Replaces whatever else belongs to a run; what it is begun with stays.
  public func set(details: String, of run: Int64) throws(StoreError) {
    try store.withConnection { connection throws(StoreError) in
      try connection.execute("UPDATE runs SET details = ? WHERE id = ?", .text(details), .integer(run))
    }
  }

  /// The last runs, of one model or of all, of one place or of all, oldest first.
  public func runs(
    of model: String? = nil, in place: String? = nil, last count: Int? = nil
  ) throws(StoreError) -> [Run] {
    let conditions = [model.map { ("model", $0) }, place.map { ("place", $0) }].compactMap { $0 }
    let clause = conditions.map { "\($0.0) = ?" }.joined(separator: " AND ")
    return try runs(
      "\(clause.isEmpty ? "" : "WHERE \(clause)") ORDER BY id DESC", conditions.map { .text($0.1) },
      atMost: max(0, count ?? .max)
    ).reversed()
  }

  /// The run of a number; nil where there is none.
  public func run(_ id: Int64) throws(StoreError) -> Run? {
    try runs("WHERE id = ?", [.integer(id)], atMost: 1).first
  }

  /// The epochs of a run, in order.
  public func epochs(of run: Int64) throws(StoreError) -> [StoredEpoch] {
    try store.withConnection { connection throws(StoreError) in
      try connection.rows(
        "SELECT epoch, record FROM epochs WHERE run = ? ORDER BY epoch", [.integer(run)], atMost: .max
      ) { row in
        row.text(1).map { StoredEpoch(epoch: Int(row.integer(0)), record: $0) }
      }
    }
  }

  private func runs(
    _ clauses: String, _ values: [Connection.Value], atMost count: Int
  ) throws(StoreError) -> [Run] {
    try store.withConnection { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT id, session, model, command, settings, seed, fingerprint, engine, state, started, ended,
          place, details
        FROM runs \(clauses)
        """, values, atMost: count, read: Run.init)
    }
  }
}

extension RunStore {
  /// The trainings and their epochs.
  public var trainings: TrainingTable { TrainingTable(store: self) }
}

extension Run {
  /// Reads a row of the table; nil where it holds what no version writes.
  fileprivate init?(_ row: borrowing Row) {
    guard let model = row.text(2), let command = row.text(3), let settings = row.text(4),
      let fingerprint = row.text(6), let engine = row.text(7), let state = row.text(8).flatMap(State.init),
      let place = row.text(11), let details = row.text(12)
    else { return nil }
    self.init(
      id: row.integer(0),
      start: RunStart(
        session: row.isNull(1) ? nil : Int(row.integer(1)), model: model, command: command, settings: settings,
        seed: UInt64(bitPattern: row.integer(5)), fingerprint: fingerprint, engine: engine, place: place,
        details: details),
      state: state, started: row.date(9), ended: row.isNull(10) ? nil : row.date(10))
  }
}
