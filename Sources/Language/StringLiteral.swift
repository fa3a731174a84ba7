/// Reads what stands between quotes.
///
/// Single quotes are raw. Between double quotes a backslash begins an escape: `\" \\ \n \t \r`, `\u{1F44A}`, and the
/// forms papermill writes, `\xe9`, `\u00e9`, `\U0001f44a`; two `\u` escapes that are the halves of a surrogate pair
/// (as JSON writes characters beyond U+FFFF) are one character.
struct StringLiteral {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int
  private var contents: [UInt8] = []

  /// The contents of a whole string token, quotes included in the span.
  static func contents(of span: Span, in source: Source) throws(SyntaxError) -> String {
    let quote: Character = source.bytes[span.start] == UInt8(ascii: "'") ? "'" : "\""
    return try contents(between: Span(span.start + 1, span.end - 1), quote: quote, in: source)
  }

  /// The contents of what stands behind an opening quote.
  static func contents(
    between inner: Span, quote: Character, in source: Source
  ) throws(SyntaxError) -> String {
    let isPlain = quote == "'" || !source.bytes[inner.start..<inner.end].contains(UInt8(ascii: "\\"))
    if isPlain { return source.text(between: inner) }
    var literal = StringLiteral(bytes: source.bytes, offset: inner.start, end: inner.end)
    return try literal.read()
  }

  private init(bytes: [UInt8], offset: Int, end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
  }

  private mutating func read() throws(SyntaxError) -> String {
    while offset < end {
      if bytes[offset] == UInt8(ascii: "\\") {
        contents.append(contentsOf: Array(String(Character(try escape())).utf8))
      } else {
        contents.append(bytes[offset])
        offset += 1
      }
    }
    return String(decoding: contents, as: UTF8.self)
  }

  /// Reads one escape, or the two of a surrogate pair.
  private mutating func escape() throws(SyntaxError) -> Unicode.Scalar {
    let start = offset
    let letter = start + 1 < end ? bytes[start + 1] : UInt8(ascii: " ")
    offset = min(end, start + 1 + letter.scalarLength)
    switch Unicode.Scalar(letter) {
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "x", "u", "U":
      let number = try number(letter, from: start)
      return try character(number, from: start)
    default: throw fault(.unknownEscape(text(from: start)), from: start)
    }
  }

  /// The number behind `\x`, `\u` or `\U`.
  private mutating func number(_ letter: UInt8, from start: Int) throws(SyntaxError) -> UInt32 {
    switch Unicode.Scalar(letter) {
    case "x": return try digits(2, form: .two, from: start)
    case "U": return try digits(8, form: .eight, from: start)
    case _ where offset < end && bytes[offset] == UInt8(ascii: "{"): return try bracedDigits(from: start)
    default:
      let high = try digits(4, form: .four, from: start)
      return lowSurrogate(behind: high).map { 0x10000 + (high - 0xD800) << 10 + ($0 - 0xDC00) } ?? high
    }
  }

  /// Reads the second half of a surrogate pair, if the first was read and the second follows.
  private mutating func lowSurrogate(behind high: UInt32) -> UInt32? {
    guard (0xD800...0xDBFF).contains(high), offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u"), let low = hexadecimal(from: offset + 2, count: 4),
      (0xDC00...0xDFFF).contains(low)
    else { return nil }
    offset += 6
    return low
  }

  private mutating func digits(
    _ count: Int, form: SyntaxError.EscapeForm, from start: Int
  ) throws(SyntaxError) -> UInt32 {
    if let value = hexadecimal(from: offset, count: count) {
      offset += count
      return value
    }
    skipHexDigits()
    throw fault(.incompleteEscape(text(from: start), form: form), from: start)
  }

  private mutating func bracedDigits(from start: Int) throws(SyntaxError) -> UInt32 {
    offset += 1
    let first = offset
    skipHexDigits()
    let count = offset - first
    let isClosed = offset < end && bytes[offset] == UInt8(ascii: "}")
    if isClosed { offset += 1 }
    guard isClosed, (1...8).contains(count), let value = hexadecimal(from: first, count: count) else {
      throw fault(.incompleteEscape(text(from: start), form: .braced), from: start)
    }
    return value
  }

  private mutating func skipHexDigits() {
    while offset < end, bytes[offset].hexDigit != nil { offset += 1 }
  }

  private func hexadecimal(from start: Int, count: Int) -> UInt32? {
    guard start + count <= end else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + count] {
      guard let digit = byte.hexDigit else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private func character(_ value: UInt32, from start: Int) throws(SyntaxError) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(value) { return scalar }
    let text = text(from: start)
    throw fault(value > 0x10FFFF ? .escapeBeyondUnicode(text) : .surrogateEscape(text), from: start)
  }

  private func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

  private func fault(_ kind: SyntaxError.Kind, from start: Int) -> SyntaxError {
    SyntaxError(kind, at: Span(start, offset))
  }
}
