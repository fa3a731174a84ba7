import Files
import Testing

@Suite struct GlobTests {
  /// Patterns, texts and whether they fit.
  private static let cases: [(String, String, Bool)] = [
    ("", "", true), ("", "a", false), ("*", "", true), ("*", "anything\nat all", true), ("train*", "train hand", true),
    ("train*", "a train", false), ("*hand", "train hand", true), ("*hand", "train hands", false),
    ("*an*n*", "banana", true), ("*an*n*an*", "banana", false), ("t?ain", "train", true), ("t?ain", "tain", false),
    ("?", "✌\u{FE0F}", true), ("*✊*", "add label=✊ now", true), ("[abc]x", "bx", true), ("[abc]x", "dx", false),
    ("[^abc]x", "dx", true), ("[^abc]x", "ax", false), ("[a-c]x", "bx", true), ("[a-c]x", "-x", false),
    ("[]]", "]", true), ("[^]]", "]", false), ("[^]]", "a", true), ("[a-]", "-", true), ("[", "[", true),
    ("a[b", "a[b", true), ("[]", "[]", true), ("**a**", "bab", true), ("TRAIN*", "train", false),
    ("a?c", "abc", true), ("a.c", "abc", false), ("*ab", "aab", true), ("*aab", "aaab", true), ("%_", "xx", false),
  ]

  @Test(arguments: cases)
  func `patterns`(pattern: String, text: String, fits: Bool) {
    #expect(Glob(pattern).matches(text) == fits)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a malicious pattern takes no longer than its length times the text's`() {
    let pattern = String(repeating: "*a", count: 500) + "*b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 20_000)))
  }
}
