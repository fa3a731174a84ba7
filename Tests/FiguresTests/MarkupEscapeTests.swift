import Figures
import Testing

@Suite struct MarkupEscapeTests {
  @Test(arguments: [
    ("a < b & c > d", "a &lt; b &amp; c &gt; d"), ("✌️ \u{1F98E}", "✌️ \u{1F98E}"),
    ("\u{0}\u{8}\u{1F}\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("tab\t line\n", "tab\t line\n"), ("\"it's\"", "\"it's\""), ("", ""),
  ])
  func `text between tags cannot become a tag`(text: String, escaped: String) {
    #expect(MarkupEscape.text(text) == escaped)
  }

  @Test func `text in an attribute cannot leave it`() {
    #expect(MarkupEscape.attribute("\" onload='x' <\n>") == "&quot; onload=&#39;x&#39; &lt;&#10;&gt;")
  }

  @Test func `no character of Unicode gets through that would break the page`() {
    let dangerous = (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init).filter { scalar in
      let escaped = MarkupEscape.attribute(String(Character(scalar)))
      return escaped.contains { "<>\"'".contains($0) }
        || escaped.unicodeScalars.contains { $0.value < 0x20 && ![9, 13].contains($0.value) }
    }
    #expect(dangerous == [])
  }
}
