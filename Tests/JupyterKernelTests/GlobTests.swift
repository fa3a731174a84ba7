import Testing

@testable import JupyterKernel

@Suite struct GlobTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("*", "", true), ("*", "any\nthing", true), ("?", "", false), ("?", "✋", true),
    ("?", "ab", false), ("a*c", "abbbc", true), ("a*c", "abbbcd", false), ("*a*b*", "xxaxxbxx", true),
    ("*a*b*", "xxbxxaxx", false), ("a?c", "abc", true), ("a.c", "abc", false), ("[a]", "a", false),
    ("[a]", "[a]", true),
    ("*ab", "aab", true), ("*aab", "aaab", true), ("**", "x", true), ("a*", "ba", false), ("%_", "xx", false),
  ])
  func `a star is any text, a question mark any code point, the rest itself`(
    pattern: String, text: String, matches: Bool
  ) {
    #expect(Glob(pattern).matches(text) == matches)
  }

  @Test func `many stars take no for ever`() {
    let pattern = String(repeating: "*a", count: 500) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 5000)))
  }
}
