/// Writes JSON without blanks, in UTF-8. The same value gives the same bytes.
public struct JSONWriter {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []

  /// A writer with nothing written.
  public init() {}

  /// The bytes of one value.
  public static func write(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.append(value)
    return writer.bytes
  }

  /// The bytes of one object.
  public static func write(_ object: JSONObject) -> [UInt8] {
    if object.isEmpty { return [UInt8(ascii: "{"), UInt8(ascii: "}")] }
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(256)
    writer.append(object)
    return writer.bytes
  }

  /// Appends a value.
  public mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append(raw: "null")
    case .bool(let truth): append(raw: truth ? "true" : "false")
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let number): append(number)
    case .string(let text): append(text)
    case .array(let values): append(values)
    case .object(let object): append(object)
    }
  }

  private mutating func append(_ number: Double) {
    guard number.isFinite else { return append(raw: "null") }
    bytes.append(contentsOf: number.description.utf8)
  }

  private mutating func append(_ values: [JSONValue]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(value)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends an object.
  public mutating func append(_ object: JSONObject) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(member.name)
      bytes.append(UInt8(ascii: ":"))
      append(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a text in quotes, with `"`, `\` and control characters escaped.
  public mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var plain = 0
      for (index, byte) in utf8.enumerated() where Self.needsEscape(byte) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain..<index]))
        append(escaped: byte)
        plain = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case 0x0A: append(raw: "\\n")
    case 0x0D: append(raw: "\\r")
    case 0x09: append(raw: "\\t")
    case UInt8(ascii: "\""): append(raw: "\\\"")
    case UInt8(ascii: "\\"): append(raw: "\\\\")
    default:
      append(raw: "\\u00")
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  private mutating func append(raw text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
