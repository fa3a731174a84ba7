/// How a table in text is written.
public struct TextFormat: Sendable, Equatable {
  /// How letters are bytes.
  public enum Encoding: Sendable, Equatable {
    /// UTF-8, of which ASCII is a part.
    case utf8
    /// UTF-16 with a byte order mark.
    case utf16
    /// Windows-1252, for text that is no UTF-8.
    case windows1252
  }

  /// How letters are bytes.
  public var encoding: Encoding
  /// What stands between fields.
  public var separator: UInt8
  /// Whether a comma stands before the fractional part of a number.
  public var hasDecimalComma: Bool
  /// Whether the first line holds the columns' names.
  public var hasHeader: Bool

  /// Puts it together.
  public init(
    encoding: Encoding = .utf8, separator: UInt8 = UInt8(ascii: ","), hasDecimalComma: Bool = false,
    hasHeader: Bool = false
  ) {
    (self.encoding, self.separator) = (encoding, separator)
    (self.hasDecimalComma, self.hasHeader) = (hasDecimalComma, hasHeader)
  }
}
