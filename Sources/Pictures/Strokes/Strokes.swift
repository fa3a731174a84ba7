/// What a pen did on a square sheet: lines through points, in the sheet's own units, x to the right and y down.
///
/// As text it is a path of SVG with absolute moves and straight lines: `M60,40 L160,40 90,190 M20,20`. A move alone is a dot.
public struct Strokes: Sendable, Equatable {
  /// The side of the sheet.
  public static let side = 224
  /// How thick the pen's line is; its ends are round.
  public static let thickness = 15.0
  /// The most points there may be, so that no text costs more than a second.
  public static let pointLimit = 4000

  /// A place on the sheet, or off it where the pen went beyond the edge.
  public struct Point: Sendable, Equatable {
    /// From the left edge.
    public let x: Double
    /// From the upper edge.
    public let y: Double

    /// A place.
    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  /// The lines, each through at least one point.
  public let lines: [[Point]]

  /// Reads strokes.
  ///
  /// - Throws: `StrokesError`.
  public init(_ text: String) throws(StrokesError) {
    var reader = StrokesReader(text)
    lines = try reader.read()
  }
}

/// Why a text is no strokes.
public enum StrokesError: Error, Equatable, Sendable {
  /// There is no stroke in it.
  case empty
  /// Something that is no move, no line and no number, or a number where none can be.
  case unexpected(String)
  /// A number without a second one.
  case oddNumber(String)
  /// A place far off the sheet.
  case farOff(String)
  /// More points than allowed.
  case tooManyPoints(limit: Int)
}

/// Reads strokes from text.
private struct StrokesReader {
  private var rest: Substring
  private var lines: [[Strokes.Point]] = []
  private var points = 0
  /// The letter that waits for its first point.
  private var letter: Substring?

  init(_ text: String) { rest = text[...] }

  mutating func read() throws(StrokesError) -> [[Strokes.Point]] {
    while let word = next() {
      switch word {
      case "M", "L":
        // A letter without a point before the next one says nothing, and a line needs a point to begin at.
        guard letter == nil, word == "M" || !lines.isEmpty else { throw .unexpected(String(word)) }
        letter = word
      default:
        let x = try number(word)
        guard let second = next(), second != "M", second != "L" else { throw .oddNumber(String(word)) }
        try add(Strokes.Point(x, try number(second)), written: word)
      }
    }
    if let letter { throw .unexpected(String(letter)) }
    guard !lines.isEmpty else { throw .empty }
    return lines
  }

  private mutating func add(_ point: Strokes.Point, written word: Substring) throws(StrokesError) {
    guard letter != nil || !lines.isEmpty else { throw .unexpected(String(word)) }
    points += 1
    guard points <= Strokes.pointLimit else { throw .tooManyPoints(limit: Strokes.pointLimit) }
    if letter == "M" { lines.append([]) }
    letter = nil
    lines[lines.count - 1].append(point)
  }

  /// The next letter or the next run of other characters between blanks and commas.
  private mutating func next() -> Substring? {
    rest = rest.drop { $0 == "," || $0.isWhitespace }
    guard let first = rest.first else { return nil }
    let word =
      first == "M" || first == "L"
      ? rest.prefix(1) : rest.prefix { $0 != "," && $0 != "M" && $0 != "L" && !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    return word
  }

  private func number(_ word: Substring) throws(StrokesError) -> Double {
    let isPlain = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
    guard isPlain, word.utf8.count <= 20, let number = Double(word) else { throw .unexpected(String(word.prefix(40))) }
    guard abs(number) <= Double(10 * Strokes.side) else { throw .farOff(String(word)) }
    return number
  }
}
