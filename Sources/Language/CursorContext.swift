/// What is being typed at a place in a source, for completion and inspection.
///
/// The source need not be right: cells are half typed when Tab is pressed. Places are counted in code points, as
/// Jupyter counts.
public struct CursorContext: Sendable, Equatable {
  /// What part of a statement the cursor is in.
  public enum Role: Sendable, Equatable {
    /// The first word of a statement: a command or a variable to be assigned; in a block, a part or a key of the
    /// innermost of ``CursorContext/enclosing``.
    case command
    /// A further word of ``CursorContext/command``: one of its keys, or its positional value with this index.
    case argument(position: Int)
    /// The value of a key of ``CursorContext/command``, on its line or in its block.
    case value(key: String)
    /// The value assigned to a variable.
    case assignment(name: String)
    /// A comment, or a place where nothing may follow.
    case nothing
  }

  /// How the word at the cursor is written.
  public enum Form: Sendable, Equatable {
    /// A plain word, or nothing yet.
    case word
    /// `$` and a name; the partial text begins behind the `$`.
    case variable
    /// A string; the partial text begins behind the quote.
    case string(quote: Character)
  }

  /// A command as far as it is typed.
  public struct Command: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// The keys it was given anywhere, before and behind the cursor, the key at the cursor left out.
    public var keys: [String] = []
    /// Its positional values as written, before and behind the cursor, the value at the cursor left out.
    public var positional: [String] = []
    /// The values of its keys as written, those in a block and the one at the cursor left out.
    public var values: [String: String] = [:]

    /// The text of a key's value, without the quotes of a string; nil where it has none, or one that is no text.
    public func text(of key: String) -> String? {
      guard let written = values[key], let cell = try? Parser.parse(Source("value = \(written)")),
        case .assignment(let assignment)? = cell.statements.first
      else { return nil }
      switch assignment.value.kind {
      case .string(let contents): return contents
      case .word(let word): return word.text
      case .variable, .list, .call: return nil
      }
    }
  }

  /// A list or call around the cursor.
  public enum Enclosure: Sendable, Equatable {
    /// A list, and the index of the element at the cursor.
    case list(position: Int)
    /// A call, its name, how many values it has before the cursor, the keys it was given before the cursor, and the
    /// key whose value is being typed.
    case call(name: String, position: Int, keys: [String], key: String?)
  }

  /// The part of the statement.
  public internal(set) var role: Role
  /// How the word at the cursor is written.
  public internal(set) var form: Form = .word
  /// The command the role speaks of. For the role ``Role/command`` it is the one being named, once its name has a
  /// letter.
  public internal(set) var command: Command?
  /// The commands whose blocks are around the cursor, outermost first.
  public internal(set) var enclosing: [Command] = []
  /// The lists and calls around the cursor, outermost first.
  public internal(set) var nesting: [Enclosure] = []

  /// What is typed of the word up to the cursor, as written: without `$`, without the opening quote.
  public internal(set) var partial = ""
  /// The same with a string's escapes resolved, to compare with names of files.
  public internal(set) var partialContents = ""
  /// The code points a completion replaces: those of `partial`.
  public internal(set) var replacement: Range<Int>
  /// The whole word at the cursor, also behind it, `$` and quotes included; empty between words.
  public internal(set) var word = ""
  /// The code points of `word`.
  public internal(set) var wordRange: Range<Int>
  /// Whether `=` follows the word, so that a completed key needs none.
  public internal(set) var isFollowedByEquals = false

  /// Finds out what is typed at a place given in code points from the start of the source; beyond the end it is the
  /// end.
  public init(_ source: Source, at codePoint: Int) {
    var walk = CursorScanner(source, cursor: source.offset(ofCodePoint: codePoint))
    self = walk.context()
  }

  init(role: Role, at codePoint: Int) {
    self.role = role
    replacement = codePoint..<codePoint
    wordRange = codePoint..<codePoint
  }
}
