import Foundation
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

/// Which columns of a table a model's answers hang on.
struct ExplainColumnsTests {
  /// A price that hangs on area and on the town, and never on the number of the house; a kind that hangs on area alone.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<120).map { row -> String in
      let (area, town, number) = (20 + row * 37 % 101, ["here", "there", "far"][row * 7 % 3], row * 53 % 89)
      return "\(number),\(area),\(town),\(10 * area + 300 * (row * 7 % 3)),\(area > 70 ? "large" : "small")"
    }
    try notebook.write(("number,area,town,price,kind\n" + rows.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run("dataset houses csv=\"houses.csv\" target=price ignore=[kind] seed=1")
    notebook.run("dataset kinds csv=\"houses.csv\" target=kind ignore=[price] seed=1")
    notebook.run("fit line on=houses.train l2=1e-6; knn near standardize=true; train near on=houses.train")
    notebook.run("fit kind on=kinds.train l2=1; knn like standardize=true; train like on=kinds.train")
    return notebook
  }

  private func importance(
    _ name: String, on samples: String, in notebook: Notebook, seed: UInt64 = 1
  ) throws -> ColumnImportance {
    let model = try #require(notebook.model(name))
    return try notebook.workbench.withWorkspace { session in
      guard case .table(let table) = try session.selection(named: samples) else {
        throw CocoaError(.featureUnsupported)
      }
      return try ColumnImportance(of: model, on: table, repeats: 5, seed: seed, session.inference())
    }
  }

  @Test(arguments: [
    ("line", "houses.test"), ("near", "houses.test"), ("deep", "houses.test"), ("kind", "kinds.test"),
    ("like", "kinds.test"),
  ])
  func `what decides stands first, and what does not is not told from 0`(name: String, samples: String) throws {
    let notebook = try notebook()
    if name == "deep" {
      notebook.run("network deep input=[5] seed=1 standardize=true { innerProduct 1 }")
      notebook.run("train deep on=houses.train epochs=30 miniBatchSize=16 optimizer=adam learningRate=0.05")
    }
    let found = try importance(name, on: samples, in: notebook)
    #expect(found.columns.count == 3 && found.asked == 24)
    #expect(found.columns[0].name == "area")
    #expect(found.columns[0].interval.lowerBound > 0)
    #expect(found.answersNumbers == (samples == "houses.test"))
    for column in found.columns { #expect(column.interval.contains(column.change) || column.change == 0) }
    let number = try #require(found.columns.first { $0.name == "number" })
    #expect(abs(number.change) < found.columns[0].change / 2)
    if name == "line" { #expect(abs(number.change) < 1e-2 * found.columns[0].change) }
  }

  @Test func `the score is what evaluate tells, and equal seeds give equal numbers`() throws {
    let notebook = try notebook()
    let found = try importance("near", on: "houses.test", in: notebook)
    let model = try #require(notebook.model("near"))
    let predictions = try notebook.workbench.withWorkspace {
      try NumberPredictions(of: model, on: $0.selection(named: "houses.test"), $0.inference())
    }
    #expect(abs(found.score - predictions.evaluation.measures.root) < 1e-6 * found.score)
    let again = try importance("near", on: "houses.test", in: notebook)
    #expect(found.columns.map(\.change) == again.columns.map(\.change))
    #expect(found.columns.map(\.interval) == again.columns.map(\.interval))
    #expect(
      found.columns.map(\.change)
        != (try importance("near", on: "houses.test", in: notebook, seed: 2)).columns.map(\.change))
    let kind = try #require(notebook.model("kind"))
    let evaluation = try notebook.workbench.withWorkspace {
      try $0.inference().evaluate(kind, on: try $0.selection(named: "kinds.test"))
    }
    #expect(try importance("kind", on: "kinds.test", in: notebook).score == evaluation.accuracy)
  }

  /// Of a line, a column in another order adds twice its weight's square times its variance to the squared error.
  @Test func `of a line the importance is what its weight and its spread make of it`() throws {
    let notebook = try notebook()
    let found = try importance("line", on: "houses.test", in: notebook)
    let areas = try notebook.workbench.withWorkspace { session -> [Double] in
      guard case .table(let table) = try session.selection(named: "houses.test") else { return [] }
      return try (0..<table.count).map { Double(try table.tensor([$0]).values[1]) }
    }
    let mean = areas.reduce(0, +) / Double(areas.count)
    let variance = areas.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(areas.count)
    let expected = (2 * 100 * variance).squareRoot()
    #expect(abs(found.columns[0].change - expected) < 0.25 * expected)
  }

  @Test func `one sample is explained by the values of others`() throws {
    let notebook = try notebook()
    let text = notebook.run("explain line on=houses.test row=3")
    #expect(text.contains("for row 3 of houses.test; it is"))
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("---") }.dropFirst().prefix(3)
    #expect(rows.first?.hasPrefix("area") == true && rows.last?.hasPrefix("number") == true)
    #expect(notebook.run("explain kind on=kinds.test row=0").contains("would be"))
    #expect(notebook.run("explain near on=houses.test row=0").contains("23 other samples"))
    #expect(text == notebook.run("explain line on=houses.test row=3 seed=1"))
  }

  @Test func `the page has a row for each column, and says what it is`() throws {
    let notebook = try notebook()
    let text = notebook.run("explain line on=houses.test")
    #expect(text.contains("line on houses.test: RMSE"))
    #expect(text.contains("RMSE grows by") && text.contains("town") && text.contains("not distinguishable from 0"))
    #expect(text.contains("5 times (seed=1)"))
    #expect(notebook.run("explain kind on=kinds.test by=columns repeats=2 seed=9").contains("correct falls by"))
  }

  @Test func `of a table without columns each number is one, and a text's numbers are one column`() throws {
    let notebook = try notebook()
    notebook.run("dataset digits sample=digits count=12; knn digit; train digit on=digits.train")
    for (name, samples) in [("digit", "digits"), ("kind", "kinds")] {
      let model = try #require(notebook.model(name))
      let columns = try notebook.workbench.withWorkspace { session -> [TableInference.Column] in
        guard case .table(let table) = try session.selection(named: samples) else { return [] }
        return try TableInference(model, on: table, places: [0], session.inference()).columns
      }
      #expect(columns.map(\.numbers.count) == (name == "digit" ? [Int](repeating: 1, count: 784) : [1, 1, 3]))
      #expect(columns.map(\.numbers.lowerBound).prefix(3) == [0, 1, 2])
    }
  }

  @Test func `interrupted, nothing is changed`() throws {
    let notebook = try notebook()
    notebook.page.interrupt(afterQuestions: 3)
    #expect(notebook.fail("explain near on=houses.test repeats=50").contains("Stopped; nothing was changed."))
  }

  @Test(arguments: [
    ("explain line", "photo="), ("explain line by=columns", "on="),
    ("explain line on=houses.test photo=\"a\"", "belongs to photos"),
    ("explain line on=houses.test by=occlusion", "belongs to by=columns"),
    ("explain line on=houses.test row=24", "The last is row=23."),
    ("explain line on=houses.test row=1 repeats=3", "belongs to whole tables"),
    ("explain line on=kinds.test", "line learns numbers"), ("explain kind on=houses.test", "kind predicts classes"),
    ("explain fresh on=houses.test", "fresh has not been trained"),
    ("explain hand on=pets.test", "pets.test has photos, not columns"),
  ])
  func `what cannot be explained is refused`(cell: String, told: String) throws {
    let notebook = try notebook()
    try notebook.smallDataset()
    notebook.run("dataset pets path=\"Pets\"; knn hand size=[4, 4]; train hand on=pets.train; knn fresh")
    let text = notebook.fail(cell)
    #expect(text.contains(told), "\(text)")
  }
}
