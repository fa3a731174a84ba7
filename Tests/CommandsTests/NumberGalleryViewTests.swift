import Figures
import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// Galleries, learning curves and refusals of models that predict numbers, and what else works on tables.
struct NumberGalleryViewTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<40).map { "\($0 % 9),\($0 * 3 % 5),\($0 % 9 * 2 + ($0 == 17 ? 40 : 0))" }
    try notebook.write(("area,rooms,price\n" + rows.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run("dataset houses csv=\"houses.csv\" target=price task=regression split=[1, 0]")
    notebook.run("dataset kinds sample=flowers seed=1; fit kind on=kinds.train; fit line on=houses")
    return notebook
  }

  @Test func `the rows with the largest errors stand first`() throws {
    let notebook = try notebook()
    let text = notebook.run("gallery line on=houses limit=3")
    #expect(text.contains("line on houses: RMSE") && text.contains("area") && text.contains("3 of 40 shown"))
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("---") }.dropFirst()
    let first = rows.first?.split(separator: " ").map(String.init)
    #expect(first?[1] == "56")
    let plain = notebook.run("gallery line on=houses sort=none limit=2")
    #expect(plain.split(separator: "\n").drop { !$0.hasPrefix("---") }.dropFirst().first?.contains(" 0 ") == true)
  }

  @Test func `its rows are written as numbers`() throws {
    let notebook = try notebook()
    #expect(notebook.run("gallery line on=houses limit=5 path=\"rows.csv\"").contains("5 rows of numbers"))
    let text = try String(contentsOf: notebook.folder.appending(path: "rows.csv"), encoding: .utf8)
    #expect(text.hasPrefix("sample,true,predicted,area,rooms\n"))
    #expect(text.split(separator: "\n").count == 6)
  }

  @Test func `learning curves of numbers are of errors`() throws {
    let notebook = try notebook()
    notebook.run("knn near numberOfNeighbors=1")
    let text = notebook.run("compare line near on=houses by=folds examplesPerClass=[3, 10, 30] draws=4 seed=1")
    #expect(text.contains("3 examples") && !text.contains("per class") && !text.contains("accuracy"))
    #expect(notebook.page.entries.last?.rendering.svg?.contains("RMSE") == true)
    #expect(notebook.run("compare kind on=kinds examplesPerClass=[2, 5] draws=2 seed=1").contains("5 per class"))
    let much = notebook.fail("compare line on=houses by=folds examplesPerClass=[40] draws=2")
    #expect(much.contains("houses has 40 examples: 40 cannot be drawn and some left to evaluate on."))
  }

  @Test func `samples of a regressor are listed by their error, and calibration speaks of samples`() throws {
    let notebook = try notebook()
    let rows = notebook.run("evaluate line on=houses sort=loss")
    let first = rows.split(separator: "\n").first { $0.contains(" 56 ") }
    #expect(first != nil)
    let text = notebook.run("evaluate kind on=kinds.test calibration=true")
    #expect(text.contains("held-out samples") && !text.contains("photo"))
    let mark = "predict kind on=kinds.test row=0 temperature="
    let line = try #require(text.split(separator: "\n").first { $0.contains(mark) })
    notebook.run(String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }))
  }

  @Test(arguments: [
    ("gallery line on=houses show=errors", "belongs to classifiers"),
    ("gallery line on=houses sort=confidence", "Set sort=loss or sort=none."),
    ("gallery line on=houses neighbors=2", "gallery line on=houses"),
    ("gallery line on=houses path=\"a.svg\"", "gallery line on=houses path=\"a.csv\""),
    ("gallery line on=kinds.test", "line"),
    ("confusion line on=houses", "plot line on=houses y=predicted"),
    ("confusion line on=houses epochs=true", "plot line on=houses y=predicted"),
    ("evaluate line on=houses calibration=true", "plot line on=houses y=residuals"),
  ])
  func `what is of classes is refused with a line that runs`(cell: String, told: String) throws {
    let notebook = try notebook()
    let text = notebook.fail(cell)
    #expect(text.contains(told), "\(text)")
    if told.hasPrefix("plot ") || told.hasPrefix("gallery ") { notebook.run(told) }
  }
}
