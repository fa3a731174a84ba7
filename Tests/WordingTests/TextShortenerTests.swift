import Testing
import Wording

/// Whatever a sentence quotes, it stays a sentence.
struct TextShortenerTests {
  @Test(arguments: [
    "", "There is no command \"trian\".", "Class ✌\u{FE0F} has no photos.", "two\nlines", "👨\u{200D}👩\u{200D}👧",
    "e\u{301}",
    String(repeating: "word ", count: 300), String(repeating: "x", count: 240),
  ])
  func `what is short enough stays as it is`(text: String) {
    #expect(Array(TextShortener.fit(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `of a long word the beginning and the end are left`() {
    let word = String(repeating: "a", count: 5000) + String(repeating: "b", count: 1000)
    #expect(
      TextShortener.fit("There is no \"\(word)\".")
        == "There is no \"" + String(repeating: "a", count: 79) + "…" + String(repeating: "b", count: 38) + "\".")
  }

  @Test func `the end of a word is its end, wherever it began`() {
    for length in 241...400 {
      let word = (0..<length).map { String($0 % 10) }.joined()
      #expect(TextShortener.fit(word) == word.prefix(80) + "…" + word.suffix(40), "\(length)")
    }
  }

  @Test func `of a long sentence the beginning and the end are left`() {
    let text = TextShortener.fit("It takes a number, not " + String(repeating: "word ", count: 1_000_000) + "as typed.")
    #expect(text.unicodeScalars.count == 2000)
    #expect(text.hasPrefix("It takes a number, not word word "))
    #expect(text.hasSuffix(" word word as typed."))
    #expect(text.contains("…"))
  }

  @Test(arguments: [
    ("a\0b", "a␀b"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{202E}b\u{2066}c", "abc"), ("a\u{7F}b", "a␡b"),
    ("a\rb", "a␍b"),
    ("\u{FEFF}a\u{200B}", "a"), ("a\u{9B}b", "a\u{FFFD}b"), ("a\tb", "a␉b"),
  ])
  func `characters that disturb a line are shown as pictures or left out`(text: String, shown: String) {
    #expect(Array(TextShortener.fit(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test func `a letter has only so many marks`() {
    let text = TextShortener.fit("a" + String(repeating: "\u{301}", count: 1_000_000))
    #expect(text.unicodeScalars.count == 13)
  }

  @Test func `a diagnostic's text and its remedies go through it`() {
    let long = String(repeating: "x", count: 100_000)
    let text = DiagnosticText("There is no \(long).", "", "To see a\u{1B}b: \(long)")
    #expect(text.message.count == 12 + 80 + 1 + 40)
    #expect(text.remedies.count == 1 && text.lines.count == 2 && text.remedies[0].hasPrefix("To see a␛b: xxx"))
    #expect(text.lines.allSatisfy { $0.count < 200 })
  }
}
