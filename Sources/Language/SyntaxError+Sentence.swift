extension SyntaxError {
  /// The fault and its remedy as a reader meets them: the source line, carets under the place, the sentences.
  public func rendered(in source: Source) -> String {
    Caret.render([message] + (remedy.map { [$0] } ?? []), at: span, in: source)
  }

  /// What is wrong, in one sentence.
  public var message: String {
    switch kind {
    case .sourceTooLong(let bytes, let limit):
      "This cell has \(grouped(bytes)) bytes; at most \(grouped(limit)) are read."
    case .nestedTooDeeply(let limit): "Lists, calls and blocks are nested more than \(limit) deep here."
    case .unterminatedString: "This string is not closed on its line."
    case .unknownEscape(let text): "\(text) is not an escape sequence."
    case .incompleteEscape(let text, let form): "\(shortened(text)) is not complete: \(form.rule)."
    case .surrogateEscape(let text): "\(text) is half of a surrogate pair, not a character."
    case .escapeBeyondUnicode(let text): "\(text) is beyond \\u{10FFFF}, the last character there is."
    case .strayBackslash: "A backslash at the end of a line joins it to the next; it cannot stand here."
    case .variableWithoutName: "$ has no name after it."
    case .controlCharacter(let value): "There is an invisible character here (\(codePoint(value)))."
    case .unclosed(let opener): "\(opener) is never closed."
    case .unopened(let closer): "\(closer) closes nothing."
    case .mismatched(let opener, let closer): "\(closer) cannot close \(opener)."
    case .notACommand(let found): "A statement begins with a command, not with \(shortened(found))."
    case .commandAsCall: "A command takes its arguments without parentheses."
    case .missingValue(let key): "\(shortened(key)) has no value."
    case .missingKey: "= has no name before it."
    case .missingComma, .wordsWithoutComma: "A comma is missing before this."
    case .missingElement: "There is no value before this comma."
    case .commaBetweenArguments: "Arguments are separated by spaces, not by commas."
    case .keyInList(let key): "\(shortened(key))= cannot stand in a list."
    case .semicolonInList: "A list has commas, not semicolons."
    case .afterAssignment(let name, let found): "\(shortened(name)) takes one value; \(shortened(found)) is too much."
    case .afterBlock(let found): "\(shortened(found)) cannot follow a block."
    case .blockWithoutCommand: "A block belongs to a command, and begins on the command's line."
    case .dictionary: "There are no dictionaries here."
    case .spaceBeforeParenthesis(let name): "There is a space between \(shortened(name)) and its parenthesis."
    case .strayParenthesis: "A parenthesis only follows a name, as in exponential(0.99)."
    case .missingSpace: "A space is missing before this."
    case .repeatedKey(let key, _): "\(shortened(key)) is given twice."
    case .notAVariableName(let name): "\(shortened(name)) cannot be a variable's name."
    }
  }

  /// How to put it right; nil where the message says it already.
  public var remedy: String? {
    switch kind {
    case .sourceTooLong: "Split it into several cells."
    case .unterminatedString("'"): "Put a ' at its end. A text with an apostrophe goes into double quotes: \"it's\"."
    case .unterminatedString: "Put a \" at its end. A line break in it is written \\n."
    case .unknownEscape: Self.escapes
    case .surrogateEscape: "Write the whole pair, \\ud83d\\udc4a, or the character's number, \\u{1F44A}."
    case .strayBackslash: "A file name with backslashes goes into single quotes: 'C:\\photos'."
    case .variableWithoutName: "A name is a letter, then letters, digits or _: $epochs. A text with $ goes into quotes."
    case .controlCharacter: "Delete it."
    case .unclosed("["): "Put a ] after the last value."
    case .unclosed("("): "Put a ) after the last argument."
    case .unclosed: "Put a } on a line below."
    case .notACommand(let found) where found.hasPrefix("$"): "To see its value: print \(shortened(found))"
    case .commandAsCall: "For example: train hand epochs=5"
    case .missingValue: "Write it after the =: a number, a word, a \"text\" or a [list]."
    case .wordsWithoutComma(let words):
      "Several values: [\(shortened(words.joined(separator: ", ")))]. "
        + "One value of several words: [\"\(shortened(words.joined(separator: " ")))\"]"
    case .commaBetweenArguments: "Several values for one key are a list: key=[a, b]"
    case .afterAssignment(let name, _): "Several values are a list: \(shortened(name)) = [a, b]"
    case .afterBlock: "Arguments come before the block; the next statement begins on a new line."
    case .dictionary: "Give every entry a name of its own: name = value"
    case .spaceBeforeParenthesis(let name): "Write: \(shortened(name))(…)"
    case .repeatedKey: "Keep one of the two."
    case .notAVariableName: "A name is a letter, then letters, digits or _: learningRate"
    default: nil
    }
  }

  private static let escapes = """
    Escapes are \\" \\\\ \\n \\t \\r \\xe9 \\u00e9 \\U0001f44a \\u{1F44A}. A backslash itself is \\\\, or use 'single quotes'.
    """
}

extension SyntaxError.EscapeForm {
  fileprivate var rule: String {
    switch self {
    case .two: "\\x takes two hexadecimal digits"
    case .four: "\\u takes four hexadecimal digits, or any number in braces"
    case .eight: "\\U takes eight hexadecimal digits"
    case .braced: "\\u{…} takes one to eight hexadecimal digits"
    }
  }
}

/// A piece of the source that may be of any length, fit for a sentence.
private func shortened(_ text: String) -> String {
  text.unicodeScalars.count <= 40 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(39))) + "…"
}

/// `U+0007`
private func codePoint(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// `16,777,216`
private func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.indices.reduce(into: "") { text, index in
    if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digits[index])
  }
}
