/// A question what could stand at the cursor (messaging specification, "Completion").
public struct CompleteRequest: Sendable, Equatable {
  /// The text of the cell.
  public var code: String
  /// The place of the cursor in Unicode code points from the start, between 0 and the length of the code.
  public var cursor: Int

  init(_ fields: Fields) throws(RequestError) {
    code = try fields.string("code")
    cursor = try fields.cursor(in: code)
  }
}

/// A question about the word at the cursor (messaging specification, "Introspection").
public struct InspectRequest: Sendable, Equatable {
  /// The text of the cell.
  public var code: String
  /// The place of the cursor in Unicode code points from the start, between 0 and the length of the code.
  public var cursor: Int
  /// How much to tell: 0, or 1 for more.
  public var detail: Int

  init(_ fields: Fields) throws(RequestError) {
    code = try fields.string("code")
    cursor = try fields.cursor(in: code)
    detail = min(max(try fields.integer("detail_level", default: 0), 0), 1)
  }
}

extension Fields {
  /// The cursor, moved into the code where it lies outside; without one, the end of the code.
  func cursor(in code: String) throws(RequestError) -> Int {
    let length = code.unicodeScalars.count
    return min(max(try integer("cursor_pos", default: length), 0), length)
  }
}
