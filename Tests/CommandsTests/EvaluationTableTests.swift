import Testing

@testable import Commands
@testable import Experiments

/// The one table of `evaluate`, for models of every kind.
struct EvaluationTableTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<20).map { "\($0 % 3),\(Double($0 * 7 % 5) / 4),\(Double($0 * 3 % 4) / 3)" }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "points.csv")
    notebook.run("dataset points csv=\"points.csv\" split=[0.8, 0.2]")
    notebook.run("network line input=[2] seed=4 { innerProduct 1 }")
    notebook.run("network deep input=[2] seed=5 { innerProduct 4; innerProduct 1 }")
    notebook.run("network kind input=[2] seed=1 { innerProduct 3; softmax }")
    return notebook
  }

  @Test func `regressors have a row each with the intervals of their measures`() throws {
    let text = try notebook().run("evaluate line deep on=points.test")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "On points.test")
    #expect(lines[1].contains(#/^model +what differs +output +RMSE +95 % interval +MAE +95 % interval +R² +95 %/#))
    #expect(lines[3].contains(#/^line +3 parameters +prediction +[0-9.]+ +[0-9.]+ – [0-9.]+/#))
    #expect(lines[4].contains(#/^deep +17 parameters +prediction +[0-9.]+ +[0-9.]+ – [0-9.]+/#))
    #expect(text.contains("1,000 resamples") && !text.contains("sample by sample"))
  }

  @Test func `with several outputs there is a row for each`() throws {
    let notebook = try notebook()
    try notebook.write("1 2,1,2\n3 4,3,4\n5 6,1,2\n7 8,3,4\n".utf8, to: "two.csv")
    notebook.run("dataset two csv=\"two.csv\"; network pair input=[2] { innerProduct 2 }")
    let text = notebook.run("evaluate pair on=two")
    for output in ["all", "prediction 0", "prediction 1"] { #expect(text.contains("\npair   \(output) ")) }
  }

  @Test func `classifiers and regressors share a table`() throws {
    let notebook = try notebook()
    let text = notebook.run("evaluate line kind on=points.test")
    #expect(text.contains(#/\nline +regressor, 3 parameters +– +– +– +– +prediction +[0-9.]+/#))
    #expect(text.contains(#/\nkind +network, 9 parameters +[0-9] of 4 .*– +–/#))
    #expect(text.contains("chance 33.3 % (guessing among 3 classes)"))
    let long = notebook.run("evaluate line kind on=points.test rows=true")
    #expect(long.contains("line on points.test, sample by sample") && long.contains("\nkind on points.test: "))
  }

  @Test func `rows=true lists the samples below`() throws {
    let notebook = try notebook()
    #expect(!notebook.run("evaluate line on=points.test").contains("sample by sample"))
    #expect(notebook.run("evaluate line on=points.test rows=true").contains("line on points.test, sample by sample"))
    #expect(notebook.run("evaluate kind on=points.test rows=true").contains("confidence    loss"))
  }
}
