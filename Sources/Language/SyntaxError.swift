/// What is wrong with a source, and where: facts only. The sentences are in `SyntaxError+Sentence.swift`.
public struct SyntaxError: Error, Sendable, Equatable {
  /// What is wrong.
  public let kind: Kind

  /// Where it is; empty at a place where something is missing.
  public let span: Span

  /// Names a fault and its place.
  public init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  /// The things that can be wrong with a source.
  public enum Kind: Sendable, Equatable {
    /// The source has more bytes than are read.
    case sourceTooLong(bytes: Int, limit: Int)
    /// Lists, calls and blocks stand in each other deeper than is read.
    case nestedTooDeeply(limit: Int)
    /// A string without its closing quote on the same line.
    case unterminatedString(quote: Character)
    /// A backslash in a string, followed by a character that makes no escape.
    case unknownEscape(String)
    /// An escape with too few or too many hexadecimal digits: as written, and how it should look.
    case incompleteEscape(String, form: EscapeForm)
    /// A lone half of a surrogate pair, which is no character.
    case surrogateEscape(String)
    /// A number beyond U+10FFFF, the last character.
    case escapeBeyondUnicode(String)
    /// A backslash that is neither in a string nor at the end of a line.
    case strayBackslash
    /// A `$` without a name.
    case variableWithoutName
    /// A control character outside a string or comment.
    case controlCharacter(UInt32)
    /// `[`, `(` or `{` without its partner.
    case unclosed(Character)
    /// `]`, `)` or `}` without its partner.
    case unopened(Character)
    /// A closing mark of the wrong kind.
    case mismatched(opener: Character, closer: Character)
    /// A statement that begins with something other than a word: the text found there.
    case notACommand(String)
    /// A command written as a call, `print("x")`: its name.
    case commandAsCall(String)
    /// A key with `=` and no value behind it.
    case missingValue(key: String)
    /// `=` with no word in front of it.
    case missingKey
    /// A call or list with two values that no comma parts.
    case missingComma
    /// Words in a list that no comma parts: the name of a column that lacks its quotes, or several values.
    case wordsWithoutComma([String])
    /// A comma with no value in front of it.
    case missingElement
    /// A comma between a command's arguments.
    case commaBetweenArguments
    /// A key in a list, where only values stand.
    case keyInList(String)
    /// A semicolon inside a list or call.
    case semicolonInList
    /// Something behind the value of an assignment: the assigned name and the text found there.
    case afterAssignment(name: String, found: String)
    /// Something behind the closing brace of a block.
    case afterBlock(String)
    /// A block where no command precedes it on its line.
    case blockWithoutCommand
    /// A brace where a value should be, as in a dictionary of Python or Julia.
    case dictionary
    /// A blank between a call's name and its parenthesis.
    case spaceBeforeParenthesis(name: String)
    /// A parenthesis that belongs to no call.
    case strayParenthesis
    /// Two values with nothing between them.
    case missingSpace
    /// A key given a second time, and where it was first.
    case repeatedKey(String, first: Span)
    /// A name assigned to that no variable can have.
    case notAVariableName(String)
  }

  /// How an escape of hexadecimal digits is written.
  public enum EscapeForm: Sendable, Equatable {
    /// `\xNN`
    case two
    /// `\uNNNN`
    case four
    /// `\UNNNNNNNN`
    case eight
    /// `\u{N}`, one to eight digits.
    case braced
  }
}
