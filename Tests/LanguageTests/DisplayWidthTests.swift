import Testing

@testable import Language

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("train", 5), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("日本", 4), ("한글", 4), ("한", 2),
    ("ｆｕｌｌ", 8), ("ｶﾅ", 2), ("✊", 2), ("✋", 2), ("✌", 1), ("✌️", 2), ("👊🏽", 2), ("👩‍🔬", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2),
    ("1️⃣", 2), ("🦎", 2), ("…", 1), ("─", 1), ("\u{200D}", 0), ("a\u{AD}b", 3), ("ไทย", 3), ("ก็", 1), ("𝒳", 1), ("𠮷", 2),
    ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("שלום", 4), ("☃", 1), ("☃️", 2), ("①", 1),
  ])
  func `text takes the columns a terminal gives it`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }
}
