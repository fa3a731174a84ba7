import Language
import Testing

struct PrinterTests {
  @Test(arguments: [
    ("train   hand\ton = hands.train", "train hand on=hands.train"),
    ("x=1", "x = 1"),
    ("print 'it is' \"a\"", "print \"it is\" \"a\""),
    ("x = [ 1,2 , [ ], ]", "x = [1, 2, []]"),
    ("x = f( 1,b = $c, )", "x = f(1, b=$c)"),
    ("a b { c = d\n e f=1 { g; h }\n i }", "a b c=d { e f=1 { g; h }; i }"),
    ("a {}", "a"),
    ("a { b=1 }", "a b=1"),
    ("print 'say \"hi\" \\ there'", "print \"say \\\"hi\\\" \\\\ there\""),
    ("print \"\\n\\t\\r\\x00\\x7f\\u2028\\u0085\\ufeff\"", "print \"\\n\\t\\r\\u{0}\\u{7f}\\u{2028}\\u{85}\\u{feff}\""),
    ("print \"✊ \\u{1F44A} é\"", "print \"✊ 👊 é\""),
  ])
  func `a statement is printed in one canonical line`(text: String, expected: String) throws {
    #expect(try printed(text) == [expected])
    #expect(try printed(expected) == [expected])
  }

  @Test func `a cell is printed with one statement per line`() throws {
    let cell = try Parser.parse(Source("x=1;undo # really\n\n\ntrain a {\n  flatten\n}"))
    #expect(cell.description == "x = 1\nundo\ntrain a { flatten }")
  }

  @Test func `commands, arguments and values are printed too`() throws {
    guard case .command(let command)? = try Parser.parse(Source("a b = [ 1 ]")).statements.first else {
      Issue.record("a is no command")
      return
    }
    #expect(command.description == "a b=[1]")
    #expect(command.arguments.map(\.description) == ["b=[1]"])
    #expect(command.arguments.map(\.value.description) == ["[1]"])
  }
}
