/// A question what was run before (messaging specification, "History").
public struct HistoryRequest: Sendable, Equatable {
  /// Which of the remembered cells.
  public enum Access: Sendable, Equatable {
    /// The last so many.
    case tail(count: Int)
    /// Lines `start ..< stop` of a session, to its end without `stop`. Session 0 is the current one, negative ones are
    /// counted back from it.
    case range(session: Int, start: Int, stop: Int?)
    /// Those whose text matches a pattern of `*` and `?`; the last so many, or all; each text once with `unique`.
    case search(pattern: String, count: Int?, unique: Bool)
  }

  /// Which of the remembered cells.
  public var access: Access
  /// Whether their results are wanted too.
  public var wantsOutput: Bool

  init(_ fields: Fields) throws(RequestError) {
    wantsOutput = try fields.bool("output", default: false)
    switch try fields.string("hist_access_type", default: "tail") {
    case "tail": access = .tail(count: max(try fields.integer("n", default: 10), 0))
    case "range":
      access = .range(
        session: try fields.integer("session", default: 0), start: try fields.integer("start", default: 1),
        stop: try fields.optionalInteger("stop"))
    case "search":
      access = .search(
        pattern: try fields.string("pattern", default: "*"),
        count: try fields.optionalInteger("n").map { max($0, 0) }, unique: try fields.bool("unique", default: false))
    case let other: throw .unknownValue(field: "hist_access_type", value: other)
    }
  }
}
