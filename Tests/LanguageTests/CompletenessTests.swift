import Language
import Testing

struct CompletenessTests {
  @Test(arguments: [
    "", "\n", "# comment", "undo", "x = 1", "train hand {\n}", "network a {\n  flatten\n}\n", "x = [\n1\n]",
    "undo # \\",
    "undo \\\n\n", "train \\\nhand",
  ])
  func `what parses is complete`(text: String) {
    #expect(Completeness(Source(text)) == .complete)
  }

  @Test(arguments: [
    ("network a {", "  "), ("network a {\n", "  "), ("network a {\n  flatten\n", "  "), ("a {\n  b {\n", "    "),
    ("x = [", "  "), ("x = [1,\n", "  "), ("x = [1", "  "), ("x = f(", "  "), ("x = [[1], f(", "    "),
    ("network a { x = [1,", "    "), ("x = [ # comment", "  "), ("train hand \\", "  "), ("train hand \\\n", "  "),
    ("x = \\", "  "), ("train hand epochs= \\\n", "  "), ("a {\n  b \\", "    "), ("a { b = \\", "    "),
    ("x = f(a=", "  "), ("x = f(1, a = # the value\n", "  "), ("a { x = f(b=", "    "),
  ])
  func `what is open waits, with an indent for the next line`(text: String, indent: String) {
    #expect(Completeness(Source(text)) == .incomplete(indent: indent))
  }

  @Test(arguments: [
    "x =", "x = \"open", "x = 1 2", "train hand epochs=", "]", "}", "x = [1 2", "x = [1)", "a {\n x = \"open\n", "$x",
    "x = [1 2 \\",
    "x = ; a \\", "print \"\\q\" {",
    "x = [1, 2\nshow hands", "x = [1\ny)", "x = f(a=1, a=", "a { x=1\nx =", "network a {\n)",
  ])
  func `what no line can put right is invalid`(text: String) {
    #expect(Completeness(Source(text)) == .invalid)
  }
}
