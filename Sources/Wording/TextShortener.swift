/// Makes text fit for a sentence, whatever somebody typed, called a file, or wrote into one: of bounded length, and without
/// characters that would disturb the line.
///
/// Every `DiagnosticText` goes through here, so no sentence needs to look after what it quotes.
public enum TextShortener {
  /// The longest word that is quoted whole, in code points.
  static let longestWord = 240
  /// How much is kept of the beginning and of the end of a longer one.
  public static let kept = (first: 80, last: 40)
  /// The longest sentence, in code points, and how much of a longer one's end is kept: what was quoted may be long, what
  /// is said of it comes last.
  static let longestSentence = 2000
  static let keptEnd = 400
  /// The most marks on one letter.
  private static let mostMarks = 12

  /// The text, shortened where it is too long.
  public static func fit(_ text: String) -> String {
    guard text.utf8.count > longestWord || !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
    var result = String.UnicodeScalarView()
    var word = LongWord()
    var marks = 0
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      marks = category == .nonspacingMark || category == .enclosingMark ? marks + 1 : 0
      guard marks <= mostMarks, let shown = visible(scalar) else { continue }
      guard !scalar.properties.isWhitespace else {
        word.end(in: &result)
        result.append(shown)
        continue
      }
      word.add(shown)
    }
    word.end(in: &result)
    guard result.count > longestSentence else { return String(result) }
    let beginning = result.prefix(longestSentence - 1 - keptEnd)
    return String(String.UnicodeScalarView(beginning)) + "…" + String(String.UnicodeScalarView(result.suffix(keptEnd)))
  }

  /// How a character is shown: control characters by their pictures, marks of direction not at all.
  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x0A: scalar
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: nil
    default: scalar
    }
  }
}

/// A word of which only the beginning and the end are kept once it has become too long.
private struct LongWord {
  private var first: [Unicode.Scalar] = []
  /// The last characters, going round.
  private var last: [Unicode.Scalar] = []
  private var count = 0

  mutating func add(_ scalar: Unicode.Scalar) {
    if count < TextShortener.longestWord { first.append(scalar) } else { addLast(scalar) }
    count += 1
  }

  private mutating func addLast(_ scalar: Unicode.Scalar) {
    let place = (count - TextShortener.longestWord) % TextShortener.kept.last
    if place < last.count { last[place] = scalar } else { last.append(scalar) }
  }

  /// Puts the word behind a text and forgets it.
  mutating func end(in text: inout String.UnicodeScalarView) {
    defer { self = LongWord() }
    // One by one: appending a collection copies the text.
    guard count > TextShortener.longestWord else { return first.forEach { text.append($0) } }
    let turn = (count - TextShortener.longestWord) % TextShortener.kept.last
    let end = last.count < TextShortener.kept.last ? last : Array(last[turn...] + last[..<turn])
    let tail = (first + end).suffix(TextShortener.kept.last)
    first.prefix(TextShortener.kept.first).forEach { text.append($0) }
    text.append("…")
    tail.forEach { text.append($0) }
  }
}
