import Testing

@testable import Commands
@testable import Experiments

/// Tables with more classes than a page can hold.
struct ManyClassesTests {
  /// Every sample in a class of its own.
  private func notebook(classes: Int) throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let lines = (0..<classes).map { "c\($0),\($0 % 7),\($0 % 11)" }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "t.csv")
    notebook.run("dataset t csv=\"t.csv\" split=[1, 0]")
    return notebook
  }

  @Test func `of many classes the first and the last are listed, and how to see more`() throws {
    let notebook = try notebook(classes: 1000)
    let lines = notebook.run("describe t").split(separator: "\n").map(String.init)
    #expect(lines.count == 3 + 200 + 2)
    #expect(lines[103] == "⋯ 801 more rows. To see more: describe t limit=1001")
    #expect(lines[104].hasPrefix("c901 "))
    #expect(notebook.run("describe t limit=1001").contains("c500 "))
  }

  @Test func `only datasets have a limit`() throws {
    let notebook = try notebook(classes: 3)
    notebook.run("network n input=[2] { innerProduct 3; softmax }")
    #expect(
      notebook.fail("describe n limit=5") == """
        describe n limit=5
                         ^ limit=5 belongs to datasets.
                           Leave it out.
        """)
  }

  @Test func `a hundred are shown at once`() throws {
    let notebook = try notebook(classes: 300)
    notebook.run("dataset t csv=\"t.csv\" split=[1, 0] shape=[1, 1, 2]")
    let text = notebook.run("show t")
    #expect(text.contains("c99  1 picture"))
    #expect(!text.contains("c100  1 picture"))
    #expect(
      text.hasSuffix(
        "The first 100 of 300 classes. To see another: show t label=…   All their names: describe t limit=301"))
    #expect(notebook.run("show t label=c250").contains("c250  1 picture"))
  }

  @Test func `the confusion of many classes is a list, the most frequent first`() throws {
    let notebook = try notebook(classes: 80)
    notebook.run("network n input=[2] seed=1 init=zero { innerProduct 80; softmax }")
    let text = notebook.run("confusion n on=t")
    #expect(text.hasPrefix("n on t: 1.2 % correct (1 of 80)"))
    #expect(text.contains("class  taken for  how often  of its samples"))
    #expect(text.contains("c1     c0                 1         100.0 %"))
    #expect(text.hasSuffix("80 classes are too many for a matrix: the most frequent confusions are listed."))
  }
}
