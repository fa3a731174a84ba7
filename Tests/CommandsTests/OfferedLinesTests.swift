import TestSupport
import Testing

@testable import Commands

/// Every test in which a cell fails runs what the message offers, in a copy of its notebook (`Notebook.fail`).
struct OfferedLinesTests {
  @Test func `what a message offers is found, and what does not work is told`() {
    let lines = [
      "To make one: knn near features=a.b   or   network hand from=a", "For example: train hand on=hands.train",
      "To give it one: x = 1", "To read it: dataset t csv=… target=…", "train hand on=pets.train",
      "What it knows: one, two. To see them: show pets", "It takes: on=hands",
    ]
    let offered = OfferedLines.commands(in: lines)
    #expect(
      offered.map(\.command) == [
        "knn near features=a.b", "network hand from=a", "train hand on=hands.train", "train hand on=pets.train",
        "show pets",
      ])
    #expect(offered.map(\.isExample) == [false, false, true, false, false])
    #expect(offered.allSatisfy { OfferedLines.fault(in: $0.command) == nil })
    for wrong in ["train hand epoch=5", "train hand epochs=\"", "train hand epochs=0", "train hand; trian hand"] {
      #expect(OfferedLines.fault(in: wrong) != nil, "\(wrong)")
    }
  }

  @Test func `an offered line runs in a copy that leaves the notebook as it was`() throws {
    let notebook = try Notebook.withNetwork()
    let before = Snapshot(notebook)
    #expect(notebook.outcome(ofOffered: "train hand on=pets.train epochs=1") == .works)
    #expect(notebook.outcome(ofOffered: "add pets.train \"Pets/test/✊/one.png\" label=✊") != .works)
    #expect(notebook.outcome(ofOffered: "save hand path=\"saved.mlmodel\"") == .works)
    #expect(notebook.outcome(ofOffered: "forget hand") == .works)
    #expect(Snapshot(notebook) == before)
    guard case .fails = notebook.outcome(ofOffered: "train nobody") else { return #expect(Bool(false)) }
    guard case .rejected = notebook.outcome(ofOffered: "train hand epoch=1") else { return #expect(Bool(false)) }
  }
}
