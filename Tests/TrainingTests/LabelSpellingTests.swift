import Testing
import Training

@Suite struct LabelSpellingTests {
  @Test(arguments: [
    ("✌", "✌\u{FE0F}", true), ("✌\u{FE0F}", "✌\u{FE0F}", true), ("✌", "✋", false), ("", "\u{FE0F}", true),
    ("a", "A", false), ("é", "e\u{301}", true),
  ])
  func `labels are the same without their variation selectors`(first: String, second: String, same: Bool) {
    #expect(LabelSpelling.areSame(first, second) == same)
    #expect(LabelSpelling.areSame(second, first) == same)
  }

  @Test func `a label is found by its own spelling first`() {
    #expect(LabelSpelling.position(of: "✌\u{FE0F}", in: ["✋", "✌", "✌\u{FE0F}"]) == 2)
    #expect(LabelSpelling.position(of: "✌\u{FE0F}", in: ["✋", "✌"]) == 1)
    #expect(LabelSpelling.position(of: "✊", in: ["✋", "✌"]) == nil)
  }
}
