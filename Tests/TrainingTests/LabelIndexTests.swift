import Testing

@testable import Training

struct LabelIndexTests {
  @Test(
    arguments: [
      ("✊", 0), ("✌", 1), ("✌\u{FE0F}", 1), ("a", 2), ("none", nil), ("", nil), ("✋\u{FE0F}", 3), ("✋", 4),
    ] as [(String, Int?)])
  func `a label stands where looking through the list would find it`(label: String, place: Int?) {
    let labels = ["✊", "✌\u{FE0F}", "a", "✋\u{FE0F}", "✋", "a"]
    #expect(LabelIndex(labels).position(of: label) == place)
    #expect(LabelSpelling.position(of: label, in: labels) == place)
  }

  @Test func `labels entered later stand behind the others`() {
    var index = LabelIndex(["b"])
    index.append("a")
    #expect(index.position(of: "a") == 1)
    #expect(index.count == 2)
  }

  @Test func `labels are counted in the order of the list, leaving aside others`() {
    #expect(LabelIndex(["✌\u{FE0F}", "x", "y"]).counts(of: ["y", "✌", "z", "y", "✌\u{FE0F}"]) == [2, 0, 2])
  }
}
