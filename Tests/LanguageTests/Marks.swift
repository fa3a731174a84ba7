import Language

/// A text in which `‹` and `›` mark a stretch, or `‸` marks a place.
struct Marked {
  let source: Source
  let span: Span
  /// The place in code points.
  let codePoint: Int

  /// Takes the marks out of a text.
  init(_ text: String) {
    var plain = String.UnicodeScalarView()
    var start: Int?
    var end: Int?
    var codePoint = 0
    for scalar in text.unicodeScalars {
      let offset = String(plain).utf8.count
      switch scalar {
      case "‹": start = offset
      case "›": end = offset
      case "‸": (start, end, codePoint) = (offset, offset, plain.count)
      default: plain.append(scalar)
      }
    }
    source = Source(String(plain))
    span = Span(start ?? 0, end ?? start ?? 0)
    self.codePoint = codePoint
  }

  /// A text with marks around a stretch of it.
  static func show(_ span: Span, in source: Source) -> String {
    let bytes = Array(source.text.utf8)
    let inner = String(decoding: bytes[span.start..<span.end], as: UTF8.self)
    let before = String(decoding: bytes[..<span.start], as: UTF8.self)
    let after = String(decoding: bytes[span.end...], as: UTF8.self)
    return before + "‹" + inner + "›" + after
  }
}

/// The fault of a text; nil if it parses.
func fault(of source: Source) -> SyntaxError? {
  do throws(SyntaxError) {
    _ = try Parser.parse(source)
    return nil
  } catch {
    return error
  }
}

/// Parses a text that must be right and prints it in canonical form, one line per statement.
func printed(_ text: String) throws -> [String] {
  try Parser.parse(Source(text)).statements.map(\.description)
}

/// The value of `x = …`.
func value(_ text: String) throws -> Value? {
  guard case .assignment(let assignment)? = try Parser.parse(Source("x = " + text)).statements.first else { return nil }
  return assignment.value
}
