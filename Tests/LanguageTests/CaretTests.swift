import Language
import Testing

struct CaretTests {
  private func render(_ text: String, _ message: String...) -> String {
    let marked = Marked(text)
    return Caret.render(message, at: marked.span, in: marked.source)
  }

  @Test func `the message stands beside the carets`() {
    #expect(
      render("train hand ‹epoch›=50", "train has no \"epoch\". Did you mean epochs? (epochs, eps)") == """
        train hand epoch=50
                   ^^^^^ train has no "epoch". Did you mean epochs? (epochs, eps)
        """)
  }

  @Test func `more lines are indented like the first`() {
    #expect(
      render(
        "train hand miniBatchSize=‹7›", "hand allows miniBatchSize 1, 2, 8, 16 (set in HandsEmpty.mlmodel).",
        "To allow it: update hand miniBatchSize=[1, 2, 7, 8, 16]") == """
          train hand miniBatchSize=7
                                   ^ hand allows miniBatchSize 1, 2, 8, 16 (set in HandsEmpty.mlmodel).
                                     To allow it: update hand miniBatchSize=[1, 2, 7, 8, 16]
          """)
  }

  @Test func `of several lines the one with the place is shown`() {
    #expect(render("undo\n  ‹flat›\nstatus", "No.") == "  flat\n  ^^^^ No.")
    #expect(render("undo\r\n‹flat›\r\nstatus", "No.") == "flat\n^^^^ No.")
  }

  @Test func `of a span over several lines the first is shown`() {
    #expect(render("a ‹[1,\n2]›", "No.") == "a [1,\n  ^^^ No.")
    #expect(render("a ‹{\r\n}›", "No.") == "a {\n  ^ No.")
  }

  @Test func `an empty place is one caret`() {
    #expect(render("epochs=‸", "No value.") == "epochs=\n       ^ No value.")
    #expect(render("epochs=‸\nundo", "No value.") == "epochs=\n       ^ No value.")
    #expect(render("‸", "Empty.") == "\n^ Empty.")
    #expect(render("a‹\n›b", "Here.") == "a\n ^ Here.")
  }

  @Test func `no message leaves the carets alone`() {
    #expect(render("a ‹b›") == "a b\n  ^")
  }

  @Test(arguments: [
    ("labels=[✊, ‹✋›]", "labels=[✊, ✋]\n            ^^ x"),
    ("labels=[✌️, ‹a›]", "labels=[✌️, a]\n            ^ x"),
    ("labels=[👩‍🔬, ‹a›]", "labels=[👩‍🔬, a]\n            ^ x"),
    ("e\u{301}te\u{301} ‹e\u{301}›", "e\u{301}te\u{301} e\u{301}\n    ^ x"),
    ("日本 ‹語›", "日本 語\n     ^^ x"),
    ("a‹\u{301}›", "a\u{301}\n ^ x"),
  ])
  func `wide and combining characters are measured`(text: String, expected: String) {
    #expect(render(text, "x") == expected)
  }

  @Test(arguments: [
    ("\t‹a›", "    a\n    ^ x"), ("ab\t‹c›", "ab  c\n    ^ x"), ("✊\t\t‹c›", "✊      c\n        ^ x"),
    ("a‹\t›b", "a   b\n ^^^ x"),
  ])
  func `tabs become spaces`(text: String, expected: String) {
    #expect(render(text, "x") == expected)
  }

  @Test(arguments: [
    ("a‹\0›b", "a␀b\n ^ x"), ("\u{1B}[31m‹b›", "␛[31mb\n     ^ x"), ("a\u{7F}‹b›", "a␡b\n  ^ x"),
    ("a\u{9B}‹b›", "a\u{FFFD}b\n  ^ x"),
    ("\u{FEFF}‹b›", "b\n^ x"), ("a\u{202E}\u{200B}‹b›", "ab\n ^ x"),
  ])
  func `control characters become visible or are left out`(text: String, expected: String) {
    #expect(render(text, "x") == expected)
  }

  @Test func `a line of 120 columns is shown whole`() {
    let rest = String(repeating: "b", count: 119)
    #expect(render("‹a›" + rest, "x") == "a\(rest)\n^ x")
  }

  @Test func `of a longer line the surroundings are shown`() {
    let many = String(repeating: "b", count: 5_000)
    #expect(render("‹a›" + many, "x") == "a\(many.prefix(119))…\n^ x")
    let indent = String(repeating: " ", count: 41)
    #expect(render(many + "‹a›", "x") == "…\(many.prefix(40))a\n\(indent)^ x")
    #expect(render(many + "‹a›" + many, "x") == "…\(many.prefix(40))a\(many.prefix(79))…\n\(indent)^ x")
    let carets = String(repeating: "^", count: 60)
    #expect(render("c‹" + many + "›", "x") == "c\(many.prefix(60))…\n \(carets) x")
  }

  @Test func `wide characters fill a long line sooner`() {
    let many = String(repeating: "✊", count: 61)
    #expect(render(many + "‹a›", "x") == "…\(many.prefix(20))a\n\(String(repeating: " ", count: 41))^ x")
  }

  @Test(arguments: [Span(100, 200), Span(2, 100), Span(4, 4)])
  func `a span of another source does no harm`(span: Span) {
    let shown = Caret.render(["x"], at: span, in: Source("undo"))
    #expect(shown.hasPrefix("undo\n"))
    #expect(shown.hasSuffix("^ x"))
  }

  @Test func `a character has only so many marks`() {
    let source = Source("a" + String(repeating: "\u{301}", count: 1_000_000))
    #expect(Caret.render(["here"], at: source.span, in: source).unicodeScalars.count < 40)
  }
}
