/// A word as it was written, and what it can be read as.
///
/// A word has no type of its own: `3` may be a number, a label or a layer's name, and the command that receives it
/// decides. So each reading is a question, answered with nil when the word does not spell such a thing.
public struct Word: Sendable, Hashable {
  /// The word as written.
  public let text: String

  /// Takes a word.
  public init(_ text: String) { self.text = text }

  /// Whether a text is one word as it is, and needs no quotes.
  public static func isWord(_ text: String) -> Bool {
    var lexer = Lexer(Source(text))
    let token = lexer.next()
    return token.kind == .word && token.span == Span(0, text.utf8.count) && !lexer.hasContinued
  }

  /// The whole number it spells: `50`, `-3`, and also `1e3` or `50.0`, which are whole. Nil beyond 64 bits.
  public var integer: Int? {
    switch NumberSyntax(text[...]) {
    case .integer: return Int(text)
    case .decimal:
      // Beyond 2^53 a decimal no longer tells neighbouring whole numbers apart.
      guard let decimal = Double(text), (-0x1p53...0x1p53).contains(decimal) else { return nil }
      let whole = Int(decimal)
      return Double(whole) == decimal ? whole : nil
    case nil: return nil
    }
  }

  /// The number it spells: an integer, a decimal such as `1e-4`, a fraction such as `1/255`, a percentage such as
  /// `80%` (0.8). Always finite: what is too large for a `Double`, divided by zero, or written `inf` or `nan` is none.
  public var decimal: Double? { Self.number(text[...]) ?? fraction ?? percentage }

  /// The value of a fraction, `1/255`; nil if it is not written as one.
  public var fraction: Double? {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
      let upper = Self.number(text[..<slash]),
      let lower = Self.number(text[text.utf8.index(after: slash)...])
    else { return nil }
    return (upper / lower).finite
  }

  /// The value of a percentage, `80%` (0.8); nil if it is not written as one.
  public var percentage: Double? {
    guard text.utf8.last == UInt8(ascii: "%") else { return nil }
    return Self.number(text[..<text.utf8.index(before: text.endIndex)]).map { $0 / 100 }
  }

  private static func number(_ text: Substring) -> Double? {
    NumberSyntax(text) == nil ? nil : Double(text)?.finite
  }

  /// The truth value it spells: `true`, `false`, or Python's `True`, `False`.
  public var bool: Bool? {
    switch text {
    case "true", "True": true
    case "false", "False": false
    default: nil
    }
  }

  /// Whether it spells the absence of a value: `none`, Python's `None`, Julia's `nothing`.
  public var isNone: Bool { text == "none" || text == "None" || text == "nothing" }

  /// The name it spells: `sgd`, `✊`, `fire2/squeeze1x1`. Nil for numbers, truth values and none.
  public var symbol: String? { decimal == nil && bool == nil && !isNone ? text : nil }

  /// The names between its dots: `hands.train` is `["hands", "train"]`, `hands` is `["hands"]`. Nil where a name is
  /// missing (`.train`), and for numbers, truth values and none.
  public var path: [String]? {
    let names = symbol?.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return names.flatMap { $0.contains("") ? nil : $0 }
  }
}

/// How the digits of a number are laid out; everything else is no number.
private enum NumberSyntax {
  /// An optional sign and digits.
  case integer
  /// An optional sign, digits with a point among, before or behind them, and perhaps an exponent.
  case decimal

  init?(_ text: Substring) {
    var rest = text.utf8
    rest.skipSign()
    var digits = rest.skipDigits()
    var isInteger = true
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += rest.skipDigits()
      isInteger = false
    }
    guard digits > 0 else { return nil }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      rest.skipSign()
      guard rest.skipDigits() > 0 else { return nil }
      isInteger = false
    }
    guard rest.isEmpty else { return nil }
    self = isInteger ? .integer : .decimal
  }
}

extension Substring.UTF8View {
  fileprivate mutating func skipSign() {
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { removeFirst() }
  }

  fileprivate mutating func skipDigits() -> Int {
    let rest = drop(while: \.isDigit)
    defer { self = rest }
    return count - rest.count
  }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}
