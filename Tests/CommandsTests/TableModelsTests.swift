import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// Models of a table's own numbers: classes and numbers to predict.
struct TableModelsTests {
  /// Forty flowers in two classes, with a text and a missing value, and forty houses with a price.
  private func notebook(isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    let flowers = (0..<40).map { row in
      "\(row % 2 == 0 ? 1 : 5).\(row % 7),\(row == 3 ? "" : "\(row % 2 * 3).\(row % 5)"),\(row % 3 == 0 ? "red" : "blue"),"
        + (row % 2 == 0 ? "daisy" : "tulip")
    }
    try notebook.write(("size,width,colour,kind\n" + flowers.joined(separator: "\n")).utf8, to: "flowers.csv")
    let houses = (0..<40).map { row in
      "\(30 + row * 7 % 90);\(1 + row % 4);\(1000 * (30 + row * 7 % 90) + 5000 * (1 + row % 4) + row % 3),5"
    }
    try notebook.write(("area;rooms;price\n" + houses.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run("dataset flowers csv=\"flowers.csv\" target=kind missing=median")
    notebook.run("dataset houses csv=\"houses.csv\" target=price")
    return notebook
  }

  @Test func `k-NN and logistic regression tell the classes of a table, and are compared`() throws {
    let notebook = try notebook()
    notebook.run("knn near standardize=true; train near on=flowers.train; fit line on=flowers.train")
    #expect(notebook.run("evaluate near on=flowers.test").hasPrefix("near on flowers.test: 100.0 % correct (8 of 8)"))
    #expect(notebook.run("evaluate line on=flowers.test").hasPrefix("line on flowers.test: 100.0 % correct (8 of 8)"))
    #expect(notebook.run("compare near line on=flowers by=folds folds=4 seed=1").contains("100.0 %"))
    // Fitted anew, it is the same.
    notebook.run("fit line on=flowers.train")
  }

  @Test func `neighbours answer a number with the mean of theirs`() throws {
    let notebook = try notebook()
    let told = notebook.run("knn near numberOfNeighbors=1; train near on=houses.train")
    #expect(told.contains("predicts the mean of the nearest ones' numbers"))
    #expect(notebook.run("describe near").contains("k-nearest-neighbours regressor"))
    // Asked about what it remembers, the nearest is the sample itself.
    #expect(notebook.run("evaluate near on=houses.train").contains("1.0000"))
  }

  @Test func `ridge regression predicts a number, and is saved`() throws {
    let notebook = try notebook()
    let told = notebook.run("fit price on=houses.train l2=1e-6")
    #expect(told.contains("ridge regression of price on houses.train"))
    #expect(notebook.run("evaluate price on=houses.test").contains("R²"))
    #expect(notebook.run("save price path=\"price.mlmodel\"").contains("a neural network regressor"))
  }

  @Test func `neighbours that answer with numbers are recalled as such`() throws {
    let sessions = try Sessions()
    try sessions.notebook.write(
      "x;y\n0,5;1,5\n1,5;2,25\n2,5;7,5\n9,5;100,25\n7,5;50,5\n".utf8, to: "points.csv")
    let first = try sessions.begin()
    first.run(
      "dataset points csv=\"points.csv\" target=y split=[1, 0]; knn near numberOfNeighbors=1; train near on=points")
    let second = try sessions.begin()
    second.run("dataset points csv=\"points.csv\" target=y split=[1, 0]")
    #expect(second.run("evaluate near on=points").contains("1.0000"))
  }

  @Test func `rows are shown with the columns' names`() throws {
    let text = try notebook().run("show flowers.train limit=2")
    #expect(text.contains("size") && text.contains("colour=red") && text.contains("kind"))
    #expect(text.contains("The first 2 of 32 samples."))
  }

  static let mistakes = [
    ("train near on=houses.train", "near predicts classes, but houses.train has numbers to predict."),
    ("fit line on=houses.train l1=1", "line predicts numbers; l1= is for classes."),
    ("train net on=houses.train", "net predicts classes, but houses.train has numbers to predict."),
    ("compare price price on=houses", "price"), ("confusion price on=houses.test", "price predicts numbers"),
    ("save numbers path=\"n.mlmodel\"", "A model that a file can hold: fit line on="),
    (
      "gallery numbers on=houses.test show=errors",
      "For numbers, which predicts numbers: gallery numbers on=houses.test"
    ),
  ]

  @Test(arguments: mistakes) func `what does not fit is told`(cell: String, told: String) throws {
    let notebook = try notebook()
    notebook.run("knn near; train near on=flowers.train; knn numbers; train numbers on=houses.train")
    notebook.run("fit price on=houses.train; network net input=[2] { innerProduct 2; softmax }")
    #expect(notebook.fail(cell).contains(told))
  }

  @Test func `a check of numbers to predict says what it cannot judge`() throws {
    #expect(try notebook().run("check houses").contains("these samples have numbers to predict"))
  }
}
