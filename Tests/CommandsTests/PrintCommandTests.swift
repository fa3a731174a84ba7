import Testing

@testable import Commands
@testable import Experiments

struct PrintCommandTests {
  @Test(arguments: [
    ("print", "\n"), ("print hello", "hello\n"), ("print \"two words\" 3 1e-4", "two words 3 1e-4\n"),
    ("print [1, 2,3]", "[1, 2, 3]\n"), ("print exponential(0.99)", "exponential(0.99)\n"),
    ("print a; print b", "a\nb\n"), ("print 1/4 80% a/b \"1/4\" 1e-4", "0.25 0.8 a/b 1/4 1e-4\n"),
    ("rate = 1e-4\nprint \"rate:\" $rate", "rate: 1e-4\n"),
    ("print \"\\u270a \\U0001f44a \\xe9\"", "✊ 👊 é\n"), ("print <b>", "<b>\n"),
  ])
  func `values are written to the standard output, a line for each print`(cell: String, printed: String) throws {
    let notebook = try Notebook(data: nil)
    notebook.run(cell)
    #expect(notebook.page.printed == printed)
    #expect(notebook.page.entries.isEmpty)
  }

  @Test func `print takes no keys`() throws {
    try Notebook(data: nil).expect(
      Mistake(
        "print end=x",
        """
        print end=x
              ^^^ print has no "end".
                  Usage: print [values]
        """))
  }
}
