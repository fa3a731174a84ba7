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
  static func contents(of span: Span, in source: Source) throws(SyntaxFault) -> String {
    let inner = Span(span.start + 1, span.end - 1)
    guard source.bytes[span.start] == UInt8(ascii: "\"") else { return source.text(of: inner) }
    var literal = StringLiteral(bytes: source.bytes, offset: inner.start, end: inner.end)
    return try literal.read()
  }

  private init(bytes: [UInt8], offset: Int, end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
  }

  private mutating func read() throws(SyntaxFault) -> String {
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
  private mutating func escape() throws(SyntaxFault) -> Unicode.Scalar {
    let start = offset
    let letter = start + 1 < end ? bytes[start + 1] : UInt8(ascii: " ")
    offset = min(end, start + 1 + letter.scalarLength)
    switch Unicode.Scalar(letter) {
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "x": return try character(digits(2, form: .two, from: start), from: start)
    case "U": return try character(digits(8, form: .eight, from: start), from: start)
    case "u":
      guard offset < end && bytes[offset] == UInt8(ascii: "{") else { return try fourDigits(from: start) }
      return try character(bracedDigits(from: start), from: start)
    default: throw fault(.unknownEscape(text(from: start)), from: start)
    }
  }

  /// `\uNNNN`, and behind the first half of a surrogate pair the second.
  private mutating func fourDigits(from start: Int) throws(SyntaxFault) -> Unicode.Scalar {
    let high = try digits(4, form: .four, from: start)
    let second = offset
    guard (0xD800...0xDBFF).contains(high), second + 1 < end, bytes[second] == UInt8(ascii: "\\"),
      bytes[second + 1] == UInt8(ascii: "u"), let low = hexadecimal(from: second + 2, count: 4),
      (0xDC00...0xDFFF).contains(low)
    else { return try character(high, from: start) }
    offset = second + 6
    return try character(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), from: start)
  }

  private mutating func digits(
    _ count: Int, form: SyntaxFault.EscapeForm, from start: Int
  ) throws(SyntaxFault) -> UInt32 {
    if let value = hexadecimal(from: offset, count: count) {
      offset += count
      return value
    }
    skipHexDigits()
    throw fault(.incompleteEscape(text(from: start), form: form), from: start)
  }

  private mutating func bracedDigits(from start: Int) throws(SyntaxFault) -> UInt32 {
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

  private func character(_ value: UInt32, from start: Int) throws(SyntaxFault) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(value) { return scalar }
    let text = text(from: start)
    throw fault(value > 0x10FFFF ? .escapeBeyondUnicode(text) : .surrogateEscape(text), from: start)
  }

  private func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

  private func fault(_ kind: SyntaxFault.Kind, from start: Int) -> SyntaxFault {
    SyntaxFault(kind, at: Span(start, offset))
  }
}
