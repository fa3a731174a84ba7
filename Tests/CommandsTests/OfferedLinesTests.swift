import Testing

@testable import Commands

/// Every test in which a cell fails tries what the message offers (`Notebook.fail`).
struct OfferedLinesTests {
  @Test func `what a message offers is found, and what does not work is told`() {
    let lines = [
      "train hand epoch=50", "           ^^^^^ train has no \"epoch\".",
      "To make one: knn near features=a.b   or   network hand from=a",
      "For example: train hand on=hands.train", "To give it one: x = 1", "To read it: dataset t csv=… target=…",
    ]
    let commands = OfferedLines.commands(in: lines)
    #expect(commands == ["knn near features=a.b", "network hand from=a", "train hand on=hands.train"])
    #expect(commands.allSatisfy { OfferedLines.fault(in: $0) == nil })
    for wrong in ["train hand epoch=5", "train hand epochs=\"", "train hand epochs=0", "train hand; train hand"] {
      #expect(OfferedLines.fault(in: wrong) != nil, "\(wrong)")
    }
  }
}
