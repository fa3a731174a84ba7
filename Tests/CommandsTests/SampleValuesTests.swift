import Testing
import Wording

@testable import Commands
@testable import Experiments

/// Questions about samples of a table: their values as typed, and rows of a split.
struct SampleValuesTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<24).map { row -> String in
      let (side, shift) = (row % 2 == 0 ? "left" : "right", Double(row % 3) / 10)
      return "\(row % 2 == 0 ? -1 - shift : 1 + shift),\(shift),\(side)"
    }
    try notebook.write((["x,y,side"] + rows).joined(separator: "\n").utf8, to: "sides.csv")
    notebook.run("dataset sides csv=\"sides.csv\" target=side; knn near numberOfNeighbors=1; train near on=sides.train")
    notebook.run("network kind input=[2] seed=1 { innerProduct 2; softmax }")
    notebook.run("train kind on=sides.train epochs=60 learningRate=0.1 miniBatchSize=4 seed=1")
    return notebook
  }

  @Test(arguments: ["near", "kind"]) func `values are one sample`(model: String) throws {
    let notebook = try notebook()
    #expect(notebook.run("predict \(model) values=[-1.1, 0.1]").hasPrefix("\(model): left\n"))
    let text = notebook.run("predict \(model) values=[1.1, 0.1] top=1")
    #expect(text.hasPrefix("\(model): right\n") && text.hasSuffix("\n[1.1, 0.1]"))
    #expect(!text.contains("left"))
  }

  @Test(arguments: ["near", "kind"]) func `a row of a table, or all of them`(model: String) throws {
    let notebook = try notebook()
    let all = notebook.run("predict \(model) on=sides.train")
    #expect(all.hasPrefix("\(model): "))
    let one = notebook.run("predict \(model) row=0 on=sides.train")
    let answer = try #require(one.firstMatch(of: /: (left|right)\n/)).output.1
    #expect(all.contains(try Regex("\n0 +\(answer) ")))
  }

  @Test func `a regressor answers with numbers`() throws {
    let notebook = try notebook()
    try notebook.write((0..<12).map { "\($0),\($0 * 2)" }.joined(separator: "\n").utf8, to: "line.csv")
    notebook.run("dataset points csv=\"line.csv\"; network line input=[1] seed=1 { innerProduct 1 }")
    notebook.run("train line on=points.train epochs=1 learningRate=1e-4")
    #expect(notebook.run("predict line values=[4]").hasPrefix("line: 1 answer\n"))
    #expect(notebook.run("predict line row=1 on=points").contains("\nrow 1 of points "))
  }

  @Test func `a text stands where a column has texts`() throws {
    let notebook = try Notebook(data: nil)
    let rows = (0..<24).map { "\($0 % 2 == 0 ? "red" : "blue"),\($0 % 5),\($0 % 2 == 0 ? "stop" : "go")" }
    try notebook.write((["colour,size,sign"] + rows).joined(separator: "\n").utf8, to: "signs.csv")
    notebook.run("dataset signs csv=\"signs.csv\" target=sign; knn near numberOfNeighbors=1; train near on=signs.train")
    #expect(notebook.run("predict near values=[red, 3]").hasPrefix("near: stop\n"))
    #expect(notebook.run("predict near values=[blue, 3]").hasPrefix("near: go\n"))
    #expect(notebook.fail("predict near values=[green, 3]").contains("colour cannot be green."))
  }

  @Test(arguments: [
    Mistake(
      "predict near values=[1]",
      """
      predict near values=[1]
                          ^^^ near reads 2 values, not 1.
                              In this order: x and y
      """),
    Mistake(
      "predict kind values=[1, 2, 3]",
      """
      predict kind values=[1, 2, 3]
                          ^^^^^^^^^ kind reads 2 values, not 3.
                                    In this order: x and y
      """),
    Mistake(
      "predict kind values=[1, wide]",
      """
      predict kind values=[1, wide]
                              ^^^^ y is a number; wide is not.
      """),
    Mistake(
      "predict kind values=[1, 2] on=sides.test",
      """
      predict kind values=[1, 2] on=sides.test
                          ^^^^^^ values= and on= cannot be given together.
                                 Values of one sample: values=[5.1, 3.5]. A sample of a table: row=3 on=flowers.test
      """),
    Mistake(
      "predict kind row=24 on=sides",
      """
      predict kind row=24 on=sides
                       ^^ sides has no row 24: it has 24 rows, from 0 to 23.
      """),
    Mistake(
      "predict kind row=2",
      """
      predict kind row=2
                       ^ row=2 belongs to on=.
                         Add the table: on=flowers.test
      """),
  ])
  func `what cannot be asked is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }

  @Test func `odd values end in a sentence`() throws {
    let notebook = try notebook()
    for values in ["[]", "[1e300, 1]", "[nan, 1]", "[[1, 2], 3]", "\"\"", "[50%, 1]"] {
      _ = notebook.workbench.run("predict kind values=\(values)", on: notebook.page)
    }
    #expect(notebook.run("predict kind values=[1, 0]").hasPrefix("kind: right\n"))
  }

  @Test func `photos are neither rows nor values`() throws {
    let notebook = try Notebook.withNetwork()
    let row = notebook.fail("predict hand row=1 on=pets.test")
    #expect(row.contains("pets.test has photos; row= is for tables."))
    #expect(notebook.fail("predict hand values=[1, 2]").contains("hand reads photos, not numbers."))
  }
}
