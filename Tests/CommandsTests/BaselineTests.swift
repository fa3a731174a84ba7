import Foundation
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Rows of models that need next to no training, beside those asked about.
struct BaselineTests {
  /// Three classes of unequal size in two columns, of which one is in another unit.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<60).map { row -> String in
      let kind = row % 6 < 3 ? "a" : row % 6 < 5 ? "b" : "c"
      let centre = kind == "a" ? 0.0 : kind == "b" ? 2 : 4
      return "\(centre + Double(row * 7 % 11) / 4),\((centre + Double(row * 5 % 13) / 5) * 100),\(kind)"
    }
    try notebook.write(("x,y,kind\n" + rows.joined(separator: "\n")).utf8, to: "kinds.csv")
    let houses = (0..<40).map { row in "\(row),\(row * 3 % 7),\(Double(2 * row) + Double(row * 11 % 5))" }
    try notebook.write(("area,rooms,price\n" + houses.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run(
      """
      dataset kinds csv="kinds.csv" target=kind seed=1
      dataset houses csv="houses.csv" target=price seed=1
      knn near; train near on=kinds.train
      fit line on=houses.train
      """)
    return notebook
  }

  private func row(_ name: String, in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(name) }.map(String.init)
  }

  /// How many test samples lie nearest to the mean of their class, worked out sample by sample.
  private func nearest(_ notebook: Notebook, standardize: Bool = false) throws -> (right: Int, majority: Int, of: Int) {
    try notebook.workbench.withWorkspace { workspace in
      func table(_ name: String) throws -> (rows: [[Double]], truths: [String]) {
        guard case .table(let table) = try workspace.selection(named: name) else { return ([], []) }
        let values = try table.tensor(0..<table.count)
        return ((0..<table.count).map { values.row($0).map { Double($0) } }, table.truths)
      }
      var (train, test) = (try table("kinds.train"), try table("kinds.test"))
      if standardize {
        for place in 0..<2 {
          let column = train.rows.map { $0[place] }
          let mean = column.reduce(0, +) / Double(column.count)
          let deviation = (column.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(column.count)).squareRoot()
          for row in train.rows.indices { train.rows[row][place] = (train.rows[row][place] - mean) / deviation }
          for row in test.rows.indices { test.rows[row][place] = (test.rows[row][place] - mean) / deviation }
        }
      }
      let kinds = Set(train.truths).sorted()
      let means = kinds.map { kind -> [Double] in
        let own = zip(train.rows, train.truths).filter { $0.1 == kind }.map(\.0)
        return (0..<2).map { place in own.reduce(0) { $0 + $1[place] } / Double(own.count) }
      }
      let answers = test.rows.map { row -> String in
        let distances = means.map { mean in zip(row, mean).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        return kinds[distances.firstIndex(of: distances.min() ?? 0) ?? 0]
      }
      let most = kinds.max { one, other in train.truths.count { $0 == one } < train.truths.count { $0 == other } }
      return (zip(answers, test.truths).count { $0.0 == $0.1 }, test.truths.count { $0 == most }, test.truths.count)
    }
  }

  @Test func `evaluate has a row for the nearest centroid and one for the most frequent class`() throws {
    let notebook = try notebook()
    let text = notebook.run("evaluate near on=kinds.test")
    let (right, majority, count) = try nearest(notebook)
    #expect(row("nearest centroid", in: text)?.contains(" \(right) of \(count) ") == true, "\(text)")
    #expect(row("majority class", in: text)?.contains(" \(majority) of \(count) ") == true, "\(text)")
    #expect(text.contains("nearest centroid and majority class: trained on kinds.train"))
    #expect(!notebook.run("evaluate near on=kinds.test baselines=false").contains("centroid"))
  }

  @Test func `the nearest centroid is standardised where the model is`() throws {
    let notebook = try notebook()
    notebook.run("knn near standardize=true; train near on=kinds.train")
    let (right, _, count) = try nearest(notebook, standardize: true)
    #expect(right != (try nearest(notebook).right))
    let text = notebook.run("evaluate near on=kinds.test")
    #expect(row("nearest centroid", in: text)?.contains(" \(right) of \(count) ") == true, "\(text)")
    #expect(
      row("nearest centroid", in: notebook.run("compare near on=kinds"))?.contains("\(right) of \(count)") == true)
  }

  @Test func `of numbers the mean of the training samples explains nothing`() throws {
    let notebook = try notebook()
    for cell in ["evaluate line on=houses.test", "compare line on=houses by=folds seed=1"] {
      let text = notebook.run(cell)
      let words = try #require(row("mean", in: text)).split(separator: " ")
      // R² of a constant that is not the held-out mean is below 0, and not far.
      let explained = try #require(words.compactMap { Double($0) }.first { $0 < 0 && $0 > -1 })
      #expect(explained < 0 && explained > -0.5, "\(text)")
    }
  }

  @Test func `compare learns baselines anew for every fold, and tells no pairs of them`() throws {
    let notebook = try notebook()
    notebook.run("knn far numberOfNeighbors=9")
    let text = notebook.run("compare near far on=kinds by=folds folds=6 seed=2")
    #expect(row("nearest centroid", in: text)?.contains(" of 60") == true)
    #expect(row("majority class", in: text)?.contains("30 of 60") == true, "\(text)")
    #expect(!text.contains("from majority class") && !text.contains("corrected for"))
    #expect(!notebook.run("compare near on=kinds baselines=false").contains("majority"))
    #expect(notebook.fail("compare near on=kinds examplesPerClass=[1] baselines=true").contains("Leave it out."))
  }

  @Test func `photos have baselines where they are asked for`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    #expect(!notebook.run("evaluate near on=pets.test").contains("centroid"))
    let text = notebook.run("evaluate near on=pets.test baselines=true")
    #expect(row("nearest centroid", in: text) != nil && row("majority class", in: text)?.contains("of 4") == true)
    #expect(notebook.run("compare near on=pets by=leaveOneOut").contains("\nnearest centroid "))
  }
}
