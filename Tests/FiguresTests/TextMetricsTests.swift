import Testing

@testable import Figures

@Suite struct TextMetricsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("✊", 2), ("✌️", 2), ("✌", 1), ("🦎👽", 4), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("👩‍🔬", 2),
    ("⋯", 1), ("█░", 2), ("…", 1), ("🇩🇪", 2), ("\u{200B}", 0),
  ])
  func `a text takes so many columns`(text: String, columns: Int) {
    #expect(TextMetrics.columns(text) == columns)
  }

  @Test func `a shortened text fits, and one that fits is not shortened`() {
    let text = "validation accuracy of the second network"
    for room in stride(from: 0.0, through: 400, by: 7) {
      let short = TextMetrics.shortened(text, to: room, size: 12)
      #expect(short == "…" || TextMetrics.width(short, size: 12) <= room)
      #expect(short == text || short.hasSuffix("…"))
    }
    #expect(TextMetrics.shortened(text, to: 1000, size: 12) == text)
  }

  @Test func `bold and larger text is wider`() {
    #expect(TextMetrics.width("loss", size: 12, isBold: true) > TextMetrics.width("loss", size: 12))
    #expect(TextMetrics.width("loss", size: 24) == 2 * TextMetrics.width("loss", size: 12))
  }
}
