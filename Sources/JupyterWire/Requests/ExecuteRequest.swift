/// A cell to run (messaging specification, "Execute").
public struct ExecuteRequest: Sendable, Equatable {
  /// The text of the cell.
  public var code: String
  /// Whether nothing of it should be seen.
  public var silent: Bool
  /// Whether it is counted and remembered; never when silent.
  public var storeHistory: Bool
  /// Expressions to evaluate after it, by name, in the order they came.
  public var userExpressions: [(name: String, expression: String)]
  /// Whether the front end can be asked for input.
  public var allowsStdin: Bool
  /// Whether an error in it aborts the cells waiting behind it.
  public var stopsOnError: Bool

  init(_ fields: Fields) throws(RequestError) {
    code = try fields.string("code")
    silent = try fields.bool("silent", default: false)
    storeHistory = try fields.bool("store_history", default: true) && !silent
    allowsStdin = try fields.bool("allow_stdin", default: false)
    stopsOnError = try fields.bool("stop_on_error", default: true)
    userExpressions = []
    for member in fields.object["user_expressions"]?.objectValue?.members ?? [] {
      guard let expression = member.value.stringValue else {
        throw .wrongType(field: "user_expressions.\(member.name)", expected: "string")
      }
      userExpressions.append((member.name, expression))
    }
  }

  /// Whether both ask for the same.
  public static func == (left: ExecuteRequest, right: ExecuteRequest) -> Bool {
    left.code == right.code && left.silent == right.silent && left.storeHistory == right.storeHistory
      && left.allowsStdin == right.allowsStdin && left.stopsOnError == right.stopsOnError
      && left.userExpressions.elementsEqual(right.userExpressions, by: ==)
  }
}
