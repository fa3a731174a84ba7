import Language
import Testing

struct SourcePositionsTests {
  static let texts = [
    "", "a", "show ✊\ntrain é\r\n\r\n👩‍🔬 x\ry\u{2028}z\n", "\n\n", "\r\n", "e\u{301}\n✌️", "\u{FEFF}a\n",
  ]

  @Test(arguments: texts)
  func `code points and bytes are the same places`(text: String) {
    let source = Source(text)
    var offset = 0
    for (index, scalar) in text.unicodeScalars.enumerated() {
      #expect(source.codePoints(before: offset) == index)
      #expect(source.offset(ofCodePoint: index) == offset)
      let length = String(Character(scalar)).utf8.count
      for inside in 0..<length { #expect(source.codePoints(before: offset + inside) == index) }
      offset += length
    }
    let count = text.unicodeScalars.count
    #expect(source.codePoints(before: offset) == count)
    #expect(source.offset(ofCodePoint: count) == offset)
    #expect(source.offset(ofCodePoint: count + 1) == offset)
    #expect(source.offset(ofCodePoint: -1) == 0)
    #expect(source.codePoints(before: -1) == 0)
    #expect(source.codePoints(before: offset + 1) == count)
  }

  /// Counts lines and columns one code point at a time.
  private func counted(_ text: String) -> [Source.Position] {
    var positions = [Source.Position(line: 1, column: 1)]
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard let last = positions.last else { break }
      let isSplit = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      let ends = !isSplit && ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar)
      positions.append(
        ends
          ? Source.Position(line: last.line + 1, column: 1) : Source.Position(line: last.line, column: last.column + 1))
    }
    return positions
  }

  @Test(arguments: texts)
  func `lines and columns are counted from one`(text: String) {
    let source = Source(text)
    for (codePoint, position) in counted(text).enumerated() {
      #expect(source.position(of: source.offset(ofCodePoint: codePoint)) == position, "code point \(codePoint)")
    }
  }

  @Test(arguments: texts)
  func `a line and column lead back to the place`(text: String) {
    let source = Source(text)
    let scalars = Array(text.unicodeScalars)
    for codePoint in 0...scalars.count {
      let isSplit =
        codePoint > 0 && codePoint < scalars.count && scalars[codePoint - 1] == "\r" && scalars[codePoint] == "\n"
      if isSplit { continue }
      let offset = source.offset(ofCodePoint: codePoint)
      #expect(source.offset(of: source.position(of: offset)) == offset)
    }
  }

  @Test(arguments: [(1, 99, 4), (2, 1, 6), (2, 3, 7), (3, 1, 7), (9, 9, 7), (0, 5, 0), (-1, -1, 0)])
  func `a position outside is moved to the nearest end`(line: Int, column: Int, expected: Int) {
    #expect(Source("undo\r\nx").offset(of: Source.Position(line: line, column: column)) == expected)
  }

  @Test(arguments: [
    ("‹‸ab›\ncd", "at its start"), ("‹a‸b›\ncd", "inside"), ("‹ab‸›\ncd", "at its end"), ("ab\n‹c‸d›", "the last"),
    ("ab\r\n‹‸cd›", "behind CR LF"), ("ab\n‹‸›\ncd", "an empty one"), ("ab\n‹‸›", "behind the last line end"),
    ("ab\r‹c‸d›\u{2028}ef", "between other line ends"), ("‹✊ ‸é›", "with wide characters"), ("‹‸›", "of nothing"),
  ])
  func `the line of a place has no line end`(text: String, name: String) {
    let plain = text.replacing("‹").replacing("›")
    let place = Marked(plain)
    let line = Marked(text.replacing("‸"))
    #expect(place.source.line(at: place.span.start) == line.span, "\(name)")
  }
}

extension String {
  /// The text without a character.
  fileprivate func replacing(_ character: Unicode.Scalar) -> String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != character }))
  }
}
