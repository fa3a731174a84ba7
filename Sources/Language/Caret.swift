/// Shows a place in a source: its line, carets under it, and beside them what there is to say.
///
/// ```text
/// train hand epoch=50
///            ^^^^^ train has no "epoch". Did you mean epochs? (epochs, eps)
/// ```
public enum Caret {
  /// Draws the line of a span and the message's lines beside its carets, the second and later ones indented like the
  /// first. Of a span over several lines the first line is shown; an empty span is one caret. No line end at the end.
  public static func render(_ message: [String], at span: Span, in source: Source) -> String {
    let excerpt = Excerpt(of: span, in: source)
    let margin = String(repeating: " ", count: excerpt.marked.lowerBound)
    let carets = String(repeating: "^", count: max(1, excerpt.marked.count))
    let indent = margin + String(repeating: " ", count: carets.count + 1)
    let beside = message.isEmpty ? "" : " " + message.joined(separator: "\n" + indent)
    return excerpt.text + "\n" + margin + carets + beside
  }
}

/// A line of source as it is shown, and the columns its marked part takes.
///
/// Tabs become spaces, control characters become visible, invisible ones that would disturb the line are left out, and
/// of a long line only the surroundings of the marked part are shown.
private struct Excerpt {
  private(set) var text = ""
  private(set) var marked = 0..<0
  private var width = 0

  /// The most columns of a line that are shown, and how they are shared out where the line is longer.
  private static let columns = 120
  private static let columnsBefore = 40
  private static let columnsMarked = 60
  private static let tabStop = 4
  /// How many bytes of each part are looked at: more than any text that fits the columns has.
  private static let bytesConsidered = 4096
  /// The most code points of one character that are shown: more than any emoji has.
  private static let mostScalars = 16

  init(of span: Span, in source: Source) {
    let span = source.fitted(span)
    let line = source.line(at: span.start)
    let start = min(span.start, line.end)
    let end = min(max(start, span.end), line.end)
    let limit = Self.bytesConsidered
    let before = source.slice(Span(source.aligned(max(line.start, start - limit)), start))
    let middle = source.slice(Span(start, source.aligned(min(end, start + limit))))
    let after = source.slice(Span(end, source.aligned(min(line.end, end + limit))))

    draw(before, middle, after)
    if width > Self.columns || line.count > limit {
      self = Excerpt()
      drawSurroundings(before, middle, after)
    }
  }

  private init() {}

  private mutating func drawSurroundings(_ before: Substring, _ middle: Substring, _ after: Substring) {
    let left = Self.suffix(of: before, columns: Self.columnsBefore)
    let centre = Self.prefix(of: middle, columns: Self.columnsMarked)
    let room = Self.columns - DisplayWidth.of(left) - DisplayWidth.of(centre)
    let right = centre.endIndex < middle.endIndex ? "" : Self.prefix(of: after, columns: room)
    if left.startIndex > before.startIndex { add("…") }
    draw(left, centre, right)
    if centre.endIndex < middle.endIndex || right.endIndex < after.endIndex { add("…") }
  }

  private mutating func draw(_ before: Substring, _ middle: Substring, _ after: Substring) {
    before.forEach { add($0) }
    let start = width
    middle.forEach { add($0) }
    marked = start..<width
    after.forEach { add($0) }
  }

  private mutating func add(_ character: Character) {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x09:
      let spaces = Self.tabStop - width % Self.tabStop
      text += String(repeating: " ", count: spaces)
      width += spaces
    case let control where control < 0x20: add(picture: 0x2400 + control)
    case 0x7F: add(picture: 0x2421)
    case 0x80..<0xA0: add(picture: 0xFFFD)
    // Marks of direction, zero width space, byte order mark.
    case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: break
    default:
      text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(Self.mostScalars))
      width += DisplayWidth.of(character)
    }
  }

  private mutating func add(picture: UInt32) {
    Unicode.Scalar(picture).map { text.unicodeScalars.append($0) }
    width += 1
  }

  private static func prefix(of text: Substring, columns: Int) -> Substring {
    var left = columns
    return text.prefix {
      left -= max(1, DisplayWidth.of($0))
      return left >= 0
    }
  }

  private static func suffix(of text: Substring, columns: Int) -> Substring {
    var left = columns
    var start = text.endIndex
    while start > text.startIndex {
      let before = text.index(before: start)
      left -= max(1, DisplayWidth.of(text[before]))
      guard left >= 0 else { break }
      start = before
    }
    return text[start...]
  }
}
