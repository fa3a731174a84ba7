/// The text of one cell or script, ready to be read byte by byte and quoted from.
public struct Source: Sendable {
  /// The longest source that is read, in bytes of UTF-8.
  public static let limit = 16 * 1024 * 1024

  /// The text.
  public let text: String

  /// The text as UTF-8; a `String` is always well formed, and so are these.
  let bytes: [UInt8]

  /// Takes a text.
  public init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The whole source as a span.
  public var span: Span { Span(0, bytes.count) }

  /// The text a span covers. A span that reaches beyond this source is cut to it.
  public func text(of span: Span) -> String { String(slice(span)) }

  /// The text a span of this source covers that begins and ends between two code points, as a token does: quicker than to
  /// look for these.
  func text(between span: Span) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[span.start..<span.end]), as: UTF8.self)
    }
  }

  /// The text a span covers, without a copy.
  func slice(_ span: Span) -> Substring {
    let span = fitted(span)
    // Constant time: a contiguous string is indexed by its bytes.
    let start = text.utf8.index(text.startIndex, offsetBy: span.start)
    return text[start..<text.utf8.index(start, offsetBy: span.count)]
  }

  /// A span cut to this source and widened to whole code points.
  func fitted(_ span: Span) -> Span {
    let start = aligned(min(span.start, bytes.count))
    var end = min(span.end, bytes.count)
    while end < bytes.count && bytes[end].continuesScalar { end += 1 }
    return Span(start, max(start, end))
  }

  /// The start of the code point an offset falls into.
  func aligned(_ offset: Int) -> Int {
    var offset = min(max(offset, 0), bytes.count)
    while offset > 0 && offset < bytes.count && bytes[offset].continuesScalar { offset -= 1 }
    return offset
  }
}
