/// Where cells are remembered, for `history_request`.
///
/// All functions are called from one thread. A store that cannot be read or written answers with nothing: a broken
/// history must not break a cell.
public protocol HistoryStore: AnyObject, Sendable {
  /// Remembers the text of a cell of this session, before it runs.
  func recordInput(_ source: String, line: Int)

  /// Remembers the plain text of that cell's result.
  func recordOutput(_ output: String, line: Int)

  /// The last `count` entries of all sessions, oldest first.
  func tail(_ count: Int) -> [HistoryEntry]

  /// Entries of one session: lines `start ..< stop`, or to the end when `stop` is `nil`. Session 0 is the current one,
  /// a negative one is counted back from it.
  func range(session: Int, start: Int, stop: Int?) -> [HistoryEntry]

  /// The last `count` entries (all when `nil`) whose source matches a pattern in which `*` stands for any text and `?`
  /// for any character, oldest first; with `unique`, of equal sources only the newest.
  func search(pattern: String, count: Int?, unique: Bool) -> [HistoryEntry]
}

/// A remembered cell.
public struct HistoryEntry: Sendable, Equatable {
  /// The session it was run in, counted from 1.
  public var session: Int
  /// Its number in that session.
  public var line: Int
  /// Its text.
  public var source: String
  /// The plain text of its result, if it had one.
  public var output: String?

  /// A remembered cell.
  public init(session: Int, line: Int, source: String, output: String? = nil) {
    self.session = session
    self.line = line
    self.source = source
    self.output = output
  }
}
