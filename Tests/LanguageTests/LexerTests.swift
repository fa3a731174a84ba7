import Testing

@testable import Language

struct LexerTests {
  private func tokens(_ text: String) -> [Token] {
    var lexer = Lexer(Source(text))
    var tokens: [Token] = []
    while true {
      let token = lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  @Test func `every mark is a token of its own`() {
    #expect(
      tokens("a=,;[](){}").map(\.kind) == [
        .word, .equals, .comma, .semicolon, .openBracket, .closeBracket, .openParenthesis, .closeParenthesis,
        .openBrace,
        .closeBrace, .end,
      ])
  }

  @Test(arguments: [
    "hands.train", "1e-4", "80%", "1/255", "✊", "✌️", "👩‍🔬", "a:b", "<>", "-", "é", "e\u{301}", "@!^&*|~`?", "日本語",
    "\u{301}",
  ])
  func `a word is any run of other characters`(text: String) {
    #expect(tokens(text).map(\.kind) == [.word, .end])
    #expect(tokens(" \(text),").first?.span == Span(1, 1 + text.utf8.count))
  }

  @Test(
    arguments: [
      ("$a", [.variable, .end]), ("$_x1", [.variable, .end]), ("$été", [.variable, .end]),
      ("$a.b", [.variable, .word, .end]),
      ("$a$b", [.variable, .variable, .end]), ("$1", [.bareDollar, .word, .end]), ("$", [.bareDollar, .end]),
      ("\"a\\\"\"", [.string, .end]), ("'a\\'", [.string, .end]), ("\"a\\", [.unterminatedString, .end]),
      ("\"a\nb\"", [.unterminatedString, .newline, .word, .unterminatedString, .end]),
      ("\"a\\\r\nb", [.unterminatedString, .newline, .word, .end]),
      ("'\u{2028}'", [.unterminatedString, .newline, .unterminatedString, .end]),
      ("# a \\\n", [.comment, .newline, .end]), ("#", [.comment, .end]), ("a#b", [.word, .comment, .end]),
      ("\\", [.end]), ("a\\\nb", [.word, .word, .end]), ("\\ \t\r\nb", [.word, .end]),
      ("\\b", [.strayBackslash, .word, .end]),
      ("\\\\", [.strayBackslash, .end]), ("a\0b", [.word, .controlCharacter, .word, .end]), ("\r\n", [.newline, .end]),
      ("\n\r", [.newline, .newline, .end]), ("\r\r\n", [.newline, .newline, .end]),
    ] as [(String, [Token.Kind])])
  func `tokens are cut as the grammar says`(text: String, kinds: [Token.Kind]) {
    #expect(tokens(text).map(\.kind) == kinds)
  }

  @Test func `the end comes again and again`() {
    var lexer = Lexer(Source("a"))
    #expect([lexer.next(), lexer.next(), lexer.next()].map(\.kind) == [.word, .end, .end])
  }

  @Test(arguments: [
    ("a \\", true), ("a \\\n", true), ("a \\\n  ", true), ("a \\\n\n", false), ("a \\\nb", false), ("a", false),
  ])
  func `a continued line waits for the next`(text: String, expected: Bool) {
    var lexer = Lexer(Source(text))
    while lexer.next().kind != .end {}
    #expect(lexer.hasContinued == expected)
  }

  @Test(arguments: [
    ("[ 1 ]", true), ("[ 1", false), ("[ 1 )", false), ("[ (]) ]", false), ("[ [1] f() {} ]", true), ("[ # ]\n", false),
  ])
  func `a partner is looked for further on`(text: String, expected: Bool) {
    var lexer = Lexer(Source(text))
    _ = lexer.next()
    let token = lexer.next()
    var lookahead = 100
    #expect(lexer.closes(.closeBracket, behind: token, lookahead: &lookahead) == expected)
    lookahead = 1
    #expect(!lexer.closes(.closeBracket, behind: token, lookahead: &lookahead))
    #expect(lookahead == 0)
  }
}
