import Language
import Testing

/// What the reader sees, in full.
struct SyntaxFaultSentenceTests {
  static let cases: [(String, String)] = [
    (
      "dataset hands path=\"Dataset",
      """
      dataset hands path="Dataset
                         ^ This string is not closed on its line.
                           Put a " at its end. A line break in it is written \\n.
      """
    ),
    (
      "print it's",
      """
      print it's
              ^ This string is not closed on its line.
                Put a ' at its end. A text with an apostrophe goes into double quotes: "it's".
      """
    ),
    (
      "path = \"C:\\photos\"",
      #"""
      path = "C:\photos"
                ^^ \p is not an escape sequence.
                   Escapes are \" \\ \n \t \r \xe9 \u00e9 \U0001f44a \u{1F44A}. A backslash itself is \\, or use 'single quotes'.
      """#
    ),
    (
      "x = \"\\u12\"",
      #"""
      x = "\u12"
           ^^^^ \u12 is not complete: \u takes four hexadecimal digits, or any number in braces.
      """#
    ),
    (
      "x = \"\\x1\"",
      #"""
      x = "\x1"
           ^^^ \x1 is not complete: \x takes two hexadecimal digits.
      """#
    ),
    (
      "x = \"\\U1f44a\"",
      #"""
      x = "\U1f44a"
           ^^^^^^^ \U1f44a is not complete: \U takes eight hexadecimal digits.
      """#
    ),
    (
      "x = \"\\u{}\"",
      #"""
      x = "\u{}"
           ^^^^ \u{} is not complete: \u{…} takes one to eight hexadecimal digits.
      """#
    ),
    (
      "x = \"✊\\ud83d\"",
      #"""
      x = "✊\ud83d"
             ^^^^^^ \ud83d is half of a surrogate pair, not a character.
                    Write the whole pair, \ud83d\udc4a, or the character's number, \u{1F44A}.
      """#
    ),
    (
      "x = \"\\u{110000}\"",
      #"""
      x = "\u{110000}"
           ^^^^^^^^^^ \u{110000} is beyond \u{10FFFF}, the last character there is.
      """#
    ),
    (
      "dataset hands path=C:\\photos",
      #"""
      dataset hands path=C:\photos
                           ^ A backslash at the end of a line joins it to the next; it cannot stand here.
                             A file name with backslashes goes into single quotes: 'C:\photos'.
      """#
    ),
    (
      "print $5",
      """
      print $5
            ^ $ has no name after it.
              A name is a letter, then letters, digits or _: $epochs. A text with $ goes into quotes.
      """
    ),
    (
      "train\0 hand",
      """
      train␀ hand
           ^ There is an invisible character here (U+0000).
             Delete it.
      """
    ),
    (
      "dataset hands labels=[✊, ✋\nshow hands",
      """
      dataset hands labels=[✊, ✋
                           ^ [ is never closed.
                             Put a ] after the last value.
      """
    ),
    (
      "train hand schedule=exponential(0.99",
      """
      train hand schedule=exponential(0.99
                                     ^ ( is never closed.
                                       Put a ) after the last argument.
      """
    ),
    (
      "network a {\n  flatten\n",
      """
      network a {
                ^ { is never closed.
                  Put a } on a line below.
      """
    ),
    ("undo ]", "undo ]\n     ^ ] closes nothing."),
    ("x = [1, 2)", "x = [1, 2)\n         ^ ) cannot close [."),
    ("\"hand\"", "\"hand\"\n^^^^^^ A statement begins with a command, not with \"hand\"."),
    (
      "$epochs",
      """
      $epochs
      ^^^^^^^ A statement begins with a command, not with $epochs.
              To see its value: print $epochs
      """
    ),
    (
      "print(\"hi\")",
      """
      print("hi")
           ^ A command takes its arguments without parentheses.
             For example: train hand epochs=5
      """
    ),
    (
      "train hand epochs=",
      """
      train hand epochs=
                        ^ epochs has no value.
                          Write it after the =: a number, a word, a "text" or a [list].
      """
    ),
    ("= 3", "= 3\n^ = has no name before it."),
    ("x = [✊ ✋]", "x = [✊ ✋]\n        ^^ A comma is missing before this."),
    (
      "t = [petal width]",
      """
      t = [petal width]
                 ^^^^^ A comma is missing before this.
                       Several values: [petal, width]. One value of several words: ["petal width"]
      """
    ),
    ("x = [1,, 2]", "x = [1,, 2]\n       ^ There is no value before this comma."),
    (
      "train hand, near",
      """
      train hand, near
                ^ Arguments are separated by spaces, not by commas.
                  Several values for one key are a list: key=[a, b]
      """
    ),
    ("x = [a=1]", "x = [a=1]\n     ^ a= cannot stand in a list."),
    ("x = [1; 2]", "x = [1; 2]\n      ^ A list has commas, not semicolons."),
    (
      "epochs = 1 2",
      """
      epochs = 1 2
                 ^ epochs takes one value; 2 is too much.
                   Several values are a list: epochs = [a, b]
      """
    ),
    (
      "network a { flatten } seed=3",
      """
      network a { flatten } seed=3
                            ^^^^ seed cannot follow a block.
                                 Arguments come before the block; the next statement begins on a new line.
      """
    ),
    ("network a\n{ flatten }", "{ flatten }\n^ A block belongs to a command, and begins on the command's line."),
    (
      "params = {\"a\": 1}",
      """
      params = {"a": 1}
               ^ There are no dictionaries here.
                 Give every entry a name of its own: name = value
      """
    ),
    (
      "train hand schedule=exponential (0.99)",
      """
      train hand schedule=exponential (0.99)
                                      ^ There is a space between exponential and its parenthesis.
                                        Write: exponential(…)
      """
    ),
    ("x = [(1)]", "x = [(1)]\n     ^ A parenthesis only follows a name, as in exponential(0.99)."),
    ("show $data.train", "show $data.train\n          ^^^^^^ A space is missing before this."),
    (
      "train hand epochs=3 epochs=4",
      """
      train hand epochs=3 epochs=4
                          ^^^^^^ epochs is given twice.
                                 Keep one of the two.
      """
    ),
    (
      "learning-rate = 3",
      """
      learning-rate = 3
      ^^^^^^^^^^^^^ learning-rate cannot be a variable's name.
                    A name is a letter, then letters, digits or _: learningRate
      """
    ),
  ]

  @Test(arguments: cases)
  func `a fault reads like this`(text: String, expected: String) throws {
    let source = Source(text)
    let found = try #require(fault(of: source))
    #expect(found.rendered(in: source) == expected)
  }

  @Test func `nesting too deep is said where it begins`() throws {
    let source = Source("x = " + String(repeating: "[", count: 70))
    let rendered = try #require(fault(of: source)).rendered(in: source)
    let margin = String(repeating: " ", count: 68)
    #expect(rendered == source.text + "\n\(margin)^ Lists, calls and blocks are nested more than 64 deep here.")
  }

  @Test func `a source too long is said with its length`() {
    let fault = SyntaxError(.sourceTooLong(bytes: 20_000_000, limit: Source.limit), at: Span(0, 0))
    #expect(fault.message == "This cell has 20,000,000 bytes; at most 16,777,216 are read.")
    #expect(fault.remedy == "Split it into several cells.")
  }

  @Test func `a long piece of source is shortened in a sentence`() {
    let fault = SyntaxError(.afterBlock(String(repeating: "é", count: 1_000)), at: Span(0, 0))
    #expect(fault.message == String(repeating: "é", count: 39) + "… cannot follow a block.")
  }
}
