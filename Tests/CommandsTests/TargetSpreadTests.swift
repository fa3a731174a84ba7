import Testing

@testable import Commands
@testable import Experiments

struct TargetSpreadTests {
  private func spread(train: [Double], test: [Double]) throws -> TargetSpread {
    let notebook = try Notebook(data: nil)
    func lines(_ numbers: [Double]) -> String { numbers.enumerated().map { "\($0),\($1)" }.joined(separator: "\n") }
    try notebook.write(("x,y\n" + lines(train)).utf8, to: "train.csv")
    try notebook.write(("x,y\n" + lines(test)).utf8, to: "test.csv")
    notebook.run("dataset t csv=\"train.csv\" test=\"test.csv\" target=y task=regression")
    return try notebook.workbench.withWorkspace { session in
      let dataset = try #require(session.datasets["t"])
      return TargetSpread(
        try DatasetChecker(workspace: session, stage: .unseen).check(
          dataset, points: DatasetCheck.Points(), through: nil))
    }
  }

  @Test func `the least and the greatest number of each split are told`() throws {
    let spread = try spread(train: [1, 2, 3, 4.5], test: [2, 3])
    #expect(spread.summary == "train 1.000 to 4.500, test 2.000 to 3.000")
    #expect(spread.remarks.isEmpty)
  }

  @Test func `numbers far from the others, and beyond what is learnt, are told`() throws {
    let far = try spread(train: (0..<40).map { Double($0 % 10) } + [500], test: [3, 700, -1])
    #expect(far.remarks.count == 2)
    #expect(far.remarks[0].hasPrefix("Far from the others: 1 number to learn from, the farthest 500.0."))
    #expect(far.remarks[1].hasPrefix("Beyond what is learnt: 2 numbers to test on"))
    #expect(try spread(train: [5, 5, 5.0], test: [5]).remarks == ["All numbers to learn from are 5.000."])
  }

  @Test func `check tells it instead of the balance of classes`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("dataset houses sample=houses seed=1")
    let text = notebook.run("check houses")
    #expect(text.contains("300 samples with a number to predict") && text.contains("spread of the numbers"))
    #expect(!text.contains("classes of") && !text.contains("balance of the classes"))
    notebook.run("knn near")
    #expect(notebook.run("check houses") == text)
    #expect(!notebook.run("check houses balance=false").contains("spread of the numbers"))
  }
}
