import Language
import Testing

/// Every fault with the place it names, marked in the text.
struct SyntaxErrorTests {
  static let cases: [(String, SyntaxError.Kind)] = [
    // Strings
    ("x = ‹\"›Dataset", .unterminatedString(quote: "\"")),
    ("x = ‹'›Dataset\nundo", .unterminatedString(quote: "'")),
    ("x = ‹\"›ab\\\"", .unterminatedString(quote: "\"")),
    ("x = ‹\"›ab\\\nundo\"", .unterminatedString(quote: "\"")),
    ("print it‹'›s", .unterminatedString(quote: "'")),
    ("x = \"a‹\\q›b\"", .unknownEscape("\\q")),
    ("x = \"✊‹\\✊›b\"", .unknownEscape("\\✊")),
    ("x = \"‹\\'›\"", .unknownEscape("\\'")),
    ("x = \"‹\\u12›\"", .incompleteEscape("\\u12", form: .four)),
    ("x = \"‹\\u{›\"", .incompleteEscape("\\u{", form: .braced)),
    ("x = \"‹\\u{}›\"", .incompleteEscape("\\u{}", form: .braced)),
    ("x = \"‹\\u{123456789}›\"", .incompleteEscape("\\u{123456789}", form: .braced)),
    ("x = \"‹\\x›g\"", .incompleteEscape("\\x", form: .two)),
    ("x = \"‹\\U0001f44›z\"", .incompleteEscape("\\U0001f44", form: .eight)),
    ("x = \"a‹\\ud83d›\"", .surrogateEscape("\\ud83d")),
    ("x = \"‹\\ud83d›\\u0041\"", .surrogateEscape("\\ud83d")),
    ("x = \"‹\\udc4a›\\ud83d\"", .surrogateEscape("\\udc4a")),
    ("x = \"‹\\u{d83d}›\"", .surrogateEscape("\\u{d83d}")),
    ("x = \"‹\\U00110000›\"", .escapeBeyondUnicode("\\U00110000")),
    ("x = \"‹\\u{ffffffff}›\"", .escapeBeyondUnicode("\\u{ffffffff}")),
    // Marks the lexer finds
    ("train ‹\\› hand", .strayBackslash),
    ("print C:‹\\›photos", .strayBackslash),
    ("print ‹$›", .variableWithoutName),
    ("print ‹$›5", .variableWithoutName),
    ("x = ‹$›", .variableWithoutName),
    ("train‹\0› hand", .controlCharacter(0)),
    ("‹\u{7}›undo", .controlCharacter(7)),
    ("x = ‹\u{9C}›", .controlCharacter(0x9C)),
    // Brackets
    ("x = ‹[›1, 2", .unclosed("[")),
    ("x = ‹[›1, 2\nshow hands", .unclosed("[")),
    ("x = ‹[›1, 2\nshow hands\ny = [3]", .unclosed("[")),
    ("train a schedule=exponential‹(›0.99", .unclosed("(")),
    ("train a schedule=exponential‹(›0.99\nplot a", .unclosed("(")),
    ("network a ‹{›\nflatten\n", .unclosed("{")),
    ("a ‹{› b { }", .unclosed("{")),
    ("x = 1‹]›", .unopened("]")),
    ("train hand ‹)›", .unopened(")")),
    ("flatten\n‹}›", .unopened("}")),
    ("‹]›", .unopened("]")),
    ("x = [1, 2‹)›", .mismatched(opener: "[", closer: ")")),
    ("x = f(1‹]›", .mismatched(opener: "(", closer: "]")),
    ("a { x = [1 ‹}›", .mismatched(opener: "[", closer: "}")),
    // Statements
    ("‹\"x\"›", .notACommand("\"x\"")),
    ("‹$epochs›", .notACommand("$epochs")),
    ("‹[›1]", .notACommand("[")),
    ("‹,›", .notACommand(",")),
    ("‹(›", .notACommand("(")),
    ("print‹(›\"x\")", .commandAsCall("print")),
    ("print ‹(›\"x\")", .commandAsCall("print")),
    ("‹=› 3", .missingKey),
    ("‹{› flatten }", .blockWithoutCommand),
    ("network a\n‹{›", .blockWithoutCommand),
    ("‹learning-rate› = 3", .notAVariableName("learning-rate")),
    ("‹hands.train› = 3", .notAVariableName("hands.train")),
    ("‹3› = 3", .notAVariableName("3")),
    ("x = 1 ‹2›", .afterAssignment(name: "x", found: "2")),
    ("x = 1‹,› 2", .afterAssignment(name: "x", found: ",")),
    ("x = a ‹=› b", .afterAssignment(name: "x", found: "=")),
    ("a { x = 1 ‹{› } }", .afterAssignment(name: "x", found: "{")),
    ("x = a ‹(›1)", .spaceBeforeParenthesis(name: "a")),
    ("network a { } ‹seed›=3", .afterBlock("seed")),
    ("network a { } ‹{› }", .afterBlock("{")),
    // Arguments
    ("train hand epochs=‸", .missingValue(key: "epochs")),
    ("train hand epochs=‸\nundo", .missingValue(key: "epochs")),
    ("train hand epochs=‸ ; undo", .missingValue(key: "epochs")),
    ("train hand epochs =‸= 3", .missingValue(key: "epochs")),
    ("a { x =‸ }", .missingValue(key: "x")),
    ("x =‸", .missingValue(key: "x")),
    ("x = f(a=‸)", .missingValue(key: "a")),
    ("x = f(a=‸, 3)", .missingValue(key: "a")),
    ("train \"hand\" ‹=› 3", .missingKey),
    ("train hand‹,› near", .commaBetweenArguments),
    ("train epochs=3‹,› seed=4", .commaBetweenArguments),
    ("train a epochs=3 ‹epochs›=4", .repeatedKey("epochs", first: Span(8, 14))),
    ("a x=1 { ‹x› = 2 }", .repeatedKey("x", first: Span(2, 3))),
    ("x = f(a=1, ‹a›=2)", .repeatedKey("a", first: Span(6, 7))),
    ("train a schedule=exponential ‹(›0.99)", .spaceBeforeParenthesis(name: "exponential")),
    ("train \"a\" ‹(›0.99)", .strayParenthesis),
    ("print \"a\"‹\"b\"›", .missingSpace),
    ("train $a‹.train›", .missingSpace),
    ("train a‹[›1]", .missingSpace),
    ("train‹$a›", .missingSpace),
    ("print f(1)‹b›", .missingSpace),
    // Lists and calls
    ("x = [1 ‹2›]", .missingComma),
    ("x = [\n1,\n2\n‹3›\n]", .missingComma),
    ("x = f(1 ‹2›)", .missingComma),
    ("x = [\"a\"‹\"b\"›]", .missingComma),
    ("dataset t target=[petal ‹width›]", .wordsWithoutComma(["petal", "width"])),
    ("x = [a, petal ‹width› in cm, b]", .wordsWithoutComma(["petal", "width", "in", "cm"])),
    ("x = [petal ‹width› 3]", .missingComma),
    ("x = [petal ‹3›]", .missingComma),
    ("x = [petal ‹\"width\"›]", .missingComma),
    ("x = [1,‹,› 2]", .missingElement),
    ("x = [‹,›]", .missingElement),
    ("x = f(‹,›)", .missingElement),
    ("x = [‹a›=1]", .keyInList("a")),
    ("x = [\"a\"‹=›1]", .missingKey),
    ("x = [‹=›1]", .missingKey),
    ("x = [1‹;› 2]", .semicolonInList),
    ("x = [‹(›1)]", .strayParenthesis),
    ("x = [1 ‹(›2)]", .strayParenthesis),
    ("x = ‹{›\"a\": 1}", .dictionary),
    ("x = [‹{›\"a\": 1}]", .dictionary),
    ("train a augment=‹{›b}", .dictionary),
    ("x = Dict(\"a\" ‹=›> 1)", .dictionary),
    ("x = f(\"a\" ‹=› 1)", .missingKey),
  ]

  @Test(arguments: cases)
  func `a fault has its kind and its place`(text: String, kind: SyntaxError.Kind) throws {
    let marked = Marked(text)
    let found = try #require(fault(of: marked.source))
    #expect(found.kind == kind)
    #expect(Marked.show(found.span, in: marked.source) == Marked.show(marked.span, in: marked.source))
  }

  @Test func `the first fault of a cell is the one named`() {
    #expect(
      fault(of: Source("x = 1 2\ny = \"")) == SyntaxError(.afterAssignment(name: "x", found: "2"), at: Span(6, 7)))
  }
}
