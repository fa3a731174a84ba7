/// A JSON document, or a piece of one (RFC 8259).
///
/// Whole numbers that fit 64 bits stay whole; every other number is a `Double`.
public enum JSONValue: Sendable, Equatable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent.
  case integer(Int)
  /// Any other number. Infinities and NaN have no JSON form and are written as `null`.
  case number(Double)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSONValue])
  /// Names and their values, in the order they were written.
  case object(JSONObject)

  /// The text, if this is one.
  public var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The truth value, if this is one.
  public var boolValue: Bool? {
    guard case .bool(let truth) = self else { return nil }
    return truth
  }

  /// The whole number, if this is one; a number such as `3.0` counts as whole.
  public var integerValue: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The members, if this is a list.
  public var arrayValue: [JSONValue]? {
    guard case .array(let values) = self else { return nil }
    return values
  }

  /// The object, if this is one.
  public var objectValue: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// The literal `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
